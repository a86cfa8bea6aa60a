//! One walk over all tokens that knows at each place which names are types.
//!
//! This is the part of a C parser that lang-c gets wrong: declarations, scopes and the places of types in expressions
//! are followed exactly; operators and their precedence are left to lang-c. The walk cuts the file into external
//! declarations ([`Chunk`]), gives each name a [`Role`], and notes as [`Edit`]s what lang-c needs to see differently.
//!
//! Scopes follow C11 6.2.1: a name is in scope from the end of its declarator, an enumeration constant from the end of
//! its enumerator, parameters until the end of the function's body.

mod declaration;
mod declarator;
mod expression;
mod statement;

use super::lexer::Tokens;
use super::symbol::{Class, Sym};
use crate::source::{Diagnostic, Result};

/// How many operators or statements may be within each other without brackets: chains of `else if`, long sums.
const DEPTH_LIMIT: usize = 20_000;

/// What a token is to lang-c.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Anything but the following: written as it is. Names of members, labels and tags too, since no type can be there.
    Plain,
    /// The name of a variable, function or enumeration constant.
    Ordinary,
    /// A typedef name.
    Type,
    Removed,
}

/// A change of the text, in front of a token.
#[derive(Clone, Debug)]
pub(super) enum Edit {
    Insert(&'static str),
    /// Instead of the token.
    Replace(&'static str),
    /// Instead of `__auto_type`: the type of the value of an expression, given as a range of live tokens.
    TypeOfValue(u32, u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChunkKind {
    Declaration,
    Function,
    FileAsm,
}

/// One external declaration.
pub(super) struct Chunk {
    pub(super) kind: ChunkKind,
    /// Live tokens.
    pub(super) start: u32,
    pub(super) end: u32,
    /// The braces of a function's body, as live tokens.
    pub(super) body: Option<(u32, u32)>,
    /// The typedef names that are used, or declared, as types in it.
    pub(super) types: Vec<Sym>,
    /// By token, ascending.
    pub(super) edits: Vec<(u32, Edit)>,
    pub(super) unsupported: Option<Diagnostic>,
}

pub(super) struct Resolved {
    pub(super) chunks: Vec<Chunk>,
    /// By token.
    pub(super) roles: Vec<Role>,
    /// By symbol: whether it is a type anywhere in the file.
    pub(super) ever_type: Vec<bool>,
    /// The tokens that say `_Alignof`, and whether they say it as `__alignof__`.
    pub(super) alignofs: Vec<(u32, bool)>,
}

pub(super) fn resolve(tokens: &Tokens, live: &[u32]) -> Result<Resolved> {
    let count = tokens.names.len();
    let mut walker = Walker {
        tokens,
        live,
        at: 0,
        is_type: vec![false; count],
        undo: Vec::new(),
        scopes: Vec::new(),
        last_used: vec![0; count],
        depth: 0,
        types: Vec::new(),
        edits: Vec::new(),
        unsupported: None,
        local_labels: Vec::new(),
        chunks: Vec::new(),
        roles: vec![Role::Plain; tokens.syms.len()],
        ever_type: vec![false; count],
        alignofs: Vec::new(),
    };
    for builtin in [Sym::VA_LIST, Sym::INT128_T, Sym::UINT128_T] {
        walker.declare(builtin, true);
    }
    walker.undo.clear();
    walker.types.clear();
    walker.last_used.fill(0);
    while walker.sym() != Sym::EOF {
        walker.external()?;
    }
    let Walker { chunks, roles, ever_type, alignofs, .. } = walker;
    Ok(Resolved { chunks, roles, ever_type, alignofs })
}

struct Walker<'a> {
    tokens: &'a Tokens,
    live: &'a [u32],
    /// The next live token.
    at: usize,
    /// By symbol: whether it names a type here.
    is_type: Vec<bool>,
    /// What inner scopes changed in `is_type`, and where each scope begins in that list.
    undo: Vec<(Sym, bool)>,
    scopes: Vec<usize>,
    /// By symbol: the number of the chunk, from 1, that used it as a type last.
    last_used: Vec<u32>,

    /// How deep the tree here is at most.
    depth: usize,

    // Of the chunk at hand.
    types: Vec<Sym>,
    edits: Vec<(u32, Edit)>,
    unsupported: Option<Diagnostic>,
    local_labels: Vec<Sym>,

    chunks: Vec<Chunk>,
    roles: Vec<Role>,
    ever_type: Vec<bool>,
    alignofs: Vec<(u32, bool)>,
}

impl Walker<'_> {
    fn external(&mut self) -> Result<()> {
        let start = self.at;
        self.at += self.float_name();
        if self.sym() == Sym::SEMI {
            self.at += 1;
            return Ok(());
        }
        self.local_labels.clear();
        let mut body = None;
        let kind = match self.sym() {
            Sym::ASM => {
                while self.sym() != Sym::SEMI && self.sym() != Sym::EOF {
                    self.skip();
                }
                self.expect(Sym::SEMI)?;
                ChunkKind::FileAsm
            }
            Sym::STATIC_ASSERT => {
                self.static_assert()?;
                ChunkKind::Declaration
            }
            _ => {
                body = self.declaration(declaration::Place::File)?;
                if body.is_some() { ChunkKind::Function } else { ChunkKind::Declaration }
            }
        };
        let mut edits = std::mem::take(&mut self.edits);
        edits.sort_by_key(|edit| edit.0);
        self.chunks.push(Chunk {
            kind,
            start: start as u32,
            end: self.at as u32,
            body,
            types: std::mem::take(&mut self.types),
            edits,
            unsupported: self.unsupported.take(),
        });
        Ok(())
    }

    /// The length of `typedef float _Float32` and the like, else zero. For compilers that do not have these names glibc
    /// declares them; here they are keywords, and already mean just that.
    fn float_name(&self) -> usize {
        const NAMES: &[&[Sym]] = &[
            &[Sym::FLOAT, Sym::FLOAT32],
            &[Sym::DOUBLE, Sym::FLOAT64],
            &[Sym::DOUBLE, Sym::FLOAT32X],
            &[Sym::LONG, Sym::DOUBLE, Sym::FLOAT64X],
            &[Sym::FLOAT128, Sym::FLOAT128],
        ];
        let here = |name: &&&[Sym]| {
            let follows = name.iter().chain(&[Sym::SEMI]).enumerate();
            self.sym() == Sym::TYPEDEF && follows.into_iter().all(|(i, sym)| self.peek(1 + i) == *sym)
        };
        NAMES.iter().find(here).map_or(0, |name| 1 + name.len())
    }

    // Tokens.

    fn sym(&self) -> Sym {
        self.peek(0)
    }

    fn peek(&self, ahead: usize) -> Sym {
        self.live.get(self.at + ahead).map_or(Sym::EOF, |token| self.tokens.syms[*token as usize])
    }

    /// The index of the next token, among all tokens.
    fn token(&self) -> u32 {
        self.live.get(self.at).or(self.live.last()).copied().unwrap_or(0)
    }

    fn eat(&mut self, sym: Sym) -> bool {
        let found = self.sym() == sym;
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, sym: Sym) -> Result<()> {
        if self.eat(sym) { Ok(()) } else { Err(self.expected(&format!("`{}`", sym.fixed_text().unwrap_or("")))) }
    }

    /// Passes over one token, or a bracket with all that is in it.
    fn skip(&mut self) {
        if self.sym().closing().is_some() {
            let close = self.tokens.partner[self.token() as usize];
            self.at += self.live[self.at..].partition_point(|token| *token < close);
        }
        self.at += 1;
    }

    // Messages.

    /// Says what should be here. What is missing at the end of a line is missing behind the token before.
    fn expected(&self, what: &str) -> Diagnostic {
        let token = self.token();
        if let Some(before) = self.at.checked_sub(1).map(|before| self.live[before]) {
            let line = |token: u32| self.tokens.text.line_of(self.tokens.text.range(token).0);
            if self.sym() == Sym::EOF || line(before) != line(token) {
                let message = format!("expected {what} after {}", self.tokens.quote(before));
                return Diagnostic::new("syntax", message).at(self.tokens.span(before));
            }
        }
        let message = format!("expected {what} before {}", self.tokens.quote(token));
        Diagnostic::new("syntax", message).at(self.tokens.span(token))
    }

    fn unknown_type(&self) -> Diagnostic {
        let token = self.token();
        Diagnostic::new("syntax", format!("unknown type name {}", self.tokens.quote(token))).at(self.tokens.span(token))
    }

    /// Notes that the chunk has something that no tree can be made for; the first one counts.
    fn unsupported(&mut self, token: u32, construct: &str) {
        if self.unsupported.is_none() {
            let message = format!("{construct} is not supported");
            self.unsupported = Some(Diagnostic::new("unsupported", message).at(self.tokens.span(token)));
        }
    }

    /// Counts operators and statements within each other: trees are walked by recursion.
    fn deeper(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth <= DEPTH_LIMIT {
            return Ok(());
        }
        let message = format!("more than {DEPTH_LIMIT} operators or statements within each other");
        let help = "split the expression or the statement";
        Err(Diagnostic::new("nesting", message).at(self.tokens.span(self.token())).help(help))
    }

    // Names.

    fn role(&mut self, role: Role) {
        let token = self.token() as usize;
        self.roles[token] = role;
    }

    /// Takes the next token, a name, as one of an object or function.
    fn ordinary(&mut self) -> Sym {
        let sym = self.sym();
        self.role(Role::Ordinary);
        self.at += 1;
        sym
    }

    /// Takes the next token, a name, as a type.
    fn type_use(&mut self) {
        let sym = self.sym();
        self.role(Role::Type);
        self.use_type(sym);
        self.at += 1;
    }

    fn use_type(&mut self, sym: Sym) {
        let chunk = self.chunks.len() as u32 + 1;
        if self.last_used[sym.0 as usize] != chunk {
            self.last_used[sym.0 as usize] = chunk;
            self.types.push(sym);
        }
    }

    fn declare(&mut self, sym: Sym, is_type: bool) {
        if is_type {
            self.ever_type[sym.0 as usize] = true;
            self.use_type(sym);
        }
        if self.is_type[sym.0 as usize] != is_type {
            self.undo.push((sym, !is_type));
            self.is_type[sym.0 as usize] = is_type;
        }
    }

    fn enter(&mut self) {
        self.scopes.push(self.undo.len());
    }

    /// Leaves a scope; gives the names that were types outside and are not inside.
    fn leave(&mut self) -> Vec<Sym> {
        let start = self.scopes.pop().unwrap_or(0);
        let mut shadowed = Vec::new();
        while self.undo.len() > start {
            if let Some((sym, was)) = self.undo.pop() {
                self.is_type[sym.0 as usize] = was;
                if was {
                    shadowed.push(sym);
                }
            }
        }
        shadowed
    }

    /// Whether a token, `ahead` from here, starts a type.
    fn type_at(&self, ahead: usize) -> bool {
        let sym = self.peek(ahead);
        match sym.class() {
            Class::Basic | Class::Qualifier | Class::Tag | Class::Typeof => true,
            Class::Name => self.is_type[sym.0 as usize],
            _ => false,
        }
    }

    /// Whether a declaration starts here. A name of a type with a colon behind it is a label.
    fn declaration_here(&self) -> bool {
        let sym = self.sym();
        match sym.class() {
            Class::Storage | Class::FunctionSpecifier => true,
            Class::Name => self.is_type[sym.0 as usize] && self.peek(1) != Sym::COLON,
            _ => self.type_at(0),
        }
    }

    fn insert(&mut self, text: &'static str) {
        self.edits.push((self.token(), Edit::Insert(text)));
    }
}
