//! Expressions: names, types in parentheses, and the forms that lang-c needs to see differently.
//!
//! Operators are only told apart as far as needed to know whether an operand or an operator comes next; that decides
//! what `(` and `&&` are.

use super::*;
use crate::frontend::syntax::ELVIS;

impl Walker<'_> {
    /// A full expression, commas included.
    pub(super) fn expression(&mut self) -> Result<()> {
        self.walk(true)
    }

    /// An expression that ends at a comma.
    pub(super) fn assignment(&mut self) -> Result<()> {
        self.walk(false)
    }

    fn walk(&mut self, commas: bool) -> Result<()> {
        let depth = self.depth;
        self.operands(commas)?;
        self.depth = depth;
        Ok(())
    }

    fn operands(&mut self, commas: bool) -> Result<()> {
        let mut operand = true;
        // The `?` whose `:` is still to come.
        let mut conditions = 0;
        loop {
            let sym = self.sym();
            if sym.class() == Class::Punctuator && sym != Sym::COMMA {
                self.deeper()?;
            }
            match sym {
                Sym::RPAREN | Sym::RBRACKET | Sym::RBRACE | Sym::SEMI | Sym::ELLIPSIS | Sym::EOF => return Ok(()),
                Sym::COMMA if !commas && conditions == 0 => return Ok(()),
                Sym::COLON if conditions == 0 => return Ok(()),
                Sym::COLON => {
                    conditions -= 1;
                    self.at += 1;
                    operand = true;
                }
                Sym::QUESTION => {
                    conditions += 1;
                    self.at += 1;
                    if self.sym() == Sym::COLON {
                        self.insert(ELVIS);
                    }
                    operand = true;
                }
                Sym::LPAREN if operand => operand = self.parenthesis()?,
                Sym::LPAREN => self.bracketed(Sym::RPAREN)?,
                Sym::LBRACKET if !operand => self.bracketed(Sym::RBRACKET)?,
                Sym::DOT | Sym::ARROW if !operand => {
                    self.at += 1;
                    if !self.sym().is_name() {
                        return Err(self.expected("the name of a member"));
                    }
                    self.at += 1;
                }
                Sym::AND_AND if operand => {
                    self.unsupported(self.token(), "the address of a label (`&&label`)");
                    self.at += 2;
                    operand = false;
                }
                Sym::INCREMENT | Sym::DECREMENT => self.at += 1,
                Sym::REAL | Sym::IMAG => {
                    self.unsupported(self.token(), "complex arithmetic");
                    self.at += 1;
                }
                Sym::STRING => {
                    if !operand && self.peek_back() != Sym::STRING {
                        return Err(self.no_operator());
                    }
                    self.at += 1;
                    operand = false;
                }
                Sym::SIZEOF | Sym::ALIGNOF if operand => operand = self.size_of()?,
                _ if sym.class() == Class::Punctuator && sym != Sym::LBRACE => {
                    self.at += 1;
                    operand = true;
                }
                _ if operand => {
                    self.operand()?;
                    operand = false;
                }
                _ => return Err(self.no_operator()),
            }
        }
    }

    fn peek_back(&self) -> Sym {
        self.at.checked_sub(1).map_or(Sym::EOF, |before| self.tokens.syms[self.live[before] as usize])
    }

    /// Two operands in a row: often a misspelt type, or a forgotten semicolon.
    fn no_operator(&self) -> Diagnostic {
        let two_names = self.sym().is_name() && self.peek_back().is_name();
        let before = self.at.checked_sub(2).map(|at| self.tokens.syms[self.live[at] as usize]);
        if two_names && matches!(before, Some(Sym::SEMI | Sym::LBRACE | Sym::RBRACE)) {
            let token = self.live[self.at - 1];
            let message = format!("unknown type name {}", self.tokens.quote(token));
            return Diagnostic::new("syntax", message).at(self.tokens.span(token));
        }
        self.expected("`;` or an operator")
    }

    /// A call's arguments or an index.
    fn bracketed(&mut self, close: Sym) -> Result<()> {
        self.at += 1;
        self.expression()?;
        self.expect(close)
    }

    /// `(` where an operand is due. Whether an operand is still due behind it: that is so after a cast.
    fn parenthesis(&mut self) -> Result<bool> {
        self.at += 1;
        if self.sym() == Sym::LBRACE {
            self.block()?;
            self.expect(Sym::RPAREN)?;
            return Ok(false);
        }
        if !self.type_at(0) {
            self.expression()?;
            self.expect(Sym::RPAREN)?;
            return Ok(false);
        }
        self.type_name()?;
        self.expect(Sym::RPAREN)?;
        if self.sym() == Sym::LBRACE {
            self.braces(true)?;
            return Ok(false);
        }
        Ok(true)
    }

    /// `sizeof` or `_Alignof`; whether an operand is still due.
    fn size_of(&mut self) -> Result<bool> {
        if self.sym() == Sym::ALIGNOF {
            let preferred = self.tokens.text.token(self.token()).starts_with(b"__");
            self.alignofs.push((self.token(), preferred));
        }
        self.at += 1;
        if self.sym() != Sym::LPAREN || !self.type_at(1) {
            return Ok(true);
        }
        let open = self.token();
        if self.parenthesis()? {
            return Ok(false);
        }
        // `sizeof (T){…}.member`: lang-c would stop after the type.
        self.edits.push((open, Edit::Insert("(")));
        loop {
            match self.sym() {
                Sym::LPAREN => self.bracketed(Sym::RPAREN)?,
                Sym::LBRACKET => self.bracketed(Sym::RBRACKET)?,
                Sym::DOT | Sym::ARROW => self.at += 2,
                Sym::INCREMENT | Sym::DECREMENT => self.at += 1,
                _ => break,
            }
        }
        self.insert(")");
        Ok(false)
    }

    /// An operand that is neither in parentheses nor a string.
    fn operand(&mut self) -> Result<()> {
        let sym = self.sym();
        match sym {
            Sym::NUMBER | Sym::CHARACTER => self.at += 1,
            Sym::GENERIC => self.generic()?,
            Sym::VA_ARG => {
                self.at += 1;
                self.expect(Sym::LPAREN)?;
                self.assignment()?;
                self.expect(Sym::COMMA)?;
                self.type_name()?;
                self.expect(Sym::RPAREN)?;
            }
            Sym::OFFSETOF => self.offset_of()?,
            Sym::COMPATIBLE => self.compatible()?,
            _ if sym.is_name() && !self.type_at(0) => _ = self.ordinary(),
            _ if self.type_at(0) && self.in_builtin_call() => {
                self.unsupported(self.token(), "a builtin function that takes a type");
                self.type_name()?;
            }
            _ => {
                let message = format!("expected an expression, found {}", self.tokens.quote(self.token()));
                return Err(Diagnostic::new("syntax", message).at(self.tokens.span(self.token())));
            }
        }
        Ok(())
    }

    /// Whether the argument here is one of a function `__builtin_…`.
    fn in_builtin_call(&self) -> bool {
        let token = self.token();
        let opening = (0..self.at).rev().find(|before| {
            let open = self.live[*before] as usize;
            self.tokens.syms[open] == Sym::LPAREN && self.tokens.partner[open] > token
        });
        let callee = opening.and_then(|open| open.checked_sub(1)).map(|before| self.live[before]);
        callee.is_some_and(|callee| self.tokens.text.token(callee).starts_with(b"__builtin_"))
    }

    fn generic(&mut self) -> Result<()> {
        self.at += 1;
        self.expect(Sym::LPAREN)?;
        self.assignment()?;
        while self.eat(Sym::COMMA) {
            if !self.eat(Sym::DEFAULT) {
                self.type_name()?;
            }
            self.expect(Sym::COLON)?;
            self.assignment()?;
        }
        self.expect(Sym::RPAREN)
    }

    fn offset_of(&mut self) -> Result<()> {
        self.at += 1;
        self.expect(Sym::LPAREN)?;
        self.type_name()?;
        self.expect(Sym::COMMA)?;
        loop {
            if !self.sym().is_name() {
                return Err(self.expected("the name of a member"));
            }
            self.at += 1;
            while self.sym() == Sym::LBRACKET {
                self.bracketed(Sym::RBRACKET)?;
            }
            if !self.eat(Sym::DOT) && !self.eat(Sym::ARROW) {
                return self.expect(Sym::RPAREN);
            }
        }
    }

    fn compatible(&mut self) -> Result<()> {
        self.at += 1;
        self.expect(Sym::LPAREN)?;
        self.insert("sizeof (");
        self.type_name()?;
        self.insert(")");
        self.expect(Sym::COMMA)?;
        self.insert("sizeof (");
        self.type_name()?;
        self.insert(")");
        self.expect(Sym::RPAREN)
    }
}
