//! Whether a text is an expression of C, as far as can be said without the program.
//!
//! Types are not known here: a name in parentheses in front of an operand is taken for a type. What is refused is no C
//! in any program, or has an effect, which no expression of a witness may have. One pass with a stack of open brackets:
//! machines write expressions that are nested deeper than any recursion should go.

/// What is wrong with an expression; nothing if it can be one.
pub(super) fn fault(text: &str) -> Option<String> {
    let tokens = match tokens(text) {
        Ok(tokens) => tokens,
        Err(fault) => return Some(fault),
    };
    if tokens.is_empty() {
        return Some("there is no expression".into());
    }
    Walk { tokens: &tokens, at: 0, open: Vec::new() }.run().err()
}

/// The parts of an assumption of GraphML, which may be several that are separated by semicolons.
pub(super) fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(';').map(str::trim).filter(|part| !part.is_empty())
}

/// Whether a text speaks of what a function returns.
pub(super) fn has_result(text: &str) -> bool {
    text.contains("\\result")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Name,
    /// A number, a character, or a string.
    Literal,
    Mark,
}

type Token<'a> = (Kind, &'a str);

fn tokens(text: &str) -> Result<Vec<Token<'_>>, String> {
    const MARKS: &[&str] = &[
        "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=", "/=", "%=", "+=", "-=",
        "&=", "^=", "|=",
    ];
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = |more: &dyn Fn(char) -> bool| rest.find(|c| !more(c)).unwrap_or(rest.len());
        let (kind, length) = match first {
            '0'..='9' | '.' if number(rest) > 0 => (Kind::Literal, number(rest)),
            '\\' => (Kind::Name, 1 + rest[1..].find(|c| !word(c)).unwrap_or(rest.len() - 1)),
            '"' | '\'' => match quoted(rest) {
                Some(length) => (Kind::Literal, length),
                None => return Err(format!("`{first}` is not closed")),
            },
            c if word(c) => (Kind::Name, length(&word)),
            _ => match MARKS.iter().find(|mark| rest.starts_with(**mark)) {
                Some(mark) => (Kind::Mark, mark.len()),
                None if "+-*/%&|^~!<>=?:.,()[]".contains(first) => (Kind::Mark, 1),
                None => return Err(format!("`{first}` is in no expression of C")),
            },
        };
        if length <= 1 && first == '\\' {
            return Err("`\\` is in no expression of C".into());
        }
        found.push((kind, &rest[..length]));
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

/// The length of a number of C, zero if there is none.
fn number(text: &str) -> usize {
    let bytes = text.as_bytes();
    if !(bytes[0].is_ascii_digit() || bytes.get(1).is_some_and(u8::is_ascii_digit)) {
        return 0;
    }
    let mut at = 1;
    while let Some(byte) = bytes.get(at) {
        let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
        let exponent = match bytes[at - 1] {
            b'e' | b'E' => !hexadecimal,
            b'p' | b'P' => true,
            _ => false,
        };
        if !(byte.is_ascii_alphanumeric() || *byte == b'.' || exponent && matches!(byte, b'+' | b'-')) {
            break;
        }
        at += 1;
    }
    at
}

/// The length of a character or a string with its quotes.
fn quoted(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    while *bytes.get(at)? != bytes[0] {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    Some(at + 1)
}

const TYPE_WORDS: &[&str] = &[
    "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool", "struct", "union",
    "enum", "const", "volatile", "__int128", "bool",
];

struct Walk<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
    /// What closes each bracket that is open; a `?` is closed by `:`.
    open: Vec<&'static str>,
}

impl Walk<'_> {
    fn run(mut self) -> Result<(), String> {
        let mut operand = true;
        while let Some((kind, text)) = self.tokens.get(self.at).copied() {
            operand = match operand {
                true => self.operand(kind, text)?,
                false => self.operator(kind, text)?,
            };
        }
        match (operand, self.open.last()) {
            (true, _) => Err("something is missing at its end".into()),
            (false, Some(close)) => Err(format!("`{close}` is missing")),
            (false, None) => Ok(()),
        }
    }

    /// Where an operand begins. Whether one still has to come.
    fn operand(&mut self, kind: Kind, text: &str) -> Result<bool, String> {
        self.at += 1;
        match (kind, text) {
            (Kind::Mark, "!" | "~" | "-" | "+" | "*" | "&") | (Kind::Name, "sizeof" | "__real__" | "__imag__") => {
                let kind_of = self.tokens.get(self.at).is_some_and(|next| next.1 == "(");
                match (text, kind_of.then(|| self.type_name(self.at)).flatten()) {
                    ("sizeof", Some(behind)) => {
                        self.at = behind;
                        Ok(false)
                    }
                    _ => Ok(true),
                }
            }
            (Kind::Mark, "++" | "--") => Err(format!("`{text}` changes something")),
            (Kind::Mark, "(") => {
                if let Some(behind) = self.type_name(self.at - 1).filter(|behind| self.is_cast(*behind)) {
                    self.at = behind;
                    return Ok(true);
                }
                self.open.push(")");
                Ok(true)
            }
            (Kind::Name, word) if TYPE_WORDS.contains(&word) => Err(format!("`{word}` is a type, and no value")),
            (Kind::Name, name) if name.starts_with('\\') && self.tokens.get(self.at).is_some_and(|t| t.1 == "(") => {
                self.at += 1;
                self.open.push(")");
                Ok(true)
            }
            (Kind::Name | Kind::Literal, _) => Ok(false),
            (Kind::Mark, mark) => Err(format!("there is no operand in front of `{mark}`")),
        }
    }

    /// Where an operand has ended. Whether another one has to come.
    fn operator(&mut self, kind: Kind, text: &str) -> Result<bool, String> {
        self.at += 1;
        match (kind, text) {
            (Kind::Mark, ")" | "]") => match self.open.pop() {
                Some(close) if close == text => Ok(false),
                Some(close) => Err(format!("there is `{text}` where `{close}` has to be")),
                None => Err(format!("`{text}` closes nothing")),
            },
            (Kind::Mark, ":") if self.open.last() == Some(&":") => {
                self.open.pop();
                Ok(true)
            }
            (Kind::Mark, "[") => {
                self.open.push("]");
                Ok(true)
            }
            (Kind::Mark, "?") => {
                self.open.push(":");
                Ok(true)
            }
            (Kind::Mark, "(") => Err("it calls a function".into()),
            (Kind::Mark, "." | "->") => match self.tokens.get(self.at) {
                Some((Kind::Name, _)) => {
                    self.at += 1;
                    Ok(false)
                }
                _ => Err(format!("there is no name of a member behind `{text}`")),
            },
            (Kind::Mark, "++" | "--" | "=") => Err(format!("`{text}` changes something")),
            (Kind::Mark, mark) if mark.len() > 1 && mark.ends_with('=') && !COMPARES.contains(&mark) => {
                Err(format!("`{text}` changes something"))
            }
            (Kind::Mark, "!" | "~" | ":") => Err(format!("there is `{text}` behind an operand")),
            (Kind::Mark, _) => Ok(true),
            (Kind::Name | Kind::Literal, _) => {
                // Strings behind each other are one.
                let strings = text.starts_with('"') && self.tokens[self.at - 2].1.starts_with('"');
                if strings { Ok(false) } else { Err(format!("there is no operator in front of `{text}`")) }
            }
        }
    }

    /// Where the tokens go on behind a type name in parentheses, if there can be one.
    fn type_name(&self, open: usize) -> Option<usize> {
        let rest = &self.tokens[open + 1..];
        // Ends at the next parenthesis, so that all of these together look at no token twice.
        let part = |token: &Token| ["*", "[", "]"].contains(&token.1) || token.0 != Kind::Mark;
        let length = rest.iter().position(|token| !part(token))?;
        let named = rest[0].0 == Kind::Name && !rest[0].1.starts_with('\\');
        (named && length > 0 && rest[length].1 == ")").then_some(open + length + 2)
    }

    /// Whether parentheses that can have a type are in front of an operand that they are applied to.
    fn is_cast(&self, behind: usize) -> bool {
        let inside = &self.tokens[..behind];
        let open = inside.iter().rposition(|token| token.1 == "(").unwrap_or(0);
        let sure = inside[open..].iter().any(|token| TYPE_WORDS.contains(&token.1));
        match self.tokens.get(behind) {
            None => false,
            Some((Kind::Name | Kind::Literal, _)) => true,
            Some((Kind::Mark, "(" | "!" | "~")) => true,
            Some((Kind::Mark, "-" | "+" | "*" | "&")) => sure,
            Some(_) => false,
        }
    }
}

const COMPARES: &[&str] = &["==", "!=", "<=", ">="];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_of_c() {
        for text in [
            "x",
            "(y==0) && (x==42)",
            "s == ((long long) 2 * i)",
            "a[i + 1].b->c != -3UL",
            "x ? y : z",
            "(size_t) n < sizeof(struct s *) + sizeof x",
            "*p == 'a' && \"a\" \"b\"[0]",
            "\\result == 0",
            "\\at(x, Pre) < x",
            "1.5e-3f < 0x1p+3 || .5 > x",
            "(unsigned char) -x == (a) - b",
            "!(s <= 0)",
            "x % 2U == 0x0eU-1",
        ] {
            assert_eq!(fault(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_none() {
        for (text, word) in [
            ("", "no expression"),
            ("x ==", "missing at its end"),
            ("(x", "`)` is missing"),
            ("x)", "closes nothing"),
            ("x = 1", "changes"),
            ("x++", "changes"),
            ("x += 2", "changes"),
            ("f(x)", "calls"),
            ("x y", "no operator"),
            ("x # y", "in no expression"),
            ("a[1", "`]` is missing"),
            ("x ? y", "`:` is missing"),
            ("p->", "member"),
            ("'a", "not closed"),
            ("int", "type"),
            ("&& x", ""),
            ("\\ x", "in no expression"),
        ] {
            let fault = fault(text);
            assert!(fault.as_ref().is_some_and(|fault| fault.contains(word)), "{text}: {fault:?}");
        }
    }

    #[test]
    fn deep_ones_are_no_problem() {
        let deep = format!("{}x{}", "(".repeat(100_000), ")".repeat(100_000));
        assert_eq!(fault(&deep), None);
    }
}
