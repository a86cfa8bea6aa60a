//! The statements of a unit by their tokens: where witnesses put their waypoints and invariants.
//!
//! Neither the typed program nor the automaton has statements as the user wrote them: jumps are edges, blocks are gone,
//! one statement is many edges. Witnesses speak of keywords and of first characters. So the tokens inside of functions
//! are read once more, only as far as to know where statements begin and end, and where the condition of each stands.
//! Statements inside of expressions are not looked at; nobody can put anything there.

use crate::source::UnitText;

/// The statements of one unit.
pub struct Layout {
    pub stmts: Vec<Stmt>,
    pub functions: Vec<Function>,
    /// For each bracket the other one.
    partner: Vec<Option<u32>>,
}

/// The definition of a function, as tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    /// The first token of its declaration.
    pub head: u32,
    /// The opening brace.
    pub body: u32,
    /// One past the closing brace.
    pub end: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Block,
    If,
    While,
    For,
    Do,
    Switch,
    Declaration,
    /// `return`, `goto`, `break`, `continue`.
    Jump,
    Plain,
}

/// A statement, as tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stmt {
    pub kind: Kind,
    /// The first token, labels included.
    pub start: u32,
    /// The first token behind its labels; a keyword where the statement has one.
    pub code: u32,
    /// One past the last token.
    pub end: u32,
    /// What decides: the tokens of the condition, without parentheses; empty if a `for` has none.
    pub cond: Option<(u32, u32)>,
    /// Whether it stands in a block, where another statement can stand in front of it.
    pub in_block: bool,
    /// The statement that it is a part of.
    pub parent: Option<usize>,
}

impl Stmt {
    pub fn is_loop(&self) -> bool {
        matches!(self.kind, Kind::While | Kind::For | Kind::Do)
    }

    fn has(&self, token: u32) -> bool {
        (self.start..self.end).contains(&token)
    }
}

impl Layout {
    pub fn of(text: &UnitText) -> Layout {
        let partner = partners(text);
        let mut reader = Reader { text, partner, stmts: Vec::new() };
        let mut functions = Vec::new();
        let (mut at, mut head) = (0, 0);
        while at < reader.count() {
            let body = reader.is(at, "{") && at > 0 && (reader.is(at - 1, ")") || reader.is(at - 1, ";"));
            match reader.partner[at as usize] {
                Some(end) if body => {
                    reader.block(at, end, None, false);
                    functions.push(Function { name: reader.name_of(at), head, body: at, end: end + 1 });
                    (at, head) = (end + 1, end + 1);
                }
                Some(end) if end > at => at = end + 1,
                _ => {
                    head = if reader.is(at, ";") { at + 1 } else { head };
                    at += 1;
                }
            }
        }
        Layout { stmts: reader.stmts, functions, partner: reader.partner }
    }

    /// The function that a token is in.
    pub fn function(&self, token: u32) -> Option<&str> {
        let inside = |function: &&Function| (function.body..function.end).contains(&token);
        self.functions.iter().find(inside).map(|function| function.name.as_str())
    }

    /// The smallest statement that a token is in.
    pub fn around(&self, token: u32) -> Option<usize> {
        let smallest = |index: &usize| self.stmts[*index].end - self.stmts[*index].start;
        (0..self.stmts.len()).filter(|index| self.stmts[*index].has(token)).min_by_key(smallest)
    }

    /// Whether a part of a condition is true when the whole is as good as false: how many negations it stands under.
    pub fn is_negated(&self, text: &UnitText, token: u32) -> bool {
        let own = self.stmts.iter().filter_map(|stmt| stmt.cond);
        let end = self.around(token).map_or(token, |stmt| self.stmts[stmt].end);
        let choices = (token..end).filter_map(|question| self.choice(text, question));
        let conditions = own.chain(choices).filter(|(start, end)| (*start..*end).contains(&token));
        let Some((start, _)) = conditions.min_by_key(|(start, end)| end - start) else { return false };
        let covers = |not: u32| {
            let operand = (not + 1..token).find(|at| text.token(*at) != b"!").unwrap_or(token);
            let close = self.partner.get(operand as usize).copied().flatten();
            operand == token || (text.token(operand) == b"(" && close.is_some_and(|close| close > token))
        };
        let negations = (start..token).filter(|at| text.token(*at) == b"!" && covers(*at)).count();
        negations % 2 == 1
    }

    /// What a conditional expression decides by, if this is its question mark: the tokens of the condition. Nothing for
    /// `a ?: b`, whose condition is its value as well.
    pub fn choice(&self, text: &UnitText, question: u32) -> Option<(u32, u32)> {
        const BEFORE: &str = "( [ { } , ; ? : = += -= *= /= %= &= |= ^= <<= >>= return case else do";
        if text.token(question) != b"?" || text.token(question + 1) == b":" {
            return None;
        }
        let first = self.stmts[self.around(question)?].code;
        let mut start = question;
        while start > first {
            let before = start - 1;
            if BEFORE.split(' ').any(|word| word.as_bytes() == text.token(before)) {
                break;
            }
            start = self.opening(before).unwrap_or(before);
        }
        (start < question).then_some((start, question))
    }

    /// The call that ends with a parenthesis: its first token, and the name that is called, if it is one.
    pub fn call<'a>(&self, text: &'a UnitText, close: u32) -> Option<(u32, Option<&'a [u8]>)> {
        const KEYWORDS: &str = "return case else do sizeof if while for switch _Alignof __typeof__ typeof";
        let open = self.opening(close).filter(|open| text.token(*open) == b"(")?;
        let first = self.stmts[self.around(close)?].code;
        let is_name = |token: u32| {
            let word = text.token(token);
            let letter = word.first().is_some_and(|c| c.is_ascii_alphabetic() || *c == b'_');
            letter && !KEYWORDS.split(' ').any(|keyword| keyword.as_bytes() == word)
        };
        let mut start = open;
        while start > first {
            let before = start - 1;
            let member = |at: u32| at > first && matches!(text.token(at - 1), b"." | b"->");
            match self.opening(before) {
                Some(opening) => start = opening,
                None if is_name(before) && member(before) => start = before - 1,
                None if is_name(before) => {
                    start = before;
                    break;
                }
                None => break,
            }
        }
        (start < open).then(|| (start, (start + 1 == open).then(|| text.token(start))))
    }

    /// The bracket that one closes.
    fn opening(&self, close: u32) -> Option<u32> {
        self.partner.get(close as usize).copied().flatten().filter(|open| *open < close)
    }

    /// The statement that begins with a token, with its labels or behind them.
    pub fn beginning(&self, token: u32) -> Option<usize> {
        (0..self.stmts.len()).find(|index| {
            let stmt = &self.stmts[*index];
            stmt.kind != Kind::Block && (stmt.code == token || stmt.start == token)
        })
    }
}

/// For each bracket the other one.
fn partners(text: &UnitText) -> Vec<Option<u32>> {
    let mut partner = vec![None; text.tokens.len()];
    let mut open = Vec::new();
    for token in 0..text.tokens.len() as u32 {
        match text.token(token) {
            b"(" | b"[" | b"{" => open.push(token),
            b")" | b"]" | b"}" => {
                if let Some(first) = open.pop() {
                    partner[first as usize] = Some(token);
                    partner[token as usize] = Some(first);
                }
            }
            _ => {}
        }
    }
    partner
}

/// Words that a declaration can begin with; names of types are known by the name behind them.
const DECLARES: &str = "int unsigned signed char short long float double void _Bool struct union enum const \
    volatile static register auto extern typedef _Complex __int128 __typeof__ typeof __typeof __extension__ _Alignas \
    _Static_assert __const __volatile__ _Thread_local __thread __signed__ _Float128 __float128 inline";

struct Reader<'a> {
    text: &'a UnitText,
    partner: Vec<Option<u32>>,
    stmts: Vec<Stmt>,
}

impl Reader<'_> {
    fn count(&self) -> u32 {
        self.text.tokens.len() as u32
    }

    fn is(&self, token: u32, word: &str) -> bool {
        token < self.count() && self.text.token(token) == word.as_bytes()
    }

    fn is_name(&self, token: u32) -> bool {
        token < self.count() && self.text.token(token).first().is_some_and(|c| c.is_ascii_alphabetic() || *c == b'_')
    }

    /// The name in front of the parameters of a function whose body begins here.
    fn name_of(&self, body: u32) -> String {
        let mut at = body;
        while at > 0 {
            at -= 1;
            match self.partner[at as usize] {
                Some(open) if self.is(at, ")") => {
                    let name = open.saturating_sub(1);
                    if self.is_name(name) && !self.is(name, "__attribute__") && !self.is(name, "__asm__") {
                        return String::from_utf8_lossy(self.text.token(name)).into_owned();
                    }
                    at = name;
                }
                _ if self.is(at, "}") => break,
                _ => {}
            }
        }
        String::new()
    }

    /// The bracket that closes one, or the end of the text.
    fn close(&self, open: u32) -> u32 {
        self.partner.get(open as usize).copied().flatten().unwrap_or(self.count()).max(open)
    }

    fn push(&mut self, stmt: Stmt) -> usize {
        self.stmts.push(stmt);
        self.stmts.len() - 1
    }

    /// A block from its brace to the other one.
    fn block(&mut self, open: u32, close: u32, parent: Option<usize>, in_block: bool) -> usize {
        let (start, code, end) = (open, open, close + 1);
        let block = self.push(Stmt { kind: Kind::Block, start, code, end, cond: None, in_block, parent });
        let mut at = open + 1;
        while at < close {
            at = self.stmt(at, close, Some(block), true).max(at + 1);
        }
        block
    }

    /// The statement at a token; what comes behind it.
    fn stmt(&mut self, start: u32, limit: u32, parent: Option<usize>, in_block: bool) -> u32 {
        let code = self.behind_labels(start, limit);
        if code >= limit {
            return limit;
        }
        if self.is(code, "{") {
            let close = self.close(code);
            let block = self.block(code, close, parent, in_block);
            self.stmts[block].start = start;
            return close + 1;
        }
        let word = String::from_utf8_lossy(self.text.token(code)).into_owned();
        let kind = match word.as_str() {
            "if" => Kind::If,
            "while" => Kind::While,
            "for" => Kind::For,
            "do" => Kind::Do,
            "switch" => Kind::Switch,
            "return" | "goto" | "break" | "continue" => Kind::Jump,
            _ if self.declares(code, &word) => Kind::Declaration,
            _ => Kind::Plain,
        };
        let index = self.push(Stmt { kind, start, code, end: limit, cond: None, in_block, parent });
        let (end, cond) = match kind {
            Kind::If | Kind::While | Kind::For | Kind::Switch if self.is(code + 1, "(") => {
                let close = self.close(code + 1);
                let mut end = self.stmt(close + 1, limit, Some(index), false);
                if kind == Kind::If && self.is(end, "else") {
                    end = self.stmt(end + 1, limit, Some(index), false);
                }
                let inside = (code + 2, close);
                (end, if kind == Kind::For { self.middle(inside) } else { Some(inside) })
            }
            Kind::Do => {
                let word = self.stmt(code + 1, limit, Some(index), false);
                let close = self.close(word + 1);
                ((close + 2).min(limit), self.is(word, "while").then_some((word + 2, close)))
            }
            _ => (self.semicolon(code, limit), None),
        };
        let stmt = &mut self.stmts[index];
        (stmt.end, stmt.cond) = (end, cond);
        end
    }

    /// What stands between the semicolons of a `for`.
    fn middle(&self, (start, end): (u32, u32)) -> Option<(u32, u32)> {
        let first = self.semicolon(start, end);
        let second = self.semicolon(first, end);
        (self.is(first - 1, ";") && self.is(second - 1, ";") && second > first).then_some((first, second - 1))
    }

    /// Behind the next semicolon outside of brackets.
    fn semicolon(&self, start: u32, limit: u32) -> u32 {
        let mut at = start;
        while at < limit {
            if self.is(at, ";") {
                return at + 1;
            }
            at = match self.partner[at as usize] {
                Some(end) if end > at => end + 1,
                _ => at + 1,
            };
        }
        limit
    }

    fn behind_labels(&self, start: u32, limit: u32) -> u32 {
        let mut at = start;
        loop {
            if self.is(at, "case") {
                let mut choices = 0;
                at += 1;
                while at < limit && !(self.is(at, ":") && choices == 0) {
                    choices += i32::from(self.is(at, "?")) - i32::from(self.is(at, ":"));
                    at = match self.partner[at as usize] {
                        Some(end) if end > at => end + 1,
                        _ => at + 1,
                    };
                }
                at += 1;
            } else if self.is_name(at) && self.is(at + 1, ":") {
                at += 2;
            } else {
                return at;
            }
        }
    }

    fn declares(&self, code: u32, word: &str) -> bool {
        if DECLARES.split_whitespace().any(|known| known == word) {
            return true;
        }
        let mut at = code + 1;
        while self.is(at, "*") {
            at += 1;
        }
        let ends = [";", "=", ",", "["].iter().any(|end| self.is(at + 1, end));
        // `a * b;` as a statement would do nothing.
        self.is_name(code) && self.is_name(at) && ends
    }
}
