//! Builtins of compilers that compute something: what kind of number a float is, how its parts and bits are.

use super::Executor;
use crate::cfa::EdgeId;
use crate::engine::float::{self, Format, Rounding};
use crate::engine::term::Term;

/// The width of `int`.
const INT: u32 = 32;

/// What kind of number `__builtin_fpclassify` tells apart, in the order of its arguments.
const CLASSES: [fn(&mut crate::engine::term::Terms, Format, Term) -> Term; 5] =
    [float::is_nan, float::is_infinite, float::is_normal, float::is_subnormal, float::is_zero];

impl Executor<'_> {
    /// The value of a builtin, by its name without `__builtin_`; nothing for one that is not known here.
    pub(super) fn builtin(&mut self, id: EdgeId, name: &str, args: &[Term]) -> Option<Term> {
        if let Some(value) = self.constant_builtin(name) {
            return Some(value);
        }
        let terms = &mut self.memory.terms;
        Some(match (name, args) {
            ("isnan" | "isnanf" | "isnanl", [x]) => {
                let nan = float::is_nan(terms, format(terms.width(*x))?, *x);
                self.yes(id, nan)
            }
            ("isinf" | "isinff" | "isinfl", [x]) => {
                let infinite = float::is_infinite(terms, format(terms.width(*x))?, *x);
                self.yes(id, infinite)
            }
            ("isfinite" | "finite" | "finitef" | "finitel", [x]) => {
                let finite = float::is_finite(terms, format(terms.width(*x))?, *x);
                self.yes(id, finite)
            }
            ("isnormal", [x]) => {
                let normal = float::is_normal(terms, format(terms.width(*x))?, *x);
                self.yes(id, normal)
            }
            ("signbit" | "signbitf" | "signbitl", [x]) => {
                let negative = terms.sign(*x);
                self.yes(id, negative)
            }
            ("isinf_sign", [x]) => {
                let infinite = float::is_infinite(terms, format(terms.width(*x))?, *x);
                let negative = terms.sign(*x);
                let [minus, one, zero] = [u128::MAX, 1, 0].map(|value| terms.constant(INT, value));
                let signed = terms.ite(negative, minus, one);
                terms.ite(infinite, signed, zero)
            }
            ("fpclassify", [classes @ .., x]) if classes.len() == CLASSES.len() => {
                let format = format(terms.width(*x))?;
                let mut class = classes[4];
                for (is, value) in CLASSES.iter().zip(classes).take(4) {
                    let is = is(terms, format, *x);
                    class = terms.ite(is, *value, class);
                }
                class
            }
            ("isgreater" | "isgreaterequal" | "isless" | "islessequal" | "islessgreater" | "isunordered", [a, b]) => {
                let truth = self.compared(name, *a, *b)?;
                self.memory.terms.zext(truth, INT)
            }
            ("lround" | "llround" | "lroundf" | "llroundf", [x]) => {
                let format = format(terms.width(*x))?;
                let whole = float::round_to_integral(terms, format, Rounding::NearestAway, *x);
                let long = if name.starts_with("ll") { 64 } else { self.bits(self.types().ptrdiff_t()) };
                float::to_integer(&mut self.memory.terms, format, whole, long, true)
            }
            ("bswap16" | "bswap32" | "bswap64", [word]) => {
                let bytes: Vec<Term> = (0..terms.width(*word) / 8).map(|at| terms.extract(*word, at * 8, 8)).collect();
                let joined = bytes.into_iter().reduce(|high, low| terms.concat(high, low));
                joined.unwrap_or(*word)
            }
            ("popcount" | "popcountl" | "popcountll", [word]) => {
                let mut sum = terms.constant(INT, 0);
                for at in 0..terms.width(*word) {
                    let bit = terms.extract(*word, at, 1);
                    let bit = terms.zext(bit, INT);
                    sum = terms.add(sum, bit);
                }
                sum
            }
            _ => return None,
        })
    }

    /// The number of zeros before the first one, or behind the last one, of a word that is not zero.
    pub(super) fn zeros(&mut self, word: Term, leading: bool) -> Term {
        let terms = &mut self.memory.terms;
        let width = terms.width(word);
        let mut count = terms.constant(INT, 0);
        // The bit that is looked at last decides.
        for at in 0..width {
            let place = if leading { at } else { width - 1 - at };
            let bit = terms.extract(word, place, 1);
            let zeros = terms.constant(INT, (width - 1 - at).into());
            count = terms.ite(bit, zeros, count);
        }
        count
    }

    fn constant_builtin(&mut self, name: &str) -> Option<Term> {
        let format = match name {
            "inf" | "huge_val" | "nan" => float::DOUBLE,
            "inff" | "huge_valf" | "nanf" => float::SINGLE,
            "infl" | "huge_vall" => float::EXTENDED,
            _ => return None,
        };
        let bits = if name.starts_with("nan") { format.nan() } else { format.infinity() };
        Some(self.memory.terms.constant(format.bits(), bits))
    }

    /// Any number but zero where something holds, and zero elsewhere.
    fn yes(&mut self, id: EdgeId, cond: Term) -> Term {
        let any = self.choice(id, INT);
        let terms = &mut self.memory.terms;
        let (zero, one) = (terms.constant(INT, 0), terms.constant(INT, 1));
        let none = terms.eq(any, zero);
        let some = terms.ite(none, one, any);
        terms.ite(cond, some, zero)
    }

    fn compared(&mut self, name: &str, a: Term, b: Term) -> Option<Term> {
        let terms = &mut self.memory.terms;
        let format = format(terms.width(a)).filter(|_| terms.width(a) == terms.width(b))?;
        Some(match name {
            "isgreater" => float::lt(terms, format, b, a),
            "isgreaterequal" => float::le(terms, format, b, a),
            "isless" => float::lt(terms, format, a, b),
            "islessequal" => float::le(terms, format, a, b),
            "islessgreater" => {
                let (less, more) = (float::lt(terms, format, a, b), float::lt(terms, format, b, a));
                terms.or(less, more)
            }
            _ => {
                let (x, y) = (float::is_nan(terms, format, a), float::is_nan(terms, format, b));
                terms.or(x, y)
            }
        })
    }
}

fn format(width: u32) -> Option<Format> {
    [float::SINGLE, float::DOUBLE, float::EXTENDED, float::QUAD].into_iter().find(|format| format.bits() == width)
}
