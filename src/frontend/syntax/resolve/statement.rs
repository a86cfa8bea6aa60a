//! Blocks and statements.

use super::declaration::{NO_EXPRESSION, Place};
use super::*;

impl Walker<'_> {
    /// `{ … }` with a scope of its own.
    pub(super) fn block(&mut self) -> Result<()> {
        self.expect(Sym::LBRACE)?;
        self.enter();
        while !self.eat(Sym::RBRACE) {
            if self.sym() == Sym::LABEL {
                self.local_label()?;
            } else if self.sym() == Sym::STATIC_ASSERT || self.declaration_here() {
                self.declaration(Place::Block)?;
            } else {
                self.statement()?;
            }
        }
        self.leave();
        Ok(())
    }

    /// One statement. What stands at the end of another one (an `else`, the body of a loop) is a turn of the loop here,
    /// not a recursion: chains of `else if` may be long.
    fn statement(&mut self) -> Result<()> {
        let mut scopes = 0;
        let depth = self.depth;
        loop {
            self.deeper()?;
            match self.sym() {
                Sym::LBRACE => {
                    self.block()?;
                    break;
                }
                Sym::SEMI => {
                    self.at += 1;
                    break;
                }
                // Each of these is a block, and so is its body (C11 6.8.4p3, 6.8.5p5).
                Sym::IF => {
                    self.enter();
                    scopes += 1;
                    self.condition()?;
                    self.body()?;
                    if !self.eat(Sym::ELSE) {
                        break;
                    }
                }
                Sym::WHILE | Sym::SWITCH => {
                    self.enter();
                    scopes += 1;
                    self.condition()?;
                }
                Sym::DO => {
                    self.at += 1;
                    self.enter();
                    scopes += 1;
                    self.body()?;
                    if self.sym() != Sym::WHILE {
                        return Err(self.expected("`while`"));
                    }
                    self.condition()?;
                    self.expect(Sym::SEMI)?;
                    break;
                }
                Sym::FOR => {
                    self.enter();
                    scopes += 1;
                    self.for_header()?;
                }
                Sym::CASE => {
                    self.at += 1;
                    self.expression()?;
                    if self.eat(Sym::ELLIPSIS) {
                        self.expression()?;
                    }
                    if self.label_ends_statement()? {
                        break;
                    }
                }
                Sym::DEFAULT => {
                    self.at += 1;
                    if self.label_ends_statement()? {
                        break;
                    }
                }
                sym if sym.is_name() && self.peek(1) == Sym::COLON => {
                    self.at += 1;
                    if self.label_ends_statement()? {
                        break;
                    }
                }
                _ => {
                    self.simple_statement()?;
                    break;
                }
            }
        }
        for _ in 0..scopes {
            self.leave();
        }
        self.depth = depth;
        Ok(())
    }

    /// A statement with a scope of its own.
    fn body(&mut self) -> Result<()> {
        self.enter();
        self.statement()?;
        self.leave();
        Ok(())
    }

    /// Behind a label, at its colon. Before a declaration and before `}` lang-c needs an empty statement.
    fn label_ends_statement(&mut self) -> Result<bool> {
        self.expect(Sym::COLON)?;
        let ends = matches!(self.sym(), Sym::RBRACE | Sym::STATIC_ASSERT) || self.declaration_here();
        if ends {
            self.insert(";");
        }
        Ok(ends)
    }

    fn simple_statement(&mut self) -> Result<()> {
        match self.sym() {
            Sym::GOTO => {
                self.at += 1;
                if self.sym() == Sym::STAR {
                    self.unsupported(self.live[self.at - 1], "a computed goto");
                    self.expression()?;
                } else if self.sym().is_name() {
                    self.at += 1;
                } else {
                    return Err(self.expected("a label"));
                }
            }
            Sym::BREAK | Sym::CONTINUE => self.at += 1,
            Sym::RETURN => {
                self.at += 1;
                self.expression()?;
            }
            Sym::ASM => self.asm()?,
            Sym::ELSE => {
                let message = "`else` without an `if`";
                return Err(Diagnostic::new("syntax", message).at(self.tokens.span(self.token())));
            }
            _ => self.expression()?,
        }
        self.expect(Sym::SEMI)
    }

    fn condition(&mut self) -> Result<()> {
        self.at += 1;
        self.expect(Sym::LPAREN)?;
        self.expression()?;
        self.expect(Sym::RPAREN)
    }

    fn for_header(&mut self) -> Result<()> {
        self.at += 1;
        self.expect(Sym::LPAREN)?;
        if self.sym() == Sym::STATIC_ASSERT {
            self.static_assert()?;
        } else if self.declaration_here() {
            self.insert(NO_EXPRESSION);
            self.declaration(Place::Block)?;
        } else {
            self.expression()?;
            self.expect(Sym::SEMI)?;
        }
        self.expression()?;
        self.expect(Sym::SEMI)?;
        self.expression()?;
        self.expect(Sym::RPAREN)
    }

    /// `__label__ a, b;`: labels are the function's anyway, unless two blocks have one of the same name.
    fn local_label(&mut self) -> Result<()> {
        while self.sym() != Sym::SEMI {
            let sym = self.sym();
            if sym.is_name() {
                if self.local_labels.contains(&sym) {
                    self.unsupported(self.token(), "a label that two blocks declare");
                }
                self.local_labels.push(sym);
            } else if sym != Sym::COMMA && sym != Sym::LABEL {
                return Err(self.expected("a label"));
            }
            self.role(Role::Removed);
            self.at += 1;
        }
        self.role(Role::Removed);
        self.at += 1;
        Ok(())
    }

    /// Inline assembly without its semicolon.
    fn asm(&mut self) -> Result<()> {
        self.at += 1;
        loop {
            match self.sym() {
                Sym::VOLATILE => self.at += 1,
                Sym::INLINE => {
                    self.role(Role::Removed);
                    self.at += 1;
                }
                Sym::GOTO => {
                    self.unsupported(self.token(), "`asm goto`");
                    self.at += 1;
                }
                _ => break,
            }
        }
        self.expect(Sym::LPAREN)?;
        while !self.eat(Sym::RPAREN) {
            match self.sym() {
                Sym::STRING | Sym::COLON | Sym::COMMA => self.at += 1,
                Sym::LBRACKET => self.skip(),
                Sym::LPAREN => {
                    self.at += 1;
                    self.expression()?;
                    self.expect(Sym::RPAREN)?;
                }
                // The labels of `asm goto`.
                sym if sym.is_name() && self.unsupported.is_some() => self.at += 1,
                _ => return Err(self.expected("an operand of `asm`")),
            }
        }
        Ok(())
    }
}
