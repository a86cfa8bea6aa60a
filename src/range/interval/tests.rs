//! Operations on intervals against the machine's, value by value, in types of 8 bits.

use super::*;
use crate::ctype::DataModel;

const SIGNED: IntKind = IntKind::SChar;
const UNSIGNED: IntKind = IntKind::UChar;

/// Intervals of an 8-bit type with ends where something can happen.
fn intervals(domain: Domain) -> Vec<Interval> {
    let ends: Vec<i128> = [-128, -127, -65, -8, -1, 0, 1, 3, 7, 8, 64, 127, 128, 200, 255]
        .into_iter()
        .filter(|end| domain.whole.contains(*end))
        .collect();
    let from = |low: i128| ends.iter().filter(move |high| low <= **high).map(move |high| Interval::new(low, *high));
    ends.iter().flat_map(|low| from(*low)).collect()
}

fn domain(kind: IntKind) -> Domain {
    let types = Types::new(DataModel::Lp64);
    Domain::of(&types, types.int(kind)).expect("it is small")
}

/// What a machine of 8 bits computes, where C says what; anything else may come out as well.
fn machine(domain: Domain, op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    use BinaryOp::*;
    let exact = match op {
        Add => a + b,
        Sub => a - b,
        Mul => a * b,
        Div | Rem if b == 0 => return None,
        Div => a / b,
        Rem => a % b,
        Shl | Shr if !(0..8).contains(&b) => return None,
        Shl => a << b,
        Shr => a >> b,
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        _ => return None,
    };
    Some(if domain.kind.is_signed() { (exact as i8).into() } else { (exact as u8).into() })
}

#[test]
fn arithmetic_contains_every_result() {
    use BinaryOp::*;
    for kind in [SIGNED, UNSIGNED] {
        let domain = domain(kind);
        let all = intervals(domain);
        for op in [Add, Sub, Mul, Div, Rem, Shl, Shr, And, Or, Xor] {
            for a in &all {
                for b in &all {
                    let result = domain.binary(op, *a, *b);
                    assert!(domain.whole.includes(result));
                    let exact = domain.is_exact(op, *a, *b);
                    // The ends of the operands and some values between them: the whole square takes too long.
                    let some = |of: &Interval| {
                        (of.low..=of.high)
                            .step_by(1 + (of.high - of.low) as usize / 5)
                            .chain([of.high])
                            .collect::<Vec<_>>()
                    };
                    for (x, y) in some(a).into_iter().flat_map(|x| some(b).into_iter().map(move |y| (x, y))) {
                        match machine(domain, op, x, y) {
                            Some(value) => {
                                assert!(result.contains(value), "{x} {op:?} {y} = {value}, in {a:?} {b:?} {result:?}");
                                if exact {
                                    undone(op, *a, *b, x, y, value);
                                }
                            }
                            None => assert_eq!(result, domain.whole, "{x} {op:?} {y} in {a:?} {b:?}"),
                        }
                    }
                }
            }
        }
    }
}

fn undone(op: BinaryOp, a: Interval, b: Interval, x: i128, y: i128, value: i128) {
    let within = Interval::new(value - 1, value + 2);
    assert!(Interval::undone_left(op, b, within).is_some_and(|left| left.contains(x)), "{x} {op:?} {y}");
    assert!(Interval::undone_right(op, a, within).is_some_and(|right| right.contains(y)), "{x} {op:?} {y}");
}

#[test]
fn small_operands_are_enumerated_in_full() {
    use BinaryOp::*;
    for kind in [SIGNED, UNSIGNED] {
        let domain = domain(kind);
        let ends: Vec<i128> = (-9..=9)
            .chain(120..=127)
            .chain(-128..=-120)
            .chain(250..=255)
            .filter(|end| domain.whole.contains(*end))
            .collect();
        let short = |low: &i128| {
            (0..5)
                .map(|more| Interval { low: *low, high: low + more })
                .filter(|i| domain.whole.includes(*i))
                .collect::<Vec<_>>()
        };
        let all: Vec<Interval> = ends.iter().flat_map(short).collect();
        for op in [Add, Sub, Mul, Div, Rem, Shl, Shr, And, Or, Xor] {
            for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
                let result = domain.binary(op, *a, *b);
                for (x, y) in (a.low..=a.high).flat_map(|x| (b.low..=b.high).map(move |y| (x, y))) {
                    match machine(domain, op, x, y) {
                        Some(value) => assert!(result.contains(value), "{x} {op:?} {y} = {value} {result:?}"),
                        None => assert_eq!(result, domain.whole, "{x} {op:?} {y} in {a:?} {b:?}"),
                    }
                }
            }
        }
    }
}

#[test]
fn unary_operators_and_conversions_contain_every_result() {
    let types = Types::new(DataModel::Lp64);
    for from in [SIGNED, UNSIGNED, IntKind::Bool] {
        for a in intervals(domain(from)) {
            for op in [UnaryOp::Neg, UnaryOp::BitNot] {
                let to = domain(from);
                let result = to.unary(op, a);
                for x in a.low..=a.high {
                    let exact = if op == UnaryOp::Neg { -x } else { !x };
                    let value = types.wrap(from, exact);
                    assert!(from == IntKind::Bool || result.contains(value), "{op:?} {x} in {a:?}");
                }
            }
            for to in [SIGNED, UNSIGNED, IntKind::Bool, IntKind::Int] {
                let result = domain(to).convert(a);
                assert!((a.low..=a.high).all(|x| result.contains(types.wrap(to, x))), "{a:?} to {to:?}");
            }
        }
    }
    // From a wider type, where there are many copies.
    for low in -600..600 {
        for width in [0, 1, 5, 100, 254, 255, 256, 700] {
            let a = Interval::new(low, low + width);
            for to in [SIGNED, UNSIGNED, IntKind::Bool] {
                let result = domain(to).convert(a);
                assert!((a.low..=a.high).all(|x| result.contains(types.wrap(to, x))), "{a:?} to {to:?}");
            }
        }
    }
}

#[test]
fn conversions_are_undone_exactly() {
    let types = Types::new(DataModel::Lp64);
    for to in [SIGNED, UNSIGNED, IntKind::Bool] {
        for low in (-600..600).step_by(37) {
            for width in [0, 1, 100, 254, 255, 256, 700] {
                let before = Interval::new(low, low + width);
                for after in intervals(domain(to)) {
                    let inside: Vec<i128> =
                        (before.low..=before.high).filter(|x| after.contains(types.wrap(to, *x))).collect();
                    let ends = inside.first().zip(inside.last()).map(|(low, high)| Interval::new(*low, *high));
                    let found = domain(to).convert_back(before, after);
                    if to == IntKind::Bool {
                        assert!(ends.is_none_or(|ends| found.is_some_and(|found| found.includes(ends))));
                    } else {
                        assert_eq!(found, ends, "{before:?} to {after:?} of {to:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn comparisons_keep_exactly_what_can_hold() {
    use BinaryOp::*;
    let all: Vec<Interval> = (-4..4).flat_map(|low| (low..5).map(move |high| Interval::new(low, high))).collect();
    for op in [Eq, Ne, Lt, Le, Gt, Ge] {
        for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (*a, *b))) {
            let holds = |x: i128, y: i128| match op {
                Eq => x == y,
                Ne => x != y,
                Lt => x < y,
                Le => x <= y,
                Gt => x > y,
                _ => x >= y,
            };
            let pairs = || (a.low..=a.high).flat_map(|x| (b.low..=b.high).map(move |y| (x, y)));
            let hull = |values: Vec<i128>| {
                values.iter().min().zip(values.iter().max()).map(|(low, high)| Interval::new(*low, *high))
            };
            let left = hull(pairs().filter(|(x, y)| holds(*x, *y)).map(|(x, _)| x).collect());
            let right = hull(pairs().filter(|(x, y)| holds(*x, *y)).map(|(_, y)| y).collect());
            assert_eq!(Interval::compared(op, a, b), left.zip(right), "{a:?} {op:?} {b:?}");
            let values = hull(pairs().map(|(x, y)| i128::from(holds(x, y))).collect());
            assert_eq!(Some(Interval::compare(op, a, b)), values, "{a:?} {op:?} {b:?}");
        }
    }
}
