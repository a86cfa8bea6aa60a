//! The control-flow automaton of a program (paper 004, section 2: a CFA (L, l₀, G)).
//!
//! A function is a set of locations and edges; an edge carries exactly one operation. Expressions on edges have no side
//! effects, carry their C type, and contain no implicit conversion. The assertion edge stands for two: it goes on when
//! its predicate holds, and to the one error location, which is not represented, when it does not.
//!
//! What the rest of the program may take for granted is checked by [`super::check`].

use crate::ctype::{IntKind, LocalId, QType, Type, TypeId, Types};
use crate::source::{Diagnostic, Span};

pub use crate::frontend::typed::{
    Asm, AsmOperand, BinaryOp, Definition, FuncAttributes, FuncId, Global, GlobalId, GlobalKind, Init, InitItem,
    Linkage, Local, UnaryOp, Var,
};

/// A location of the function at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocId(pub u32);

/// An edge of the function at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeId(pub u32);

/// An assertion of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PropId(pub u32);

#[derive(Clone, Debug)]
pub struct Program {
    pub types: Types,
    pub globals: Vec<Global<Expr>>,
    pub functions: Vec<Function>,
    pub properties: Vec<Property>,
    /// The functions from which execution may start; `main` alone where there is one.
    pub entries: Vec<FuncId>,
    pub assumptions: Vec<Assumption>,
    /// Some type may alias any other: a compiler must not conclude anything from types.
    pub may_alias: bool,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub ty: TypeId,
    pub linkage: Linkage,
    pub symbol: Option<String>,
    pub attributes: FuncAttributes,
    pub body: Body,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Body {
    /// Not defined here: a call returns any value.
    None,
    /// Defined, but not in a form that we can model; the reason becomes an error when an entry reaches it.
    Unsupported(Diagnostic),
    Cfa(Cfa),
}

/// The automaton of one function.
#[derive(Clone, Debug)]
pub struct Cfa {
    pub params: Vec<LocalId>,
    /// Parameters first.
    pub locals: Vec<Local>,
    /// How many locations there are; ids are dense.
    pub locations: u32,
    pub entry: LocId,
    /// Where every return edge goes; it has no outgoing edges.
    pub exit: LocId,
    pub edges: Vec<Edge>,
    /// Source labels, for people: not needed to read the automaton.
    pub labels: Vec<(LocId, String)>,
    /// In how many places of the source C leaves open which of several operands comes first, and that may matter.
    pub unordered: u32,
}

/// Locations with more than one outgoing edge have exactly two: the two outcomes of one condition, `truth` first.
/// A location with none is the exit, or behind a call that does not return.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    pub from: LocId,
    pub to: LocId,
    pub op: Op,
    pub span: Span,
}

impl Edge {
    /// The condition of the source that it is a way on at, and how that is decided.
    pub fn branch(&self) -> Option<(Span, bool)> {
        match self.op {
            Op::Assume { truth, via: None, .. } if !self.span.is_nothing() => Some((self.span, truth)),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    Skip,
    /// Passes when the scalar is nonzero (`truth`) or zero.
    Assume {
        cond: Expr,
        truth: bool,
        /// The undefined assumption function (`__VERIFIER_assume`, …) that the program called, when this is not a
        /// branch.
        via: Option<FuncId>,
    },
    /// Scalars, records, and whole arrays (only from [`ExprKind::Zero`] or from a [`ExprKind::Load`] of an array of the
    /// same type).
    Assign {
        place: Place,
        value: Expr,
    },
    Call {
        dst: Option<Place>,
        callee: Callee,
        args: Vec<Expr>,
    },
    /// To the function's exit.
    Return(Option<Expr>),
    /// A new object with indeterminate contents; one that existed under this name is dead.
    Declare(LocalId),
    /// Each place holds any value of its type, and each object that one of the pointers points to holds any bytes.
    Havoc {
        places: Vec<Place>,
        objects: Vec<Expr>,
        cause: Cause,
    },
    Assert {
        cond: Expr,
        property: PropId,
    },
}

/// What a havoc stands for, and so what a compiler gets to see of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Cause {
    /// A choice among all values of the type.
    Choice,
    /// Memory with any content, also such as no value of the type has: bytes of a `_Bool`, padding.
    Content,
    /// The outputs of assembly.
    Asm(Box<Asm<AsmValue>>),
    /// What the call just before, of a function without a body, may have changed: the call itself does it.
    Call,
}

/// An operand of inline assembly.
#[derive(Clone, Debug, PartialEq)]
pub enum AsmValue {
    Place(Place),
    Value(Expr),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    Direct(FuncId),
    Indirect(Expr),
    /// `va_arg`: the next variable argument, of the type of the call's destination.
    VaArg,
}

/// An lvalue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub kind: PlaceKind,
    pub ty: QType,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceKind {
    Var(Var),
    Deref(Box<Expr>),
    Member(Box<Place>, u32),
    /// The index has any integer type.
    Index(Box<Place>, Box<Expr>),
}

/// A value, without side effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: TypeId,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// As in the typed program: within the range of its type.
    Int(i128),
    /// The bits of the value in its type's format.
    Float(u128),
    /// Every byte zero; only as the value of an assignment to an array or a record.
    Zero,
    Load(Place),
    /// An array decays to the address of its element 0.
    AddrOf(Place),
    Function(FuncId),
    Unary(UnaryOp, Box<Expr>),
    /// See [`BinaryOp`] for the types of the operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    Cast(Box<Expr>),
    /// What a pointer points to; C itself cannot say it. Only in the conditions of generated assertions.
    Object(ObjectQuery, Box<Expr>),
}

/// A question about the object that a pointer points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObjectQuery {
    /// How many bytes it has, as `size_t`.
    Size,
    /// How many bytes the pointer is behind its start, as `ptrdiff_t`; can be negative.
    Offset,
    /// Whether there is an object, still alive, as `int`; a null pointer has none.
    Alive,
    /// Whether the object, dead or alive, is one of the heap, as `int`.
    Heap,
}

impl Place {
    pub fn local(id: LocalId, ty: impl Into<QType>) -> Place {
        Place { kind: PlaceKind::Var(Var::Local(id)), ty: ty.into() }
    }

    pub fn global(id: GlobalId, ty: impl Into<QType>) -> Place {
        Place { kind: PlaceKind::Var(Var::Global(id)), ty: ty.into() }
    }

    /// The variable that this is, or is a part of; `None` behind a pointer.
    pub fn root(&self) -> Option<Var> {
        match &self.kind {
            PlaceKind::Var(var) => Some(*var),
            PlaceKind::Deref(_) => None,
            PlaceKind::Member(base, _) | PlaceKind::Index(base, _) => base.root(),
        }
    }

    /// The width of the bit-field that this is.
    pub fn bit_field(&self, types: &Types) -> Option<u32> {
        match &self.kind {
            PlaceKind::Member(base, field) => types.fields(base.ty.ty)?.get(*field as usize)?.bits,
            _ => None,
        }
    }

    /// How many bytes it is in, unless that is not known here.
    pub fn size(&self, types: &Types) -> Option<u64> {
        match &self.kind {
            PlaceKind::Member(base, field) => types.extent(types.fields(base.ty.ty)?.get(*field as usize)?),
            _ => types.size_of(self.ty.ty),
        }
    }
}

impl Expr {
    pub fn int(ty: TypeId, value: i128) -> Expr {
        Expr { kind: ExprKind::Int(value), ty }
    }

    pub fn load(place: Place) -> Expr {
        Expr { ty: place.ty.ty, kind: ExprKind::Load(place) }
    }

    pub fn binary(op: BinaryOp, lhs: Expr, rhs: Expr, ty: TypeId) -> Expr {
        Expr { kind: ExprKind::Binary(op, Box::new(lhs), Box::new(rhs)), ty }
    }

    /// Converted to a scalar type; nothing when it has it already.
    pub fn cast(self, ty: TypeId) -> Expr {
        if self.ty == ty { self } else { Expr { kind: ExprKind::Cast(Box::new(self)), ty } }
    }

    /// The zero of a scalar type; a null pointer is a converted zero.
    pub fn zero(types: &Types, ty: TypeId) -> Expr {
        match types[ty] {
            Type::Int(_) => Expr::int(ty, 0),
            Type::Float(_) => Expr { kind: ExprKind::Float(0), ty },
            _ => Expr::int(Types::INT, 0).cast(ty),
        }
    }

    /// Whether a scalar constant is nonzero; `None` when this is no constant.
    pub fn truth(&self, types: &Types) -> Option<bool> {
        match &self.kind {
            ExprKind::Int(value) => Some(*value != 0),
            ExprKind::Float(bits) => {
                let sign = types.as_float(self.ty).map_or(0, |kind| 1 << (types.model.float_bits(kind) - 1));
                Some(bits & !sign != 0)
            }
            // Converting an integer to a pointer or to a type as wide keeps zero apart from the rest.
            ExprKind::Cast(inner) => match (&types[inner.ty], &types[self.ty]) {
                (Type::Int(from), Type::Int(to))
                    if *to == IntKind::Bool || types.model.int_bits(*to) >= types.model.int_bits(*from) =>
                {
                    inner.truth(types)
                }
                (Type::Int(_), Type::Pointer(_)) => match inner.kind {
                    ExprKind::Int(0) => Some(false),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    pub fn is_constant(&self) -> bool {
        matches!(self.kind, ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Function(_))
    }
}

/// An assertion: of the program's own, or generated.
#[derive(Clone, Debug)]
pub struct Property {
    pub kind: PropertyKind,
    /// What the program says about it: the text of the assertion.
    pub description: String,
    pub span: Span,
    /// Where the check itself stands; in a function that only checks, while `span` is the call of it.
    pub origin: Span,
    /// What the program does to check it, so that printed C does the same when it runs.
    pub native: Native,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PropertyKind {
    /// `assert`, `__CPROVER_assert`, `__VERIFIER_assert`.
    Assertion,
    /// `reach_error`, `__VERIFIER_error`: a call that must not happen.
    ErrorCall,
    /// The label `ERROR`.
    ErrorLabel,
    /// Generated: an index or a pointer stays inside its object.
    Bounds,
    /// Generated: a pointer that is followed is not null.
    Null,
    /// Generated: a divisor is not zero.
    Division,
    /// Generated: a shift distance is within the width.
    Shift,
    /// Generated: signed arithmetic stays within its type.
    Overflow,
    /// Generated: a pointer that is followed points to an object that is alive.
    Pointer,
    /// Generated: what is freed is the start of a live block of the heap, or null.
    Free,
    /// Generated: pointer arithmetic stays inside the object, or one past its end.
    Arithmetic,
}

impl ObjectQuery {
    pub fn word(self) -> &'static str {
        match self {
            ObjectQuery::Size => "size",
            ObjectQuery::Offset => "offset",
            ObjectQuery::Alive => "alive",
            ObjectQuery::Heap => "heap",
        }
    }
}

impl PropertyKind {
    /// One word, as in the property's id.
    pub fn word(self) -> &'static str {
        match self {
            PropertyKind::Assertion => "assertion",
            PropertyKind::ErrorCall => "error-call",
            PropertyKind::ErrorLabel => "error-label",
            PropertyKind::Bounds => "bounds",
            PropertyKind::Null => "null",
            PropertyKind::Division => "div",
            PropertyKind::Shift => "shift",
            PropertyKind::Overflow => "overflow",
            PropertyKind::Pointer => "pointer",
            PropertyKind::Free => "free",
            PropertyKind::Arithmetic => "arithmetic",
        }
    }

    /// Whether qicc made the assertion, and not the program.
    pub fn is_generated(self) -> bool {
        !matches!(self, PropertyKind::Assertion | PropertyKind::ErrorCall | PropertyKind::ErrorLabel)
    }
}

/// How a program checks an assertion by itself.
#[derive(Clone, Debug, PartialEq)]
pub enum Native {
    /// When the condition is false it calls this, which may come back.
    CallIfFalse { func: FuncId, args: Vec<Expr> },
    /// It hands the condition, as the first argument, to this; the rest of the arguments are here.
    CallAlways { func: FuncId, rest: Vec<Expr> },
    /// It does nothing.
    Nothing,
}

/// Something that a verdict about this program takes for granted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Assumption {
    pub kind: AssumptionKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AssumptionKind {
    /// A function without a body changes nothing but what its arguments point to.
    UndefinedFunction(String),
    /// A function without a body returns a pointer, or stores pointers: to memory that nobody else knows.
    UndefinedPointer(String),
    /// Assembly changes nothing but its declared outputs.
    InlineAssembly,
    /// A constructor or destructor function runs outside of `main`.
    Constructor(String),
    /// An object or function that may be missing is there.
    WeakDeclaration(String),
    /// A definition that another one may replace is not replaced.
    WeakDefinition(String),
}

/// The edges at every location, as dense slices.
#[derive(Clone, Debug)]
pub struct Adjacency {
    starts: Vec<u32>,
    edges: Vec<EdgeId>,
}

impl Adjacency {
    pub fn of(&self, loc: LocId) -> &[EdgeId] {
        let at = loc.0 as usize;
        &self.edges[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

impl std::ops::Index<EdgeId> for Cfa {
    type Output = Edge;
    fn index(&self, id: EdgeId) -> &Edge {
        &self.edges[id.0 as usize]
    }
}

impl Cfa {
    /// One that does nothing, and does not return either.
    pub fn empty() -> Cfa {
        let (params, locals, edges, labels) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Cfa { params, locals, locations: 2, entry: LocId(0), exit: LocId(1), edges, labels, unordered: 0 }
    }

    pub fn edge_ids(&self) -> impl Iterator<Item = EdgeId> + use<> {
        (0..self.edges.len() as u32).map(EdgeId)
    }

    pub fn new_location(&mut self) -> LocId {
        self.locations += 1;
        LocId(self.locations - 1)
    }

    pub fn new_local(&mut self, local: Local) -> LocalId {
        self.locals.push(local);
        LocalId(self.locals.len() as u32 - 1)
    }

    /// Edges by the location they leave, each in the order of the edge list.
    pub fn outgoing(&self) -> Adjacency {
        self.by(|edge| edge.from)
    }

    /// Edges by the location they enter.
    pub fn incoming(&self) -> Adjacency {
        self.by(|edge| edge.to)
    }

    fn by(&self, end: impl Fn(&Edge) -> LocId) -> Adjacency {
        let mut starts = vec![0; self.locations as usize + 1];
        for edge in &self.edges {
            starts[end(edge).0 as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut edges = vec![EdgeId(0); self.edges.len()];
        for (i, edge) in self.edges.iter().enumerate() {
            let slot = &mut next[end(edge).0 as usize];
            edges[*slot as usize] = EdgeId(i as u32);
            *slot += 1;
        }
        Adjacency { starts, edges }
    }
}

impl Function {
    /// Whether this is `alloca` by one of its names; arrays of variable length call it, too.
    pub fn is_stack_allocation(&self) -> bool {
        let name = self.name.strip_prefix("__builtin_").unwrap_or(&self.name);
        name.starts_with("alloca") && !self.is_defined()
    }

    /// Takes the automaton out, to be put back changed; other bodies stay. Meanwhile the function is defined, and does
    /// nothing.
    pub fn take_cfa(&mut self) -> Option<Cfa> {
        self.cfa_mut().map(|cfa| std::mem::replace(cfa, Cfa::empty()))
    }

    pub fn cfa(&self) -> Option<&Cfa> {
        match &self.body {
            Body::Cfa(cfa) => Some(cfa),
            _ => None,
        }
    }

    pub fn cfa_mut(&mut self) -> Option<&mut Cfa> {
        match &mut self.body {
            Body::Cfa(cfa) => Some(cfa),
            _ => None,
        }
    }

    pub fn is_defined(&self) -> bool {
        !matches!(self.body, Body::None)
    }

    /// The name of the symbol in the object file.
    pub fn symbol(&self) -> &str {
        self.symbol.as_deref().unwrap_or(&self.name)
    }
}

impl Program {
    /// Declares a function that is defined elsewhere; the program must not have one of this name.
    pub fn declare(&mut self, name: String, ty: TypeId, span: Span) -> FuncId {
        self.functions.push(Function {
            name,
            ty,
            linkage: Linkage::External,
            symbol: None,
            attributes: FuncAttributes::default(),
            body: Body::None,
            span,
        });
        FuncId(self.functions.len() as u32 - 1)
    }

    /// The functions that have a body.
    pub fn defined(&self) -> impl Iterator<Item = (FuncId, &Cfa)> {
        let functions = (0..).map(FuncId).zip(&self.functions);
        functions.filter_map(|(id, function)| Some((id, function.cfa()?)))
    }

    /// Defines a variable of our own; the program must not have one of this name.
    pub fn define(&mut self, name: String, ty: TypeId, init: Init<Expr>, span: Span) -> GlobalId {
        self.globals.push(Global {
            name,
            kind: GlobalKind::Variable,
            ty: ty.into(),
            linkage: Linkage::Internal,
            definition: Definition::Defined(init),
            symbol: None,
            align: None,
            thread_local: false,
            weak: false,
            span,
        });
        GlobalId(self.globals.len() as u32 - 1)
    }
}

impl std::ops::Index<FuncId> for Program {
    type Output = Function;
    fn index(&self, id: FuncId) -> &Function {
        &self.functions[id.0 as usize]
    }
}

impl std::ops::Index<GlobalId> for Program {
    type Output = Global<Expr>;
    fn index(&self, id: GlobalId) -> &Global<Expr> {
        &self.globals[id.0 as usize]
    }
}

impl std::ops::Index<PropId> for Program {
    type Output = Property;
    fn index(&self, id: PropId) -> &Property {
        &self.properties[id.0 as usize]
    }
}
