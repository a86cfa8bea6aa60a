//! Syntax tree to typed program: names resolved, types computed, every conversion explicit.
//!
//! Follows C11 with the GNU extensions that gcc accepts without a switch. Where gcc only warns (an integer made a
//! pointer, an implicit declaration), so do real programs rely on it, and the conversion is done as gcc does it. What
//! gcc rejects is a [`Diagnostic`]. What we cannot model makes the function that uses it
//! [`FuncBody::Unsupported`], and is no error by itself.
//!
//! | file         | clause of C11                                              |
//! |--------------|------------------------------------------------------------|
//! | `scope`      | 6.2.1 scopes, 6.2.3 name spaces                             |
//! | `specifiers` | 6.7.1–6.7.5 declaration specifiers                          |
//! | `records`    | 6.7.2.1 structures and unions, 6.7.2.2 enumerations         |
//! | `declarator` | 6.7.6 declarators, 6.7.7 type names                         |
//! | `attributes` | GNU attributes that change meaning                          |
//! | `declare`    | 6.7, 6.9.2 declarations                                    |
//! | `define`     | 6.9.1 function definitions                                 |
//! | `init`       | 6.7.9 initialisation                                        |
//! | `literal`    | 6.4.4, 6.4.5 constants and string literals                  |
//! | `convert`    | 6.3 conversions, 6.2.7 compatible types                     |
//! | `fold`, `evaluate` | 6.6 constant expressions                              |
//! | `expr`, `operator`, `call` | 6.5 expressions                               |
//! | `wide`       | bit-fields wider than `int`, where compilers disagree         |
//! | `builtin`    | what gcc knows without a declaration                        |
//! | `stmt`       | 6.8 statements                                              |

mod attributes;
mod builtin;
mod call;
mod convert;
mod declarator;
mod declare;
mod define;
mod evaluate;
mod expr;
mod fold;
mod init;
mod literal;
mod operator;
mod records;
mod scope;
mod specifiers;
mod stmt;
mod wide;

use super::syntax::{self, External, Side};
use super::typed::*;
use crate::ctype::{DataModel, LocalId, QType, RecordId, TypeId, Types};
use crate::source::{Diagnostic, Result, Span};
use scope::{Names, Symbol, Tag};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

/// What changes the meaning of the same text.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    pub model: DataModel,
    /// `-std=gnu89` and its kin: `inline` means what it meant in gcc before C99.
    pub gnu89_inline: bool,
}

/// Types one translation unit.
pub fn analyse(unit: u32, dialect: Dialect, syntax: &syntax::Unit) -> Result<Unit> {
    let mut sema = Sema::new(unit, dialect, syntax.side());
    for external in syntax.externals() {
        sema.external(external?)?;
    }
    sema.finish()
}

struct Sema<'a> {
    dialect: Dialect,
    side: &'a Side,
    /// The declaration at hand, which knows where its nodes are in the token stream.
    external: Option<Rc<External>>,
    types: Types,
    names: Names<Symbol>,
    tags: Names<Tag>,
    /// Entities with linkage, by name, whether or not a scope shows them.
    linked: HashMap<String, Symbol>,
    globals: Vec<Global<Expr>>,
    funcs: Vec<Func>,
    inline: HashMap<FuncId, Inline>,
    may_alias: bool,
    lost: Vec<(String, Diagnostic)>,
    /// Records that could not be completed, and why.
    broken: HashMap<RecordId, Diagnostic>,
    /// How many enumerations there are.
    enums: u32,
    /// Functions that only a call has declared; a declaration replaces what it guessed.
    implicit: HashSet<FuncId>,
    /// How many string literals there are.
    strings: u32,
    function: Option<FunctionState>,
    /// Assignments to the hidden lengths of variable-length types that the type at hand mentions, not yet placed.
    lengths: Vec<Expr>,
}

/// What decides whether a definition provides an external symbol.
struct Inline {
    /// Every declaration so far says `inline` and none says `extern` (C11 6.7.4p7).
    only_inline: bool,
    /// The definition is `extern inline` in the sense of gcc before C99.
    gnu_extern: bool,
}

/// The function being defined.
struct FunctionState {
    func: FuncId,
    ret: QType,
    locals: Vec<Local>,
    labels: Vec<String>,
    label_ids: HashMap<String, (LabelId, Span, bool)>,
    /// The enclosing switch statements.
    switches: Vec<Switch>,
    /// The object behind `__func__`.
    name_literal: Option<GlobalId>,
}

struct Switch {
    /// The promoted type of its value.
    ty: TypeId,
    /// Its cases so far: the first value of each, and the last.
    cases: BTreeMap<i128, i128>,
}

impl<'a> Sema<'a> {
    fn new(unit: u32, dialect: Dialect, side: &'a Side) -> Sema<'a> {
        let mut sema = Sema {
            dialect,
            side,
            external: None,
            types: Types::new(dialect.model),
            names: Names::new(),
            tags: Names::new(),
            linked: HashMap::new(),
            globals: Vec::new(),
            funcs: Vec::new(),
            inline: HashMap::new(),
            may_alias: false,
            lost: Vec::new(),
            broken: HashMap::new(),
            enums: 0,
            implicit: HashSet::new(),
            strings: 0,
            function: None,
            lengths: Vec::new(),
        };
        sema.predefine(Span { unit, start: 0, end: 0 });
        sema
    }

    fn finish(mut self) -> Result<Unit> {
        for (func, inline) in &self.inline {
            let func = &mut self.funcs[func.0 as usize];
            let external = func.linkage == Linkage::External;
            func.attributes.inline_only = external && (inline.only_inline || inline.gnu_extern);
        }
        self.complete_tentative()?;
        let Sema { types, globals, funcs, may_alias, lost, .. } = self;
        Ok(Unit { types, globals, funcs, may_alias, lost })
    }

    fn span(&self, span: lang_c::span::Span) -> Span {
        self.external.as_ref().expect("a declaration is at hand").span(span)
    }

    fn fun(&mut self) -> &mut FunctionState {
        self.function.as_mut().expect("inside a function")
    }

    fn new_local(&mut self, name: Option<String>, ty: QType, align: Option<u64>, span: Span) -> LocalId {
        let locals = &mut self.fun().locals;
        locals.push(Local { name, ty, align, span });
        LocalId(locals.len() as u32 - 1)
    }

    fn global(&mut self, global: Global<Expr>) -> GlobalId {
        self.globals.push(global);
        GlobalId(self.globals.len() as u32 - 1)
    }

    fn enter_scope(&mut self) {
        self.names.enter();
        self.tags.enter();
    }

    fn leave_scope(&mut self) {
        self.names.leave();
        self.tags.leave();
    }
}

/// An error in the program's types.
fn type_error(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::new("type", message).at(span)
}

/// A construct that qicc does not model.
fn unsupported(what: impl std::fmt::Display, span: Span) -> Diagnostic {
    Diagnostic::new("unsupported", format!("{what} is not supported")).at(span)
}
