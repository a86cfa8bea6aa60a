//! Columns that preprocessing lost.
//!
//! `gcc -E` squeezes white space and replaces macros, so a token's column has to be found again in the user's line. The
//! tokens of both are put side by side: what is the same in both is itself; what is only in the preprocessed line came
//! out of the macro whose name is at that place, and gets the place of the argument that it repeats or of the name.

/// A place in the user's lines: how many lines below the first one, and the byte in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: u32,
    pub(super) byte: u32,
}

/// How far behind a macro the line is expected to go on; keeps absurdly long lines affordable.
const LOOKAHEAD: usize = 2000;

/// The place of each token of `expanded` in the user's lines.
pub(super) fn places(expanded: &[&[u8]], lines: &[&[u8]]) -> Vec<Place> {
    let original = Original::new(lines);
    let mut result = Vec::with_capacity(expanded.len());
    let mut at = 0;
    while result.len() < expanded.len() {
        let rest = &expanded[result.len()..];
        if original.text(at) == Some(rest[0]) {
            result.push(original.place(at));
            at += 1;
            continue;
        }
        let Some(name) = original.text(at) else {
            // More tokens than the line has: all at its last one.
            result.resize(expanded.len(), original.place(at));
            break;
        };
        let arguments = original.arguments(at);
        let (after, length) = original.resume(at, &arguments, rest);
        let here = if is_name(name) || length == 0 { original.place(at) } else { original.place(at.saturating_sub(1)) };
        original.expansion(&rest[..length], arguments.unwrap_or(at..at), here, &mut result);
        at = after;
    }
    result
}

/// The tokens of the user's lines.
struct Original<'a> {
    tokens: Vec<(&'a [u8], Place)>,
}

impl<'a> Original<'a> {
    fn new(lines: &[&'a [u8]]) -> Original<'a> {
        let mut tokens = Vec::new();
        let mut in_comment = false;
        for (line, text) in (0u32..).zip(lines) {
            let mut at = 0;
            while at < text.len() {
                let rest = &text[at..];
                if in_comment {
                    in_comment = !rest.starts_with(b"*/");
                    at += if in_comment { 1 } else { 2 };
                } else if rest[0].is_ascii_whitespace() || rest == b"\\" {
                    at += 1;
                } else if rest.starts_with(b"//") {
                    break;
                } else if rest.starts_with(b"/*") {
                    in_comment = true;
                    at += 2;
                } else {
                    let length = token_length(rest);
                    tokens.push((&rest[..length], Place { line, byte: at as u32 }));
                    at += length;
                }
            }
        }
        Original { tokens }
    }

    fn text(&self, at: usize) -> Option<&'a [u8]> {
        self.tokens.get(at).map(|token| token.0)
    }

    fn place(&self, at: usize) -> Place {
        self.tokens.get(at).or(self.tokens.last()).map_or(Place { line: 0, byte: 0 }, |token| token.1)
    }

    /// The tokens between the parentheses behind a macro's name.
    fn arguments(&self, name: usize) -> Option<std::ops::Range<usize>> {
        if self.text(name + 1) != Some(b"(") {
            return None;
        }
        let mut depth = 0;
        for at in name + 1..self.tokens.len() {
            match self.tokens[at].0 {
                b"(" => depth += 1,
                b")" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(name + 2..at);
            }
        }
        Some(name + 2..self.tokens.len())
    }

    /// Behind a macro at `name`: where the user's tokens go on, and how many of the expanded ones are its expansion.
    fn resume(&self, name: usize, arguments: &Option<std::ops::Range<usize>>, expanded: &[&[u8]]) -> (usize, usize) {
        let with_arguments = arguments.as_ref().map(|range| range.end + 1);
        let window = &expanded[..expanded.len().min(LOOKAHEAD)];
        for after in with_arguments.into_iter().chain([name + 1]) {
            // When this is the last macro of the line, all that is behind it is at the end of both.
            let behind = self.tokens.len().saturating_sub(after);
            let rest = expanded.len().checked_sub(behind).map(|start| (start, &expanded[start..]));
            if let Some((start, rest)) = rest.filter(|_| behind <= LOOKAHEAD)
                && rest.iter().zip(&self.tokens[self.tokens.len() - behind..]).all(|(a, b)| *a == b.0)
            {
                return (after, start);
            }
            // Otherwise look for what follows in the user's line, up to the next macro: its name is gone.
            let survives = |token: &&[u8]| !is_name(token) || window.contains(token);
            let follow = self.tokens.iter().skip(after).take(4).map(|token| token.0);
            let follow: Vec<&[u8]> = follow.take_while(survives).collect();
            if let Some(length) = find_outside_brackets(window, &follow) {
                return (after, length);
            }
        }
        // Another macro follows at once: this one takes what comes until a token that the line has.
        let after = with_arguments.unwrap_or(name + 1);
        let known = |token: &&[u8]| self.tokens.iter().skip(after).take(100).any(|other| other.0 == *token);
        (after, window.iter().position(known).unwrap_or(window.len()))
    }

    /// Places the tokens of one expansion.
    fn expansion(&self, tokens: &[&[u8]], arguments: std::ops::Range<usize>, here: Place, result: &mut Vec<Place>) {
        let mut next = arguments.start;
        for token in tokens {
            let find = |from: usize| (from..arguments.end).find(|at| self.tokens[*at].0 == *token);
            let found = find(next).or_else(|| find(arguments.start));
            next = found.map_or(next, |at| at + 1);
            result.push(found.map_or(here, |at| self.tokens[at].1));
        }
    }
}

fn is_name(token: &[u8]) -> bool {
    token[0].is_ascii_alphabetic() || token[0] == b'_'
}

/// Where `sought` begins in `tokens`, in no bracket that opens before it: an expansion is usually balanced.
fn find_outside_brackets(tokens: &[&[u8]], sought: &[&[u8]]) -> Option<usize> {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().filter(|_| !sought.is_empty()) {
        let rest = &tokens[at..];
        let length = sought.len().min(rest.len());
        if depth <= 0 && rest[..length] == sought[..length] {
            return Some(at);
        }
        match *token {
            b"(" | b"[" | b"{" => depth += 1,
            b")" | b"]" | b"}" => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The length of the token that a text starts with; zero at its end.
pub(super) fn token_length_at(text: &[u8]) -> usize {
    if text.is_empty() { 0 } else { token_length(text) }
}

fn token_length(text: &[u8]) -> usize {
    let word = |c: u8| c.is_ascii_alphanumeric() || c == b'_' || c == b'$' || !c.is_ascii();
    let count = |from: usize| text[from..].iter().take_while(|c| word(**c)).count();
    let quoted = |open: usize| {
        let mut at = open + 1;
        while at < text.len() && text[at] != text[open] {
            at += if text[at] == b'\\' { 2 } else { 1 };
        }
        (at + 1).min(text.len())
    };
    let number = text[0].is_ascii_digit() || text[0] == b'.' && text.get(1).is_some_and(u8::is_ascii_digit);
    if number {
        let mut at = 1;
        while at < text.len() {
            let exponent = matches!(text[at - 1], b'e' | b'E' | b'p' | b'P') && matches!(text[at], b'+' | b'-');
            if !(word(text[at]) || text[at] == b'.' || exponent) {
                break;
            }
            at += 1;
        }
        return at;
    }
    if word(text[0]) {
        let length = count(0);
        let prefix = matches!(&text[..length], b"L" | b"u" | b"U" | b"u8");
        return if prefix && matches!(text.get(length), Some(b'"' | b'\'')) { quoted(length) } else { length };
    }
    if matches!(text[0], b'"' | b'\'') {
        return quoted(0);
    }
    const LONG: &[&[u8]] = &[
        b"...", b"<<=", b">>=", b"->", b"++", b"--", b"<<", b">>", b"<=", b">=", b"==", b"!=", b"&&", b"||", b"*=",
        b"/=", b"%=", b"+=", b"-=", b"&=", b"^=", b"|=",
    ];
    LONG.iter().find(|long| text.starts_with(long)).map_or(1, |long| long.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns from 1 of the words of `expanded` in the user's text, `line.column` below the first line.
    fn check(original: &str, expanded: &str, expected: &str) {
        let lines: Vec<&[u8]> = original.lines().map(str::as_bytes).collect();
        let tokens: Vec<&[u8]> = expanded.split(' ').map(str::as_bytes).collect();
        let shown = places(&tokens, &lines).into_iter().map(|place| match place.line {
            0 => format!("{}", place.byte + 1),
            line => format!("{line}.{}", place.byte + 1),
        });
        assert_eq!(shown.collect::<Vec<_>>().join(" "), expected, "{original}");
    }

    #[test]
    fn plain_lines() {
        check("int  x =  1;", "int x = 1 ;", "1 6 8 11 12");
        check("  a+++b; /* a */ c", "a ++ + b ; c", "3 4 6 7 8 18");
        check("s = \"a\\\"b\";", "s = \"a\\\"b\" ;", "1 3 5 11");
    }

    #[test]
    fn object_macros() {
        check("x = MAX + y;", "x = ( 10 - 1 ) + y ;", "1 3 5 5 5 5 5 9 11 12");
        check("f(NULL);", "f ( ( ( void * ) 0 ) ) ;", "1 2 3 3 3 3 3 3 3 7 8");
        check("EMPTY int x;", "int x ;", "7 11 12");
        check("x = LAST", "x = 1 + 2", "1 3 5 5 5");
    }

    #[test]
    fn function_macros() {
        check("r = SQ(a) + 1;", "r = ( ( a ) * ( a ) ) + 1 ;", "1 3 5 5 8 5 5 5 8 5 5 11 13 14");
        check("assert(x > 0);", "( x > 0 ) ? a : b ;", "1 8 10 12 1 1 1 1 1 14");
        check("TWICE(g  += b);", "do { g += b ; g += b ; } while ( 0 ) ;", "1 1 7 10 13 1 7 10 13 1 1 1 1 1 1 15");
        check("TWO(a,\n    b);", "a + b ;", "5 1 1.5 1.7");
    }

    #[test]
    fn several_macros() {
        let expanded = "( { if ( x ) ; else f ( ) ; } ) ; ( { if ( y ) ; else f ( ) ; } ) ; z ;";
        check("A(x); A(y); z;", expanded, "1 1 1 1 3 1 1 1 1 1 1 1 1 1 5 7 7 7 7 9 7 7 7 7 7 7 7 7 7 11 13 14");
    }

    #[test]
    fn more_than_the_line_has() {
        check("x", "a b c", "1 1 1");
        check("", "a b", "1 1");
    }
}
