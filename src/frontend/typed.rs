//! The typed program: what the front end makes of one translation unit, and what lowering to the CFA starts from.
//!
//! Names are resolved, every expression carries its type, and every implicit conversion is a [`ExprKind::Cast`],
//! [`ExprKind::Load`] (lvalue conversion) or [`ExprKind::Decay`] (array to pointer). What is left of C's shape is
//! control flow, and side effects inside expressions; `effects` says of each expression whether it has any.
//! Constant subexpressions of integer type are folded.

use crate::ctype::{ArrayLen, LocalId, QType, Type, TypeId, Types};
use crate::source::{Diagnostic, Span};

/// An object with static storage duration: a global, a static local, a string literal, a file-scope compound literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GlobalId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FuncId(pub u32);

/// A label of the function at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LabelId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Var {
    Global(GlobalId),
    Local(LocalId),
}

/// One translation unit, typed.
#[derive(Clone, Debug)]
pub struct Unit {
    pub types: Types,
    pub globals: Vec<Global<Expr>>,
    pub funcs: Vec<Func>,
    /// The unit accesses objects through types that may alias any other (`may_alias`).
    pub may_alias: bool,
    /// External definitions whose very type or initialiser is not supported, by name: they are in neither list.
    pub lost: Vec<(String, Diagnostic)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Linkage {
    External,
    /// `static` at file scope.
    Internal,
    /// A static local, a literal: no other scope can name it.
    None,
}

/// What a global is, beyond its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GlobalKind {
    Variable,
    /// A string literal: constant contents, and identity only for itself.
    StringLiteral,
    /// A compound literal outside functions.
    CompoundLiteral,
}

#[derive(Clone, Debug)]
pub struct Global<E> {
    /// The source name; for literals a made-up one.
    pub name: String,
    pub kind: GlobalKind,
    pub ty: QType,
    pub linkage: Linkage,
    pub definition: Definition<E>,
    /// An `asm("name")` label: the symbol in the object file.
    pub symbol: Option<String>,
    pub align: Option<u64>,
    pub thread_local: bool,
    pub weak: bool,
    pub span: Span,
}

impl<E> Global<E> {
    /// How many bytes an initialised flexible array member adds to the size of its type.
    pub fn flexible_part(&self, types: &Types) -> u64 {
        let Some((number, field)) = types.fields(self.ty.ty).and_then(|fields| fields.iter().enumerate().next_back())
        else {
            return 0;
        };
        let Type::Array { elem, len: ArrayLen::Unknown } = types[field.ty.ty] else { return 0 };
        let Definition::Defined(Init::List(items)) = &self.definition else { return 0 };
        let count = match items.iter().find(|item| item.first == number as u64).map(|item| &item.init) {
            Some(Init::List(elements)) => elements.iter().map(|element| element.end).max().unwrap_or(0),
            Some(Init::String(units)) => units.len() as u64,
            _ => 0,
        };
        // The structure may have padding at its end where the member begins.
        let end = field.bit_offset / 8 + count * types.size_of(elem.ty).unwrap_or(1);
        end.saturating_sub(types.size_of(self.ty.ty).unwrap_or(0))
    }
}

#[derive(Clone, Debug)]
pub enum Definition<E> {
    /// `extern`, and defined nowhere in this unit.
    Declared,
    /// `int x;` at file scope: all zero unless another unit defines it.
    Tentative,
    Defined(Init<E>),
}

/// An initialiser after designators and brace elision are resolved. Members that are not listed are zero.
#[derive(Clone, Debug, PartialEq)]
pub enum Init<E> {
    /// The whole object is zero.
    Zero,
    /// A scalar, or a structure or union copied from an expression of its type.
    Expr(E),
    /// The elements of an array given as a string, of the array's length or shorter; the rest is zero. Each entry is
    /// one element (a byte of `char`, a whole `wchar_t`).
    String(Vec<u32>),
    /// Elements of an array by index, members of a record by field number, ascending; a range `[2 ... 5]` has the
    /// expression once. For a union there is at most one.
    List(Vec<InitItem<E>>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct InitItem<E> {
    pub first: u64,
    /// One past the last index; `first + 1` but for ranges.
    pub end: u64,
    pub init: Init<E>,
}

#[derive(Clone, Debug)]
pub struct Func {
    pub name: String,
    /// Always a [`crate::ctype::Type::Function`].
    pub ty: TypeId,
    pub linkage: Linkage,
    /// An `asm("name")` label: the symbol in the object file.
    pub symbol: Option<String>,
    pub attributes: FuncAttributes,
    pub body: FuncBody,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FuncAttributes {
    pub noreturn: bool,
    pub weak: bool,
    /// A definition that provides no external symbol: `inline` without `extern` (C99), or `gnu_inline` with it.
    pub inline_only: bool,
    /// Inlined even where a call would do: what has no symbol can have callers only so.
    pub always_inline: bool,
    /// Known to the compiler under this name, never declared: `__builtin_clz`, `__sync_fetch_and_add`.
    pub builtin: bool,
    /// Runs before `main`, by priority.
    pub constructor: Option<u32>,
    /// Runs after `main`, by priority.
    pub destructor: Option<u32>,
    pub returns_twice: bool,
}

impl FuncAttributes {
    /// What gcc takes for the priority of a constructor or destructor that has none.
    pub const LAST_PRIORITY: u32 = 65535;

    /// Whether the function runs outside of `main` by itself.
    pub fn runs_outside_main(&self) -> bool {
        self.constructor.is_some() || self.destructor.is_some()
    }
}

#[derive(Clone, Debug)]
pub enum FuncBody {
    None,
    /// A definition that we cannot model, with the reason: an error when the entry reaches it.
    Unsupported(Diagnostic),
    Defined(Body),
}

#[derive(Clone, Debug)]
pub struct Body {
    pub params: Vec<LocalId>,
    /// Parameters first, then the others in the order of their declarations.
    pub locals: Vec<Local>,
    /// The names of the labels.
    pub labels: Vec<String>,
    pub block: Vec<Stmt>,
    /// Where the closing brace is.
    pub end: Span,
}

#[derive(Clone, Debug)]
pub struct Local {
    /// `None` for what the front end made up.
    pub name: Option<String>,
    pub ty: QType,
    pub align: Option<u64>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Expr(Expr),
    /// A new object: its lifetime begins here, each time this is reached. An object of variable length gets its memory
    /// here; the lengths in its type have been assigned before.
    Declare(LocalId, Option<Init<Expr>>),
    Block(Vec<Stmt>),
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    While(Expr, Box<Stmt>),
    DoWhile(Box<Stmt>, Expr),
    /// The initialisation has gone before, in an enclosing block.
    For(Option<Expr>, Option<Expr>, Box<Stmt>),
    Switch(Expr, Box<Stmt>),
    /// Belongs to the innermost switch; bounds are in the switch's promoted type, inclusive.
    Case(i128, i128),
    Default,
    Label(LabelId),
    Goto(LabelId),
    Break,
    Continue,
    Return(Option<Expr>),
    Asm(Asm<Expr>),
}

/// Inline assembly; its outputs hold any value afterwards.
#[derive(Clone, Debug, PartialEq)]
pub struct Asm<E> {
    pub template: String,
    /// `asm("…")` without operands, whose template is taken as it is.
    pub basic: bool,
    pub volatile: bool,
    /// Lvalues.
    pub outputs: Vec<AsmOperand<E>>,
    pub inputs: Vec<AsmOperand<E>>,
    pub clobbers: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct AsmOperand<E> {
    pub name: Option<String>,
    pub constraint: String,
    pub value: E,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    /// For an lvalue the type of the object; a designated bit-field has its declared type.
    pub ty: QType,
    pub span: Span,
    /// Whether evaluating it does more than read memory: a call, an assignment, a volatile access, or branching.
    pub effects: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnaryOp {
    Neg,
    BitNot,
}

/// Both operands have the same type and the result has it too, except: comparisons give `int`; shifts keep the promoted
/// left type whatever the right; `PtrAdd` and `PtrSub` take a pointer and any integer and give the pointer's type;
/// `PtrDiff` takes two pointers and gives `ptrdiff_t`. Comparisons also take two pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Xor,
    Or,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    PtrAdd,
    PtrSub,
    PtrDiff,
}

impl BinaryOp {
    /// Whether the result is a truth value.
    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    /// Within the range of its type, see [`Types::wrap`].
    Int(i128),
    /// The bits of the value in its type's format (binary32, binary64, x87 extended, binary128).
    Float(u128),

    // Lvalues.
    Var(Var),
    /// The object that a pointer points to.
    Deref(Box<Expr>),
    /// A field, by its number, of a record lvalue (or of an rvalue, such as `f().x`).
    Member(Box<Expr>, u32),
    /// An element of an array lvalue; the index may have any integer type.
    Index(Box<Expr>, Box<Expr>),
    /// `(T){…}` inside a function: declares the local and initialises it, each time.
    CompoundLiteral(LocalId, Box<Init<Expr>>),

    // Values.
    /// The value of an lvalue; drops qualifiers.
    Load(Box<Expr>),
    /// An array lvalue as the pointer to its first element.
    Decay(Box<Expr>),
    /// A function as a pointer to it.
    Function(FuncId),
    AddrOf(Box<Expr>),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// To the expression's type; to `void` discards the value.
    Cast(Box<Expr>),
    /// `!e`, for any scalar.
    Not(Box<Expr>),
    /// Operands are any scalars; the result is 0 or 1.
    LogicalAnd(Box<Expr>, Box<Expr>),
    LogicalOr(Box<Expr>, Box<Expr>),
    /// Both arms have the type of the whole.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a ?: b`: `a` is evaluated once; the second operand converts `Placeholder`, which stands for its value.
    Elvis(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The value of the first operand of the nearest enclosing [`ExprKind::Elvis`].
    Placeholder,
    Comma(Box<Expr>, Box<Expr>),
    /// The value is that of the lvalue after the assignment.
    Assign(Box<Expr>, Box<Expr>),
    /// `lvalue op= value`: the left side is converted to `computed`, the operation applied there, the result converted
    /// back. The value has been converted already.
    CompoundAssign {
        op: BinaryOp,
        place: Box<Expr>,
        value: Box<Expr>,
        computed: TypeId,
    },
    /// `++`, `--`: adds `delta` (in `computed`, or elements for a pointer); the value is the old or the new one.
    Step {
        place: Box<Expr>,
        delta: i8,
        post: bool,
        computed: TypeId,
    },
    Call {
        callee: Callee,
        args: Vec<Expr>,
    },
    /// `va_arg(ap, T)`; T is the expression's type.
    VaArg(Box<Expr>),
    /// `({ … })`: the statements, then the value of the last one if it has any.
    Statements(Vec<Stmt>, Option<Box<Expr>>),
    /// `__builtin_add_overflow` and its kin: the exact result of the operation is stored, wrapped, through the pointer;
    /// the value (`_Bool`) is whether it wrapped. With `ptr` absent (`__builtin_add_overflow_p`) nothing is stored, and
    /// `target` is the type that the result is compared with.
    Overflow {
        op: BinaryOp,
        lhs: Box<Expr>,
        rhs: Box<Expr>,
        target: TypeId,
        ptr: Option<Box<Expr>>,
    },
    /// The size of a type of variable length, in `size_t`.
    SizeOfVla(TypeId),
}

#[derive(Clone, Debug)]
pub enum Callee {
    Direct(FuncId),
    /// A function pointer.
    Indirect(Box<Expr>),
}
