//! What of an object a call can change through a pointer.
//!
//! That is what the argument is seen to point to: a variable, a member, or all of an array when it points to an
//! element. What is around it stays: arbitrary values for all of a structure would be arbitrary pointers as well, and a
//! verifier loses what is written through those. Where it cannot be seen, or where the call can write further, it is
//! the whole object.

use crate::cfa::library::Need;
use crate::cfa::{Expr, ExprKind, Place, PlaceKind};
use crate::ctype::{Quals, Types};

/// The part that a call changes through its argument at a position, where that can be seen.
pub(super) fn part<'a>(types: &Types, needs: &[Need], args: &'a [Expr], at: usize) -> Option<&'a Place> {
    let mut pointer = &args[at];
    while let ExprKind::Cast(inner) = &pointer.kind {
        pointer = inner;
    }
    let ExprKind::AddrOf(target) = &pointer.kind else { return None };
    let mut place = target;
    let mut offset = Some(0u64);
    while let PlaceKind::Index(array, index) = &place.kind {
        let size = types.size_of(place.ty.ty)?;
        let index = constant(index).and_then(|index| index.checked_mul(size));
        offset = offset.zip(index).and_then(|(offset, more)| offset.checked_add(more));
        place = array;
    }
    let size = types.size_of(place.ty.ty).filter(|_| !place.ty.quals.contains(Quals::CONST))?;
    let bytes = needs.iter().find_map(|need| match need {
        Need::Block(pointer, count) if *pointer == at => Some(args.get(*count).and_then(constant)),
        Need::Blocks(pointer, count, each) if *pointer == at => {
            let [count, each] = [count, each].map(|number| args.get(*number).and_then(constant));
            Some(count.zip(each).and_then(|(count, each)| count.checked_mul(each)))
        }
        _ => None,
    });
    let inside = match bytes {
        Some(bytes) => offset?.checked_add(bytes?).is_some_and(|end| end <= size),
        // A pointer to another type may be used for more than it is seen to point to.
        None => types.pointee(args[at].ty)?.ty == types.pointee(pointer.ty)?.ty,
    };
    inside.then_some(place)
}

fn constant(value: &Expr) -> Option<u64> {
    match &value.kind {
        ExprKind::Int(value) => u64::try_from(*value).ok(),
        ExprKind::Cast(inner) => constant(inner),
        _ => None,
    }
}
