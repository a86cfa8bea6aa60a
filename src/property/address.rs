//! Where an access goes, in bytes from the start of an object or from a pointer: addresses taken apart.
//!
//! The sum is computed in 64 bits, where it cannot wrap: terms that could be too large get conditions of their own,
//! which come first. No object has 2^60 bytes, so that whoever fails those is outside in any case. The sum of terms
//! that have such conditions is computed without signs, so that computing it is defined even where they do not hold.
//!
//! Behind a pointer the distance counts from where the pointer points to ([`ObjectQuery::Offset`]). That number is
//! taken to be less than 2^62: objects are smaller, and arithmetic that leaves them is what `--check pointer` is for.

use super::range::{self, Range};
use crate::cfa::{BinaryOp, Expr, ExprKind, ObjectQuery, Place, PlaceKind, Program, Var};
use crate::ctype::{ArrayLen, DataModel, IntKind, RecordKind, Type, TypeId, Types};

/// What the distance is counted from.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Base {
    /// The start of an object of this many bytes.
    Object(u64),
    Pointer(Expr),
}

/// A product with a constant.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Term {
    pub(super) index: Expr,
    pub(super) scale: i128,
    /// The values of the index that matter.
    pub(super) range: Option<Range>,
}

/// A constant and terms.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sum {
    pub(super) constant: i128,
    pub(super) terms: Vec<Term>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Address {
    pub(super) base: Base,
    /// In bytes.
    pub(super) distance: Sum,
}

/// How many elements an array has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Length {
    Fixed(i128),
    /// It ends where its object ends.
    Open,
}

/// An element of an array that is not an object of its own, or has a known length.
pub(super) struct Element<'e> {
    pub(super) array: &'e Place,
    pub(super) length: Length,
    pub(super) index: Sum,
    /// What the index is computed from, in the order of evaluation.
    pub(super) operands: Vec<&'e Expr>,
}

/// A sum as an expression.
#[derive(Clone, Debug)]
pub(super) struct Value {
    /// What has to hold for the sum to be right, each before it is computed.
    pub(super) limits: Vec<Expr>,
    pub(super) value: Expr,
    pub(super) range: Range,
}

/// Sums of less than this are computed without further thought.
const SMALL: i128 = 1 << 62;
/// A term that may be larger is limited to this.
const LIMIT: i128 = 1 << 60;

impl Sum {
    pub(super) fn add(&mut self, types: &Types, index: &Expr, scale: i128, within: Option<Range>) {
        if let ExprKind::Int(value) = index.kind
            // Whoever is outside has been told so.
            && let value = within.filter(|within| value < within.0 || within.1 < value).map_or(value, |within| within.0)
            && let Some(product) = value.checked_mul(scale).filter(|product| product.abs() < LIMIT)
        {
            self.constant += product;
            return;
        }
        let known = range::of(types, index);
        let range = match (known, within) {
            (Some(a), Some(b)) => Some((a.0.max(b.0), a.1.min(b.1).max(a.0.max(b.0)))),
            (known, within) => known.or(within),
        };
        self.terms.push(Term { index: index.clone(), scale, range });
    }

    /// Whether this is an index and nothing else.
    pub(super) fn is_plain(&self) -> bool {
        self.constant == 0 && matches!(self.terms.as_slice(), [Term { scale: 1, .. }])
    }

    /// The sum as an expression; a single index stays what it is.
    pub(super) fn value(&self, types: &Types) -> Value {
        if let [Term { index, scale: 1, range: Some(range) }] = self.terms.as_slice()
            && self.constant == 0
        {
            return Value { limits: Vec::new(), value: range::promoted(types, index.clone()), range: *range };
        }
        let bounds: Vec<Option<Range>> = self.terms.iter().map(Term::products).collect();
        let total = bounds.iter().try_fold((self.constant, self.constant), |sum, range| {
            let (low, high) = (*range)?;
            Some((sum.0 + low, sum.1 + high)).filter(|sum| -SMALL < sum.0 && sum.1 < SMALL)
        });
        match total {
            Some(range) => Value { limits: Vec::new(), value: self.expression(types, wide(types)), range },
            None => self.limited(types, &bounds),
        }
    }

    /// The sum of terms some of which may be too large.
    fn limited(&self, types: &Types, bounds: &[Option<Range>]) -> Value {
        let small = |range: &Option<Range>| range.is_some_and(|(low, high)| -LIMIT < low && high < LIMIT);
        let mut limits = Vec::new();
        for (term, _) in self.terms.iter().zip(bounds).filter(|(_, range)| !small(range)) {
            let most = LIMIT / term.scale.abs().max(1);
            limits.extend(range::at_least(types, -most, &term.index));
            limits.extend(range::at_most(types, &term.index, most, false));
        }
        let signed = wide(types);
        let value = self.expression(types, unsigned(types)).cast(signed);
        Value { limits, value, range: range::of_type(types, signed).unwrap_or((i128::MIN, i128::MAX)) }
    }

    fn expression(&self, types: &Types, ty: TypeId) -> Expr {
        let constant = |value: i128| Expr::int(ty, types.as_int(ty).map_or(value, |kind| types.wrap(kind, value)));
        let mut sum: Option<Expr> = None;
        for term in &self.terms {
            // A minus reads better than a product with a negative number.
            let (op, scale) = match (&sum, term.scale < 0) {
                (Some(_), true) => (BinaryOp::Sub, -term.scale),
                _ => (BinaryOp::Add, term.scale),
            };
            let index = term.index.clone().cast(ty);
            let product = match scale {
                1 => index,
                scale => Expr::binary(BinaryOp::Mul, index, constant(scale), ty),
            };
            sum = Some(match sum {
                None => product,
                Some(sum) => Expr::binary(op, sum, product, ty),
            });
        }
        match sum {
            None => constant(self.constant),
            Some(sum) if self.constant == 0 => sum,
            Some(sum) => Expr::binary(BinaryOp::Add, sum, constant(self.constant), ty),
        }
    }
}

impl Term {
    fn products(&self) -> Option<Range> {
        let (low, high) = self.range?;
        let (a, b) = (low.checked_mul(self.scale)?, high.checked_mul(self.scale)?);
        Some((a.min(b), a.max(b))).filter(|range| -SMALL < range.0 && range.1 < SMALL)
    }
}

/// The signed type of 64 bits: `long` where it has them.
pub(super) fn wide(types: &Types) -> TypeId {
    match types.model {
        DataModel::Lp64 => types.int(IntKind::Long),
        DataModel::Ilp32 => types.int(IntKind::LongLong),
    }
}

pub(super) fn unsigned(types: &Types) -> TypeId {
    match types.model {
        DataModel::Lp64 => types.int(IntKind::ULong),
        DataModel::Ilp32 => types.int(IntKind::ULongLong),
    }
}

/// Takes places and pointers of one program apart.
#[derive(Clone, Copy)]
pub(super) struct Addresses<'a> {
    pub(super) program: &'a Program,
    /// Indices of arrays of fixed length have been checked.
    pub(super) indices_checked: bool,
}

impl Addresses<'_> {
    fn types(&self) -> &Types {
        &self.program.types
    }

    /// Of an object that is accessed.
    pub(super) fn of_place(&self, place: &Place) -> Address {
        self.place(place, 0)
    }

    /// The last index may be beyond the last element by as much as `beyond`.
    fn place(&self, place: &Place, beyond: i128) -> Address {
        match &place.kind {
            PlaceKind::Var(var) => self.of_variable(*var, place),
            PlaceKind::Deref(pointer) => match self.as_element(pointer) {
                Some(element) => {
                    let mut address = self.of_place(element.array);
                    let scale = self.types().size_of(place.ty.ty).unwrap_or(1).into();
                    let within = self.indices_within(element.length, beyond);
                    let index = element.index.value(self.types()).value;
                    address.distance.add(self.types(), &index, scale, within);
                    address
                }
                None => self.of_pointer(pointer),
            },
            PlaceKind::Member(base, field) => {
                let mut address = self.of_place(base);
                let fields = self.types().fields(base.ty.ty).unwrap_or_default();
                let bits = fields.get(*field as usize).map_or(0, |field| field.bit_offset);
                address.distance.constant += i128::from(bits / 8);
                address
            }
            PlaceKind::Index(base, index) => {
                let mut address = self.of_place(base);
                let scale = self.types().size_of(place.ty.ty).unwrap_or(1).into();
                let within = self.length(base).and_then(|length| self.indices_within(length, beyond));
                address.distance.add(self.types(), index, scale, within);
                address
            }
        }
    }

    /// The indices that matter, once indices have been checked.
    fn indices_within(&self, length: Length, beyond: i128) -> Option<Range> {
        match length {
            Length::Fixed(length) if self.indices_checked => Some((0, length - 1 + beyond)),
            _ => None,
        }
    }

    pub(super) fn of_pointer(&self, pointer: &Expr) -> Address {
        match &pointer.kind {
            ExprKind::AddrOf(place) => self.place(place, 1),
            ExprKind::Cast(inner) if self.types().pointee(inner.ty).is_some() => self.of_pointer(inner),
            ExprKind::Binary(op @ (BinaryOp::PtrAdd | BinaryOp::PtrSub), base, index) => {
                let mut address = self.of_pointer(base);
                let scale = if *op == BinaryOp::PtrAdd { self.step(pointer.ty) } else { -self.step(pointer.ty) };
                address.distance.add(self.types(), index, scale, None);
                address
            }
            _ => Address { base: Base::Pointer(pointer.clone()), distance: Sum::default() },
        }
    }

    /// A pointer that is computed from the address of an element of an array, `a + i`, as that array and an index.
    pub(super) fn as_element<'e>(&self, pointer: &'e Expr) -> Option<Element<'e>> {
        let target = self.types().pointee(pointer.ty)?.ty;
        let mut at = pointer;
        let mut moves: Vec<(&'e Expr, i128)> = Vec::new();
        let (array, first) = loop {
            if self.types().pointee(at.ty).is_none_or(|to| to.ty != target) {
                return None;
            }
            match &at.kind {
                ExprKind::AddrOf(Place { kind: PlaceKind::Index(array, first), .. }) => break (array, first),
                ExprKind::Cast(inner) => at = inner,
                ExprKind::Binary(BinaryOp::PtrAdd, base, index) => {
                    moves.push((index, 1));
                    at = base;
                }
                ExprKind::Binary(BinaryOp::PtrSub, base, index) => {
                    moves.push((index, -1));
                    at = base;
                }
                _ => return None,
            }
        };
        let length = self.length(array)?;
        moves.push((first, 1));
        let mut index = Sum::default();
        moves.reverse();
        moves.iter().for_each(|(by, scale)| index.add(self.types(), by, *scale, None));
        Some(Element { array, length, index, operands: moves.into_iter().map(|(by, _)| by).collect() })
    }

    /// By how many bytes one more moves a pointer.
    fn step(&self, pointer: TypeId) -> i128 {
        self.types().pointee(pointer).and_then(|target| self.types().size_of(target.ty)).unwrap_or(1).into()
    }

    fn of_variable(&self, var: Var, place: &Place) -> Address {
        let base = match self.types().size_of(place.ty.ty) {
            Some(size) => Base::Object(size + self.flexible_part(var)),
            None => self.start(place).map_or(Base::Object(0), Base::Pointer),
        };
        Address { base, distance: Sum::default() }
    }

    fn flexible_part(&self, var: Var) -> u64 {
        match var {
            Var::Global(global) => self.program[global].flexible_part(self.types()),
            Var::Local(_) => 0,
        }
    }

    /// The address of an array of unknown length: only a verifier that has seen its definition knows its size.
    fn start(&self, place: &Place) -> Option<Expr> {
        let elem = self.types().element(place.ty.ty)?;
        let zero = Box::new(Expr::int(Types::INT, 0));
        let first = Place { kind: PlaceKind::Index(Box::new(place.clone()), zero), ty: elem };
        let ty = self.types().find(&Type::Pointer(elem))?;
        Some(Expr { kind: ExprKind::AddrOf(first), ty })
    }

    /// How many elements an array has by its type. The last member of a structure with no length, or length 0, or
    /// length 1 behind a pointer, goes on as long as its object does. Of other arrays without length only their object
    /// is known.
    pub(super) fn length(&self, array: &Place) -> Option<Length> {
        let Type::Array { len, .. } = self.types()[array.ty.ty] else { return None };
        match len {
            ArrayLen::Fixed(0) | ArrayLen::Unknown if self.is_last_member(array) => Some(Length::Open),
            ArrayLen::Fixed(1) if self.is_last_member(array) && array.root().is_none() => Some(Length::Open),
            ArrayLen::Fixed(length) => Some(Length::Fixed(length.into())),
            _ => None,
        }
    }

    /// Whether a place is the end of the object that it is in.
    fn is_last_member(&self, place: &Place) -> bool {
        let PlaceKind::Member(base, field) = &place.kind else { return false };
        let Some(record) = self.types().as_record(base.ty.ty) else { return false };
        let fields = self.types().fields(base.ty.ty).unwrap_or_default();
        let last = self.types()[record].kind == RecordKind::Union || *field as usize + 1 == fields.len();
        last && (!matches!(base.kind, PlaceKind::Member(..) | PlaceKind::Index(..)) || self.is_last_member(base))
    }
}

/// What a pointer points to, as a question.
pub(super) fn query(types: &Types, query: ObjectQuery, pointer: &Expr) -> Expr {
    let ty = match query {
        ObjectQuery::Size => types.size_t(),
        ObjectQuery::Offset => types.ptrdiff_t(),
        ObjectQuery::Alive | ObjectQuery::Heap => Types::INT,
    };
    Expr { kind: ExprKind::Object(query, Box::new(pointer.clone())), ty }
}
