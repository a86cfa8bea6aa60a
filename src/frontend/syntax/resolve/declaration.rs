//! Declarations: specifiers, structures, enumerations, initialisers, function definitions.

use super::*;
use crate::frontend::syntax::EMPTY;

/// Where a declaration is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    File,
    Block,
    /// Between the parameters and the body of an old-style definition.
    OldParameters,
}

pub(super) struct Specifiers {
    typedef: bool,
    /// The token of `__auto_type`.
    auto_type: Option<u32>,
}

/// Lets lang-c see a declaration or a type where it would try an expression first; means nothing.
pub(super) const NO_EXPRESSION: &str = "__attribute__ (())";

impl Walker<'_> {
    /// A declaration up to its semicolon, or a function definition; then the braces of its body come back.
    pub(super) fn declaration(&mut self, place: Place) -> Result<Option<(u32, u32)>> {
        if self.sym() == Sym::STATIC_ASSERT {
            self.static_assert()?;
            return Ok(None);
        }
        if place == Place::File && self.sym().is_name() && !self.type_at(0) {
            let known = matches!(self.peek(1), Sym::LPAREN | Sym::SEMI | Sym::COMMA | Sym::ASSIGN | Sym::LBRACKET);
            if !known {
                return Err(self.unknown_type());
            }
        } else if place == Place::File && !self.declaration_here() && !matches!(self.sym(), Sym::STAR | Sym::LPAREN) {
            let message = format!("expected a declaration, found {}", self.tokens.quote(self.token()));
            return Err(Diagnostic::new("syntax", message).at(self.tokens.span(self.token())));
        }
        let specifiers = self.specifiers()?;
        if self.eat(Sym::SEMI) {
            return Ok(None);
        }
        let mut first = true;
        loop {
            let lone = self.sym().is_name() && self.peek(1) == Sym::ASSIGN;
            let declarator = self.declarator(declarator::Naming::Required)?;
            if let Some((name, at)) = declarator.name {
                self.declare(name, specifiers.typedef);
                if specifiers.typedef {
                    self.roles[self.live[at] as usize] = Role::Type;
                }
            }
            if let (true, Some(shadowed)) = (first, declarator.function())
                && place != Place::OldParameters
                && (self.sym() == Sym::LBRACE || self.declaration_here())
            {
                return self.function_body(shadowed, place);
            }
            if self.sym() == Sym::ASM {
                self.at += 1;
                self.skip();
            }
            if self.eat(Sym::ASSIGN) {
                let start = self.at as u32;
                self.initializer()?;
                if let Some(token) = specifiers.auto_type {
                    let simple = first && lone && self.sym() == Sym::SEMI;
                    if simple {
                        self.edits.push((token, Edit::TypeOfValue(start, self.at as u32)));
                    } else {
                        self.unsupported(token, "`__auto_type` with more than one name");
                    }
                }
            } else if let Some(token) = specifiers.auto_type {
                self.unsupported(token, "`__auto_type` without an initialiser");
            }
            first = false;
            if self.eat(Sym::SEMI) {
                return Ok(None);
            }
            if !self.eat(Sym::COMMA) {
                return Err(self.expected("`;`"));
            }
        }
    }

    /// The rest of a function definition; `shadowed` are its parameters that have names of types.
    fn function_body(&mut self, shadowed: Vec<Sym>, place: Place) -> Result<Option<(u32, u32)>> {
        let behind_declarator = self.at;
        self.enter();
        for name in shadowed {
            self.declare(name, false);
        }
        while self.declaration_here() {
            self.declaration(Place::OldParameters)?;
        }
        if self.sym() != Sym::LBRACE {
            // No definition in the old style after all: it is the semicolon that is missing.
            self.at = behind_declarator;
            return Err(self.expected("`;`"));
        }
        let start = self.at as u32;
        if place == Place::Block {
            self.unsupported(self.token(), "a function inside a function");
            self.skip();
            self.leave();
            return Ok(None);
        }
        self.block()?;
        self.leave();
        Ok(Some((start, self.at as u32)))
    }

    /// Declaration specifiers, or the specifiers and qualifiers of a type name. Where there is no type, it is `int`.
    pub(super) fn specifiers(&mut self) -> Result<Specifiers> {
        let mut specifiers = Specifiers { typedef: false, auto_type: None };
        let mut has_type = false;
        let mut int128 = None;
        let mut signs: Vec<u32> = Vec::new();
        let mut basic: Vec<Sym> = Vec::new();
        loop {
            let sym = self.sym();
            match sym.class() {
                Class::Storage => {
                    specifiers.typedef |= sym == Sym::TYPEDEF;
                    self.at += 1;
                }
                Class::Qualifier if sym == Sym::ATOMIC && self.peek(1) == Sym::LPAREN => {
                    has_type = true;
                    self.at += 2;
                    self.type_name()?;
                    self.expect(Sym::RPAREN)?;
                }
                Class::Qualifier | Class::FunctionSpecifier => self.at += 1,
                Class::Basic => {
                    has_type = true;
                    let times = basic.iter().filter(|seen| **seen == sym).count();
                    if times > usize::from(sym == Sym::LONG) {
                        let message = format!("one {} too many in this type", self.tokens.quote(self.token()));
                        return Err(Diagnostic::new("syntax", message).at(self.tokens.span(self.token())));
                    }
                    basic.push(sym);
                    match sym {
                        Sym::INT128 => int128 = Some(self.token()),
                        Sym::SIGNED | Sym::UNSIGNED => signs.push(self.token()),
                        _ => {}
                    }
                    self.at += 1;
                }
                Class::Tag => {
                    has_type = true;
                    self.tagged()?;
                }
                Class::Typeof if sym == Sym::AUTO_TYPE => {
                    has_type = true;
                    specifiers.auto_type = Some(self.token());
                    self.at += 1;
                }
                Class::Typeof => {
                    has_type = true;
                    self.at += 1;
                    self.expect(Sym::LPAREN)?;
                    if self.type_at(0) {
                        self.insert(NO_EXPRESSION);
                        self.type_name()?;
                    } else {
                        self.expression()?;
                    }
                    self.expect(Sym::RPAREN)?;
                }
                Class::Name if !has_type && self.is_type[sym.0 as usize] => {
                    has_type = true;
                    self.type_use();
                }
                _ => break,
            }
        }
        if !has_type {
            if self.sym().is_name() && (self.peek(1).is_name() || self.peek(1) == Sym::STAR) {
                return Err(self.unknown_type());
            }
            self.insert("int");
        }
        if let Some(token) = int128 {
            let unsigned = signs.iter().any(|token| self.tokens.syms[*token as usize] == Sym::UNSIGNED);
            let sym = if unsigned { Sym::UINT128_T } else { Sym::INT128_T };
            self.edits.push((token, Edit::Replace(sym.fixed_text().unwrap_or(""))));
            self.use_type(sym);
            for token in signs {
                self.roles[token as usize] = Role::Removed;
            }
        }
        Ok(specifiers)
    }

    /// `struct`, `union` or `enum`, with a tag, a list, or both.
    fn tagged(&mut self) -> Result<()> {
        let is_enum = self.sym() == Sym::ENUM;
        self.at += 1;
        let has_tag = self.sym().is_name();
        self.at += usize::from(has_tag);
        if is_enum && self.sym() == Sym::COLON && self.enum_has_type() {
            self.unsupported(self.token(), "an enumeration with a given type");
            while self.sym() != Sym::LBRACE && self.sym() != Sym::SEMI && self.sym() != Sym::EOF {
                self.at += 1;
            }
        }
        if !self.eat(Sym::LBRACE) {
            return if has_tag { Ok(()) } else { Err(self.expected("a tag or `{`")) };
        }
        while !self.eat(Sym::RBRACE) {
            if is_enum {
                self.enumerator()?;
            } else {
                self.member()?;
            }
        }
        Ok(())
    }

    /// Tells `enum e : int {` from an unnamed bit-field of an enumerated type.
    fn enum_has_type(&self) -> bool {
        let mut ahead = 1;
        while self.peek(ahead).class() == Class::Basic || self.peek(ahead).is_name() {
            ahead += 1;
        }
        ahead > 1 && self.peek(ahead) == Sym::LBRACE
    }

    fn enumerator(&mut self) -> Result<()> {
        if !self.sym().is_name() {
            return Err(self.expected("an enumeration constant"));
        }
        let name = self.ordinary();
        if self.eat(Sym::ASSIGN) {
            self.assignment()?;
        }
        self.declare(name, false);
        if self.sym() != Sym::RBRACE { self.expect(Sym::COMMA) } else { Ok(()) }
    }

    /// One declaration in a structure.
    fn member(&mut self) -> Result<()> {
        if self.sym() == Sym::SEMI {
            self.role(Role::Removed);
            self.at += 1;
            return Ok(());
        }
        if self.sym() == Sym::STATIC_ASSERT {
            return self.static_assert();
        }
        // A type may be followed by the colon of an unnamed bit-field.
        if !self.declaration_here() && !self.type_at(0) {
            return Err(if self.sym().is_name() { self.unknown_type() } else { self.expected("a member") });
        }
        self.specifiers()?;
        if self.eat(Sym::SEMI) {
            return Ok(());
        }
        loop {
            if self.sym() != Sym::COLON && self.sym() != Sym::RBRACE {
                self.declarator(declarator::Naming::Member)?;
            }
            if self.eat(Sym::COLON) {
                self.assignment()?;
            }
            if self.sym() == Sym::RBRACE {
                // gcc lets the last semicolon be left out.
                self.insert(";");
                return Ok(());
            }
            if self.eat(Sym::SEMI) {
                return Ok(());
            }
            if !self.eat(Sym::COMMA) {
                return Err(self.expected("`;`"));
            }
        }
    }

    /// `_Static_assert(e, "…");`, where the message may be missing.
    pub(super) fn static_assert(&mut self) -> Result<()> {
        self.at += 1;
        self.expect(Sym::LPAREN)?;
        self.assignment()?;
        if self.eat(Sym::COMMA) {
            while self.eat(Sym::STRING) {}
        } else {
            self.insert(", \"\"");
        }
        self.expect(Sym::RPAREN)?;
        self.expect(Sym::SEMI)
    }

    pub(super) fn initializer(&mut self) -> Result<()> {
        if self.sym() == Sym::LBRACE { self.braces(false) } else { self.assignment() }
    }

    /// A list of initialisers in braces. lang-c takes an empty one except in a compound literal.
    pub(super) fn braces(&mut self, compound_literal: bool) -> Result<()> {
        self.expect(Sym::LBRACE)?;
        if compound_literal && self.sym() == Sym::RBRACE {
            self.insert(EMPTY);
        }
        while !self.eat(Sym::RBRACE) {
            if self.sym().is_name() && self.peek(1) == Sym::COLON {
                self.at += 2;
            } else {
                self.designators()?;
            }
            self.initializer()?;
            if self.sym() != Sym::RBRACE {
                self.expect(Sym::COMMA)?;
            }
        }
        Ok(())
    }

    fn designators(&mut self) -> Result<()> {
        let start = self.at;
        loop {
            if self.eat(Sym::DOT) {
                if !self.sym().is_name() {
                    return Err(self.expected("a member"));
                }
                self.at += 1;
            } else if self.eat(Sym::LBRACKET) {
                self.assignment()?;
                if self.eat(Sym::ELLIPSIS) {
                    self.assignment()?;
                }
                self.expect(Sym::RBRACKET)?;
            } else {
                break;
            }
        }
        if self.at > start {
            self.eat(Sym::ASSIGN);
        }
        Ok(())
    }
}
