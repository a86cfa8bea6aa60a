//! The parts of a type that are pointers, what is between them, and what C has no name for.

use crate::cfa::{Expr, Place, PlaceKind};
use crate::ctype::{ArrayLen, Field, QType, RecordKind, Type, TypeId, Types};
use std::ops::Range;

/// From a place to a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    Member(u32),
    Index(u64),
}

/// A pointer in an object: how to get to it, and how many bytes it is from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pointer {
    pub path: Vec<Step>,
    pub offset: u64,
    pub ty: TypeId,
}

/// Where a type cannot be taken apart: what is there, for people.
pub(super) type Refused = &'static str;

/// More pointers than this in one object are not looked at one by one.
const MOST_POINTERS: u64 = 256;

/// The pointers in an object of a type, in order.
pub(super) fn pointers(types: &Types, ty: TypeId) -> Result<Vec<Pointer>, Refused> {
    let mut found = Vec::new();
    collect(types, ty, 0, &mut Vec::new(), &mut found)?;
    Ok(found)
}

/// The bytes of an object of this size that are in no pointer: padding and the ends of structures are among them.
pub(super) fn between(pointers: &[Pointer], width: u64, size: u64) -> Vec<Range<u64>> {
    let ends = std::iter::once(0).chain(pointers.iter().map(|pointer| pointer.offset + width));
    let starts = pointers.iter().map(|pointer| pointer.offset).chain([size]);
    ends.zip(starts).filter(|(end, start)| end < start).map(|(end, start)| end..start).collect()
}

fn collect(
    types: &Types,
    ty: TypeId,
    offset: u64,
    path: &mut Vec<Step>,
    found: &mut Vec<Pointer>,
) -> Result<(), Refused> {
    if !types.has_pointer(ty) {
        return Ok(());
    }
    match &types[ty] {
        Type::Pointer(_) => found.push(Pointer { path: path.clone(), offset, ty }),
        Type::Array { elem, len: ArrayLen::Fixed(len) } => {
            if *len > MOST_POINTERS {
                return Err("a large array of pointers");
            }
            let size = types.size_of(elem.ty).ok_or("an object of unknown size")?;
            for index in 0..*len {
                path.push(Step::Index(index));
                collect(types, elem.ty, offset + index * size, path, found)?;
                path.pop();
            }
        }
        Type::Record(id) if types[*id].kind == RecordKind::Struct => {
            for (number, field) in (0..).zip(types.fields(ty).ok_or("a structure that is not defined")?) {
                path.push(Step::Member(number));
                collect(types, field.ty.ty, offset + field.bit_offset / 8, path, found)?;
                path.pop();
            }
        }
        Type::Record(_) => return Err("a union with pointers in it"),
        Type::VaList => return Err("a list of variable arguments"),
        _ => return Err("an array of unknown length with pointers in it"),
    }
    Ok(())
}

/// The part of a place at the end of a path.
pub(super) fn follow(types: &Types, place: &Place, path: &[Step]) -> Place {
    path.iter().fold(place.clone(), |place, step| match *step {
        Step::Member(number) => {
            let ty = types.fields(place.ty.ty).map_or(place.ty, |fields| fields[number as usize].ty);
            Place { kind: PlaceKind::Member(Box::new(place), number), ty }
        }
        Step::Index(index) => {
            let ty = types.element(place.ty.ty).unwrap_or(place.ty);
            let index = Expr::int(types.size_t(), index.into());
            Place { kind: PlaceKind::Index(Box::new(place), Box::new(index)), ty }
        }
    })
}

/// The part of a place that begins so many bytes behind its start and has this type, if there is one that C can name.
pub(super) fn part_at(types: &Types, place: &Place, offset: u64, wanted: QType) -> Option<Place> {
    if offset == 0 && place.ty.ty == wanted.ty {
        return Some(place.clone());
    }
    match &types[place.ty.ty] {
        Type::Array { elem, len } => {
            let size = types.size_of(elem.ty).filter(|size| *size > 0)?;
            let inside = matches!(len, ArrayLen::Fixed(len) if offset / size < *len);
            let step = inside.then(|| follow(types, place, &[Step::Index(offset / size)]))?;
            part_at(types, &step, offset % size, wanted)
        }
        Type::Record(_) => {
            let fields = types.fields(place.ty.ty)?;
            let within = |(number, field): (usize, &Field)| {
                let start = field.bit_offset / 8;
                let size = types.size_of(field.ty.ty)?;
                let named = field.name.is_some() && field.bits.is_none();
                (named && start <= offset && offset - start < size.max(1)).then(|| (number as u32, offset - start))
            };
            let mut candidates = fields.iter().enumerate().filter_map(within);
            candidates
                .find_map(|(number, rest)| part_at(types, &follow(types, place, &[Step::Member(number)]), rest, wanted))
        }
        _ => None,
    }
}
