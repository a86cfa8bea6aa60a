//! C types: interned, compared by id, with sizes and layout.
//!
//! A [`Types`] table holds every type of a program. Two types are the same exactly when their ids are, except for
//! records and enumerations, which are nominal. The front end alone needs to tell enumerations apart (`_Generic`);
//! after lowering, each is the integer type that it is compatible with. Typedef names do not appear.

mod layout;
mod model;

pub use layout::{LayoutRules, int_name};
pub use model::DataModel;

use crate::source::Span;
use std::collections::HashMap;

/// A type in a [`Types`] table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(u32);

/// A structure or union in a [`Types`] table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordId(pub u32);

/// A local variable of the function at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalId(pub u32);

/// Type qualifiers, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quals(u8);

impl Quals {
    pub const NONE: Quals = Quals(0);
    pub const CONST: Quals = Quals(1);
    pub const VOLATILE: Quals = Quals(2);
    pub const RESTRICT: Quals = Quals(4);
    pub const ATOMIC: Quals = Quals(8);

    pub fn contains(self, other: Quals) -> bool {
        self.0 & other.0 == other.0
    }

    pub fn with(self, other: Quals) -> Quals {
        Quals(self.0 | other.0)
    }

    pub fn without(self, other: Quals) -> Quals {
        Quals(self.0 & !other.0)
    }
}

/// A type with its qualifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QType {
    pub ty: TypeId,
    pub quals: Quals,
}

impl From<TypeId> for QType {
    fn from(ty: TypeId) -> QType {
        QType { ty, quals: Quals::NONE }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IntKind {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

impl IntKind {
    pub fn is_signed(self) -> bool {
        use IntKind::*;
        matches!(self, Char | SChar | Short | Int | Long | LongLong | Int128)
    }

    /// The unsigned type of the same width.
    pub fn to_unsigned(self) -> IntKind {
        use IntKind::*;
        match self {
            Char | SChar => UChar,
            Short => UShort,
            Int => UInt,
            Long => ULong,
            LongLong => ULongLong,
            Int128 => UInt128,
            other => other,
        }
    }

    /// What makes a constant have this type; nothing where there are no constants of it.
    pub fn suffix(self) -> Option<&'static str> {
        use IntKind::*;
        Some(match self {
            Int => "",
            UInt => "U",
            Long => "L",
            ULong => "UL",
            LongLong => "LL",
            ULongLong => "ULL",
            Bool | Char | SChar | UChar | Short | UShort | Int128 | UInt128 => return None,
        })
    }

    /// The integer conversion rank (6.3.1.1).
    pub fn rank(self) -> u8 {
        use IntKind::*;
        match self {
            Bool => 0,
            Char | SChar | UChar => 1,
            Short | UShort => 2,
            Int | UInt => 3,
            Long | ULong => 4,
            LongLong | ULongLong => 5,
            Int128 | UInt128 => 6,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatKind {
    Float16,
    Float,
    Double,
    LongDouble,
    Float128,
}

/// How many elements an array has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ArrayLen {
    Fixed(u64),
    /// `T a[]`: not yet known, or a flexible array member.
    Unknown,
    /// A variable length, kept in a hidden local of the function; never at file scope, never after lowering to the CFA.
    Variable(LocalId),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Void,
    Int(IntKind),
    /// An enumeration, by number, and the integer type that it is compatible with; never after lowering to the CFA.
    Enum(u32, IntKind),
    Float(FloatKind),
    Pointer(QType),
    Array {
        elem: QType,
        len: ArrayLen,
    },
    Function(FunctionType),
    Record(RecordId),
    /// `__builtin_va_list`, opaque: only passed on and given to the `va_` operations.
    VaList,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionType {
    pub ret: QType,
    pub params: Vec<QType>,
    pub variadic: bool,
    /// False for `f()`: the parameters are not known.
    pub prototype: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RecordKind {
    Struct,
    Union,
}

/// A structure or union.
#[derive(Clone, Debug)]
pub struct Record {
    pub kind: RecordKind,
    pub tag: Option<String>,
    /// `None` while the record is incomplete.
    pub body: Option<RecordBody>,
    pub span: Span,
}

/// The members of a complete record, laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordBody {
    pub fields: Vec<Field>,
    pub rules: LayoutRules,
    pub transparent: bool,
    pub size: u64,
    pub align: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// `None` for an anonymous record member or an unnamed bit-field.
    pub name: Option<String>,
    pub ty: QType,
    /// The width of a bit-field; zero only when unnamed.
    pub bits: Option<u32>,
    /// An `aligned` attribute or `_Alignas` of this member.
    pub align: Option<u64>,
    /// A `packed` attribute of this member.
    pub packed: bool,
    /// From the start of the record.
    pub bit_offset: u64,
}

/// The types of one program.
#[derive(Clone, Debug)]
pub struct Types {
    pub model: DataModel,
    types: Vec<Type>,
    ids: HashMap<Type, TypeId>,
    records: Vec<Record>,
}

impl std::ops::Index<TypeId> for Types {
    type Output = Type;
    fn index(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }
}

impl std::ops::Index<RecordId> for Types {
    type Output = Record;
    fn index(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }
}

impl Types {
    pub const VOID: TypeId = TypeId(0);
    pub const VA_LIST: TypeId = TypeId(1);
    pub const BOOL: TypeId = TypeId(2);
    pub const CHAR: TypeId = TypeId(3);
    pub const UCHAR: TypeId = TypeId(5);
    pub const INT: TypeId = TypeId(8);
    pub const UINT: TypeId = TypeId(9);
    pub const DOUBLE: TypeId = TypeId(18);

    pub fn new(model: DataModel) -> Types {
        use IntKind::*;
        let mut types = Types { model, types: Vec::new(), ids: HashMap::new(), records: Vec::new() };
        types.intern(Type::Void);
        types.intern(Type::VaList);
        for kind in
            [Bool, Char, SChar, UChar, Short, UShort, Int, UInt, Long, ULong, LongLong, ULongLong, Int128, UInt128]
        {
            types.intern(Type::Int(kind));
        }
        for kind in
            [FloatKind::Float16, FloatKind::Float, FloatKind::Double, FloatKind::LongDouble, FloatKind::Float128]
        {
            types.intern(Type::Float(kind));
        }
        types
    }

    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = TypeId(self.types.len() as u32);
        self.types.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// Every type of the table, in the order in which they came.
    pub fn ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        (0..self.types.len() as u32).map(TypeId)
    }

    /// The number of a type, dense from zero.
    pub fn index_of(&self, id: TypeId) -> usize {
        id.0 as usize
    }

    /// The id of a type that is in the table.
    pub fn find(&self, ty: &Type) -> Option<TypeId> {
        self.ids.get(ty).copied()
    }

    pub fn int(&self, kind: IntKind) -> TypeId {
        TypeId(Types::BOOL.0 + kind as u32)
    }

    pub fn float(&self, kind: FloatKind) -> TypeId {
        TypeId(Types::DOUBLE.0 - FloatKind::Double as u32 + kind as u32)
    }

    pub fn size_t(&self) -> TypeId {
        self.int(self.model.size_type())
    }

    pub fn ptrdiff_t(&self) -> TypeId {
        self.int(self.model.ptrdiff_type())
    }

    pub fn pointer_to(&mut self, target: impl Into<QType>) -> TypeId {
        self.intern(Type::Pointer(target.into()))
    }

    pub fn array_of(&mut self, elem: impl Into<QType>, len: u64) -> TypeId {
        self.intern(Type::Array { elem: elem.into(), len: ArrayLen::Fixed(len) })
    }

    pub fn new_record(&mut self, record: Record) -> (RecordId, TypeId) {
        let id = RecordId(self.records.len() as u32);
        self.records.push(record);
        (id, self.intern(Type::Record(id)))
    }

    pub fn record_mut(&mut self, id: RecordId) -> &mut Record {
        &mut self.records[id.0 as usize]
    }

    /// Replaces the types of all members by others of the same size and alignment.
    pub fn map_fields(&mut self, map: impl Fn(TypeId) -> TypeId) {
        for field in self.records.iter_mut().flat_map(|record| &mut record.body).flat_map(|body| &mut body.fields) {
            field.ty.ty = map(field.ty.ty);
        }
    }

    pub fn records(&self) -> impl Iterator<Item = (RecordId, &Record)> {
        self.records.iter().enumerate().map(|(i, r)| (RecordId(i as u32), r))
    }

    pub fn as_int(&self, id: TypeId) -> Option<IntKind> {
        match self[id] {
            Type::Int(kind) | Type::Enum(_, kind) => Some(kind),
            _ => None,
        }
    }

    pub fn as_float(&self, id: TypeId) -> Option<FloatKind> {
        match self[id] {
            Type::Float(kind) => Some(kind),
            _ => None,
        }
    }

    pub fn as_record(&self, id: TypeId) -> Option<RecordId> {
        match self[id] {
            Type::Record(record) => Some(record),
            _ => None,
        }
    }

    /// What a pointer points to.
    pub fn pointee(&self, id: TypeId) -> Option<QType> {
        match self[id] {
            Type::Pointer(target) => Some(target),
            _ => None,
        }
    }

    /// The element of an array.
    pub fn element(&self, id: TypeId) -> Option<QType> {
        match self[id] {
            Type::Array { elem, .. } => Some(elem),
            _ => None,
        }
    }

    pub fn as_function(&self, id: TypeId) -> Option<&FunctionType> {
        match &self[id] {
            Type::Function(function) => Some(function),
            _ => None,
        }
    }

    /// The members of a complete record type.
    pub fn fields(&self, id: TypeId) -> Option<&[Field]> {
        self.as_record(id).and_then(|r| self[r].body.as_ref()).map(|body| body.fields.as_slice())
    }

    /// Whether an object of the type has a pointer, or a list of arguments, somewhere.
    pub fn has_pointer(&self, id: TypeId) -> bool {
        match &self[id] {
            Type::Pointer(_) | Type::VaList => true,
            Type::Array { elem, .. } => self.has_pointer(elem.ty),
            Type::Record(_) => self.fields(id).unwrap_or_default().iter().any(|field| self.has_pointer(field.ty.ty)),
            _ => false,
        }
    }

    pub fn is_arithmetic(&self, id: TypeId) -> bool {
        matches!(self[id], Type::Int(_) | Type::Enum(..) | Type::Float(_))
    }

    pub fn is_scalar(&self, id: TypeId) -> bool {
        self.is_arithmetic(id) || matches!(self[id], Type::Pointer(_))
    }

    pub fn is_signed(&self, id: TypeId) -> bool {
        self.as_int(id).is_some_and(IntKind::is_signed)
    }

    pub fn is_void_pointer(&self, id: TypeId) -> bool {
        self.pointee(id).is_some_and(|t| t.ty == Types::VOID)
    }

    /// Brings an integer into the range of an integer type, as a conversion does: modulo 2^width, and to 0 or 1 for
    /// `_Bool`. Values of `unsigned __int128` are kept as their two's complement reading.
    pub fn wrap(&self, kind: IntKind, value: i128) -> i128 {
        let bits = self.model.int_bits(kind);
        if kind == IntKind::Bool {
            (value != 0) as i128
        } else if bits == 128 {
            value
        } else if kind.is_signed() {
            value << (128 - bits) >> (128 - bits)
        } else {
            value & ((1 << bits) - 1)
        }
    }

    /// A type as C prints it, for messages: `unsigned int`, `struct s *`, `int [4]`.
    pub fn describe(&self, qtype: impl Into<QType>) -> String {
        layout::describe(self, qtype.into())
    }
}
