//! Declarators, with names and without, and parameter lists.

use super::*;

/// Whether a declarator has a name, and what it names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    Required,
    /// Of a member: in a name space of its own.
    Member,
    /// A parameter: with or without a name.
    Optional,
    /// A type name.
    Absent,
}

pub(super) struct Declarator {
    /// The symbol and its live token.
    pub(super) name: Option<(Sym, usize)>,
    /// What the name is first of all.
    derived: Derived,
}

enum Derived {
    Nothing,
    Pointer,
    Array,
    /// With the parameters that have names of types.
    Function(Vec<Sym>),
}

impl Declarator {
    /// For a function: its parameters that have names of types.
    pub(super) fn function(self) -> Option<Vec<Sym>> {
        match self.derived {
            Derived::Function(shadowed) => Some(shadowed),
            _ => None,
        }
    }
}

impl Walker<'_> {
    pub(super) fn declarator(&mut self, naming: Naming) -> Result<Declarator> {
        let mut outer = Derived::Nothing;
        while self.eat(Sym::STAR) {
            outer = Derived::Pointer;
            while self.sym().class() == Class::Qualifier {
                self.at += 1;
            }
        }
        let mut name = None;
        let mut derived = Derived::Nothing;
        let sym = self.sym();
        if sym.is_name() && naming != Naming::Absent {
            name = Some((sym, self.at));
            match naming {
                Naming::Member => self.at += 1,
                _ => _ = self.ordinary(),
            }
        } else if sym == Sym::LPAREN && !self.parameters_here(naming) {
            self.at += 1;
            let inner = self.declarator(naming)?;
            self.expect(Sym::RPAREN)?;
            name = inner.name;
            derived = inner.derived;
        } else if matches!(naming, Naming::Required | Naming::Member) {
            return Err(self.expected("a name"));
        }
        // Of the suffixes only the first says what the name is.
        let mut suffix = None;
        loop {
            let found = match self.sym() {
                Sym::LBRACKET => {
                    self.array()?;
                    Derived::Array
                }
                Sym::LPAREN => Derived::Function(self.parameters(naming == Naming::Optional && name.is_none())?),
                _ => break,
            };
            suffix.get_or_insert(found);
        }
        if matches!(derived, Derived::Nothing) {
            derived = suffix.unwrap_or(outer);
        }
        Ok(Declarator { name, derived })
    }

    /// Whether the parenthesis here opens the parameters of a function without a name. By C11 6.7.6.3 (11) a name that
    /// can be a type is one.
    fn parameters_here(&self, naming: Naming) -> bool {
        match naming {
            Naming::Required | Naming::Member => false,
            Naming::Optional | Naming::Absent => {
                let after = self.peek(1);
                after == Sym::RPAREN || self.type_at(1) || after.class() == Class::Storage || after == Sym::ELLIPSIS
            }
        }
    }

    /// `[…]` of a declarator.
    fn array(&mut self) -> Result<()> {
        self.expect(Sym::LBRACKET)?;
        while self.sym() == Sym::STATIC || self.sym().class() == Class::Qualifier {
            self.at += 1;
        }
        if self.sym() == Sym::STAR && self.peek(1) == Sym::RBRACKET {
            self.at += 1;
        } else if self.sym() != Sym::RBRACKET {
            self.assignment()?;
        }
        self.expect(Sym::RBRACKET)
    }

    /// `(…)` of a declarator: parameters, or the names of an old-style definition. Gives those with names of types.
    fn parameters(&mut self, may_be_name: bool) -> Result<Vec<Sym>> {
        self.expect(Sym::LPAREN)?;
        if self.eat(Sym::RPAREN) {
            return Ok(Vec::new());
        }
        self.enter();
        let mut first = true;
        loop {
            if self.eat(Sym::ELLIPSIS) {
                if first {
                    self.unsupported(self.live[self.at - 1], "a parameter list of `...` alone");
                }
                break;
            }
            let old_style = self.sym().is_name() && !self.type_at(0);
            if old_style && matches!(self.peek(1), Sym::COMMA | Sym::RPAREN) {
                let name = self.ordinary();
                self.declare(name, false);
            } else if self.declaration_here() || (first && self.type_at(0)) {
                self.parameter(first && may_be_name)?;
            } else {
                return Err(if old_style { self.unknown_type() } else { self.expected("a parameter") });
            }
            first = false;
            if !self.eat(Sym::COMMA) {
                break;
            }
        }
        self.expect(Sym::RPAREN)?;
        Ok(self.leave())
    }

    fn parameter(&mut self, may_be_name: bool) -> Result<()> {
        // lang-c would read `int (T)` as a parameter with the name `T`; no name can follow a storage class.
        if may_be_name && self.sym().is_name() {
            self.insert("register");
        }
        self.specifiers()?;
        let declarator = self.declarator(Naming::Optional)?;
        if let Some((name, _)) = declarator.name {
            self.declare(name, false);
        }
        Ok(())
    }

    /// Specifiers and a declarator without a name.
    pub(super) fn type_name(&mut self) -> Result<()> {
        self.specifiers()?;
        self.declarator(Naming::Absent)?;
        Ok(())
    }
}
