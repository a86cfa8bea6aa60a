//! Values that a program reads one after the other.

use crate::cfa::{BinaryOp, Expr, Init, InitItem, Op, Place, PlaceKind, Program};
use crate::ctype::{TypeId, Types};
use crate::source::Span;

/// A table in a program, and how much of it was read.
pub(super) struct Table {
    values: Place,
    counter: Place,
    count: usize,
}

impl Table {
    /// Puts one into a program, of constants of this type. `word` is part of the names of its variables.
    pub(super) fn new(program: &mut Program, word: &str, ty: TypeId, values: Vec<Expr>, span: Span) -> Table {
        let name = |program: &Program| format!("qicc_{word}_{}", program.globals.len());
        let count = values.len();
        let list = (0..).zip(values).map(|(at, value)| InitItem { first: at, end: at + 1, init: Init::Expr(value) });
        let (of, list) = (program.types.array_of(ty, count as u64), Init::List(list.collect()));
        let values = program.define(name(program), of, list, span);
        let counter = program.define(name(program), Types::UINT, Init::Zero, span);
        Table { values: Place::global(values, of), counter: Place::global(counter, Types::UINT), count }
    }

    /// Whether anything is left.
    pub(super) fn is_left(&self) -> Expr {
        let count = Expr::int(Types::UINT, self.count as i128);
        Expr::binary(BinaryOp::Lt, Expr::load(self.counter.clone()), count, Types::INT)
    }

    /// Gives a place, of this or another arithmetic type, the next value.
    pub(super) fn read(&self, place: &Place, ty: TypeId) -> Op {
        let index = Box::new(Expr::load(self.counter.clone()));
        let element = Place { kind: PlaceKind::Index(Box::new(self.values.clone()), index), ty: ty.into() };
        Op::Assign { place: place.clone(), value: Expr::load(element).cast(place.ty.ty) }
    }

    /// Goes on to the value behind.
    pub(super) fn advance(&self) -> Op {
        let next =
            Expr::binary(BinaryOp::Add, Expr::load(self.counter.clone()), Expr::int(Types::UINT, 1), Types::UINT);
        Op::Assign { place: self.counter.clone(), value: next }
    }
}
