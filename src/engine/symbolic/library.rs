//! Functions without a body: those of the C library that matter most, and all others by what is known of them.

use super::call::Argument;
use super::models::{self, LIBRARY, PROGRAM};
use super::place::At;
use super::{Executor, Why};
use crate::cfa::library::{self, Effect};
use crate::cfa::passes::is_nondeterministic;
use crate::cfa::{Edge, EdgeId, FuncId, ObjectQuery};
use crate::ctype::{Type, TypeId, Types};
use crate::engine::float;
use crate::engine::memory::{Contents, Kind, Object, ObjectId, Rest, State};
use crate::engine::term::Term;

/// Blocks whose size is not known are moved byte by byte up to this size.
const MOST_BYTES: u128 = 256;

/// Blocks that are allocated anew are copied byte by byte up to this size.
const MOST_MOVED: u64 = 4096;

/// What came of a function that is a part of the verifier.
enum Native {
    /// It is none.
    Unknown,
    /// It does not return.
    Ended,
    /// It returns nothing.
    Nothing,
    Value(Term),
}

impl Executor<'_> {
    pub(super) fn call_undefined(
        &mut self,
        state: &mut State,
        (id, edge): (EdgeId, &Edge),
        dst: Option<(At, TypeId)>,
        function: FuncId,
        arguments: &[Argument],
    ) {
        let kept = self.kept.get(&function).copied().filter(|_| self.unit == PROGRAM);
        let (program, function) = (self.program(), &self.program()[function]);
        let name = function.name.as_str();
        let scalars: Vec<Term> = arguments.iter().filter_map(Argument::scalar).collect();
        match self.native(state, id, name, &scalars) {
            Native::Ended => return self.end(state),
            Native::Nothing => return,
            Native::Value(result) => {
                if let Some((at, ty)) = dst {
                    self.store_scalar(state, &at, ty, result);
                }
                return;
            }
            Native::Unknown => {}
        }
        if self.unit == PROGRAM
            && let Some(model) = models::find(program, function)
        {
            return self.call_model(state, id, model, arguments, dst.map(|(at, _)| at));
        }
        let known = library::known(name);
        // Code of ours calls nothing that returns any value, but for what is called so.
        let modelled = known.is_some_and(|known| known.effect == Effect::Modelled) || self.unit == LIBRARY;
        if modelled && !is_nondeterministic(name) {
            return self.unmodelled(state, format!("the function {name}"), edge.span);
        }
        match (dst, kept) {
            (Some((at, ty)), Some(kept)) => {
                let kept = self.at_object(kept);
                let kept = Argument::Scalar(self.address(&kept), ty);
                self.call_model(state, id, models::from(program.types.model), &[kept], Some(at));
            }
            (Some((at, ty)), None) => self.any_result(state, (id, edge), at, ty, name),
            (None, _) => {}
        }
    }

    fn call_model(&mut self, state: &mut State, id: EdgeId, model: FuncId, arguments: &[Argument], result: Option<At>) {
        self.unit = LIBRARY;
        let ret = self.program().types.as_function(self.program()[model].ty).map_or(Types::VOID, |ty| ty.ret.ty);
        self.call_further(state, id, model, arguments, result.map(|at| (at, ret)));
        self.unit = PROGRAM;
    }

    /// What needs no code, or what no code can say.
    fn native(&mut self, state: &mut State, id: EdgeId, name: &str, args: &[Term]) -> Native {
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        let (library, builtin) = (self.unit == LIBRARY, plain != name);
        let width = |at: usize| args.get(at).map(|arg| self.memory.terms.width(*arg));
        let is_number = |format: float::Format| width(0) == Some(format.bits());
        let (double, single) = (is_number(float::DOUBLE), is_number(float::SINGLE));
        let pointer_bits = self.memory.division.object + self.memory.division.offset;
        let pointers = width(0) == Some(pointer_bits) && width(2) == Some(pointer_bits);
        Native::Value(match (plain, args) {
            ("abort" | "exit" | "_exit" | "_Exit", _) => return Native::Ended,
            ("unreachable" | "trap", _) if builtin => return Native::Ended,
            // Whether there is room is the model's question.
            ("malloc", [size]) if library => self.allocate(state, id, *size, Kind::Heap, false),
            ("calloc", [count, size]) if library => {
                let size = self.memory.terms.mul(*count, *size);
                self.allocate(state, id, size, Kind::Heap, true)
            }
            ("free", [pointer]) if width(0) == Some(pointer_bits) => {
                self.free(state, *pointer);
                return Native::Nothing;
            }
            ("qicc_havoc", [pointer]) if library => {
                if self.is_there(state) {
                    self.see_unsure("a function of the C library changes memory");
                }
                self.havoc_object(state, *pointer, |executor| executor.any_contents(id));
                return Native::Nothing;
            }
            ("qicc_most", []) if library => {
                let (bits, offset) = (pointer_bits, self.memory.division.offset);
                self.memory.terms.constant(bits, (1 << (offset - 1)) - 1)
            }
            ("qicc_alive", [pointer]) if library => self.query(state, ObjectQuery::Alive, *pointer, 32),
            ("memset", [to, byte, size]) if pointers => {
                let byte = self.memory.terms.extract(*byte, 0, 8);
                if !self.fill(state, *to, byte, *size) {
                    return Native::Unknown;
                }
                *to
            }
            ("memcpy" | "memmove", [to, from, size]) if pointers && width(1) == Some(pointer_bits) => {
                if !self.move_bytes(state, *to, *from, *size) {
                    return Native::Unknown;
                }
                *to
            }
            ("clz" | "clzl" | "clzll", [word]) if library && builtin => self.zeros(*word, true),
            ("ctz" | "ctzl" | "ctzll", [word]) if library && builtin => self.zeros(*word, false),
            ("realloc", [pointer, size]) if library => match self.reallocate(state, id, *pointer, *size) {
                Some(block) => block,
                None => return Native::Unknown,
            },
            ("alloca", [size]) | ("alloca_with_align", [size, _])
                if width(0) == Some(pointer_bits) && (builtin || plain == "alloca") =>
            {
                let made = ObjectId(self.memory.len() as u32);
                let block = self.allocate(state, id, *size, Kind::Variable, false);
                if let Some(on_stack) = self.on_stack.last_mut().filter(|_| self.memory.len() > made.index()) {
                    on_stack.push(made);
                }
                block
            }
            ("stack_save", []) if builtin => self.memory.null(),
            ("stack_restore", [_]) if builtin => return Native::Nothing,
            ("fabs", [x]) if double => float::abs(&mut self.memory.terms, float::DOUBLE, *x),
            ("fabsf", [x]) if single => float::abs(&mut self.memory.terms, float::SINGLE, *x),
            ("copysign", [x, y]) | ("copysignf", [x, y])
                if width(0) == width(1) && (double && plain == "copysign" || single && plain == "copysignf") =>
            {
                let terms = &mut self.memory.terms;
                let (width, sign) = (terms.width(*x), terms.sign(*y));
                let rest = terms.extract(*x, 0, width - 1);
                terms.concat(sign, rest)
            }
            // The others are called so by compilers only.
            ("lround" | "llround", [_]) if double => {
                return self.builtin(id, plain, args).map_or(Native::Unknown, Native::Value);
            }
            _ if builtin => return self.builtin(id, plain, args).map_or(Native::Unknown, Native::Value),
            _ => return Native::Unknown,
        })
    }

    /// Any value of a type.
    fn any_result(&mut self, state: &mut State, (id, edge): (EdgeId, &Edge), at: At, ty: TypeId, name: &str) {
        match self.types()[ty] {
            Type::Int(_) | Type::Enum(..) | Type::Float(_) => {
                let value = self.any_value(id, ty);
                self.store_scalar(state, &at, ty, value);
            }
            _ => self.unmodelled(state, format!("what the function {name} returns"), edge.span),
        }
    }

    /// A new block.
    fn allocate(&mut self, state: &mut State, id: EdgeId, size: Term, kind: Kind, zero: bool) -> Term {
        let (width, offset) = (self.memory.terms.width(size), self.memory.division.offset);
        let terms = &mut self.memory.terms;
        // Pointers can say half of what an offset can.
        let upper = terms.extract(size, offset - 1, width - offset + 1);
        let none = terms.constant(width - offset + 1, 0);
        let small = terms.eq(upper, none);
        let large = terms.not(small);
        let mut beyond = state.clone();
        self.memory.assume(&mut beyond, large);
        self.doubt(&beyond, Why::Objects);
        self.memory.assume(state, small);
        let terms = &mut self.memory.terms;
        let bytes = terms.extract(size, 0, offset);
        let unit = [4, 2].into_iter().find(|unit: &u32| {
            let low = terms.extract(bytes, 0, unit.trailing_zeros());
            terms.as_constant(low) == Some(0)
        });
        let object = Object { kind, name: "a block".into(), size: bytes, unit: unit.unwrap_or(1) };
        let object = match self.memory.object(object) {
            Ok(object) => object,
            Err(too_many) => {
                self.too_many(state, too_many);
                return self.memory.null();
            }
        };
        let rest = if zero { Rest::Zero } else { self.any_contents(id) };
        self.appear(state, object, rest);
        let start = self.memory.terms.constant(offset, 0);
        self.memory.pointer(object, start)
    }

    /// A new block with what was in another, as far as there is room; the other one is gone. Nothing if that is too
    /// large to be copied.
    fn reallocate(&mut self, state: &mut State, id: EdgeId, pointer: Term, size: Term) -> Option<Term> {
        let old = self.memory.targets(state, pointer);
        let sizes: Option<Vec<u64>> = old.iter().map(|target| self.memory.size(target.object)).collect();
        let sizes = sizes.filter(|sizes| sizes.iter().all(|size| *size <= MOST_MOVED))?;
        let block = self.allocate(state, id, size, Kind::Heap, false);
        let start = self.memory.terms.constant(self.memory.division.offset, 0);
        for (target, bytes) in old.into_iter().zip(sizes) {
            let old = self.memory.pointer(target.object, start);
            for at in 0..bytes {
                let number = self.memory.terms.constant(self.memory.terms.width(size), at.into());
                let fits = self.memory.terms.ult(number, size);
                let cond = self.memory.terms.and(fits, target.cond);
                let from = self.byte_at(old, at);
                let byte = self.load_byte_if(state, &from, cond);
                let to = self.byte_at(block, at);
                self.store_byte_if(state, &to, cond, byte);
            }
        }
        self.free(state, pointer);
        Some(block)
    }

    fn free(&mut self, state: &mut State, pointer: Term) {
        for target in self.memory.targets(state, pointer) {
            let dead = self.memory.terms.not(target.cond);
            if let Some(held) = state.get_mut(target.object) {
                held.alive = self.memory.terms.and(held.alive, dead);
            }
        }
    }

    /// Whether that could be done.
    fn fill(&mut self, state: &mut State, to: Term, byte: Term, size: Term) -> bool {
        if self.fill_all(state, to, byte, size) {
            return true;
        }
        self.each_byte(size, |executor, at, cond| {
            let to = executor.byte_at(to, at);
            executor.store_byte_if(state, &to, cond, byte);
        })
    }

    /// Fills a whole object, if that is what is to be filled.
    fn fill_all(&mut self, state: &mut State, to: Term, byte: Term, size: Term) -> bool {
        let [target] = self.memory.targets(state, to)[..] else { return false };
        let whole = self.memory.size(target.object).map(u128::from).filter(|whole| *whole > 0);
        let terms = &self.memory.terms;
        if whole.is_none()
            || terms.as_constant(size) != whole
            || terms.as_constant(target.offset) != Some(0)
            || terms.as_truth(target.cond) != Some(true)
        {
            return false;
        }
        let (unit, offset) = (self.memory[target.object].unit, self.memory.division.offset);
        let word = (1..unit).fold(byte, |word, _| self.memory.terms.concat(byte, word));
        let filled = match self.memory.terms.as_constant(word) {
            Some(0) => Contents::new(Rest::Zero),
            _ => Contents::Array(self.memory.terms.fill(word, offset)),
        };
        let Some(held) = state.get_mut(target.object) else { return false };
        held.contents = filled;
        let alive = held.alive;
        self.memory.assume(state, alive);
        true
    }

    fn move_bytes(&mut self, state: &mut State, to: Term, from: Term, size: Term) -> bool {
        if let Some(size) = self.memory.terms.as_constant(size) {
            let (to, from) = (self.at_pointer(to), self.at_pointer(from));
            self.copy(state, &to, &from, size as u64);
            return true;
        }
        let mut bytes = Vec::new();
        let done = self.each_byte(size, |executor, at, cond| {
            let from = executor.byte_at(from, at);
            bytes.push((at, cond, executor.load_byte_if(state, &from, cond)));
        });
        for (at, cond, byte) in bytes {
            let to = self.byte_at(to, at);
            self.store_byte_if(state, &to, cond, byte);
        }
        done
    }

    /// For each byte of a block, where it is and the condition that it is in the block; false when there may be too
    /// many.
    fn each_byte(&mut self, size: Term, mut each: impl FnMut(&mut Self, u64, Term)) -> bool {
        let most = self.memory.terms.bounds(size).high;
        if most > MOST_BYTES && self.memory.terms.as_constant(size).is_none() {
            return false;
        }
        for at in 0..most as u64 {
            if at.is_multiple_of(256) && self.oracle.is_over(self.memory) {
                return false;
            }
            let number = self.memory.terms.constant(self.memory.terms.width(size), at.into());
            let cond = self.memory.terms.ult(number, size);
            each(self, at, cond);
        }
        true
    }

    fn byte_at(&mut self, pointer: Term, at: u64) -> At {
        let start = self.at_pointer(pointer);
        self.further(start, at)
    }

    fn load_byte_if(&mut self, state: &mut State, at: &At, cond: Term) -> Term {
        let mut there = state.clone();
        self.memory.assume(&mut there, cond);
        self.load_bytes(&mut there, at, 1)
    }

    fn store_byte_if(&mut self, state: &mut State, at: &At, cond: Term, byte: Term) {
        let mut there = state.clone();
        self.memory.assume(&mut there, cond);
        for target in self.targets(&mut there, at, 1) {
            let cond = self.memory.terms.and(cond, target.cond);
            self.memory.store(state, target.object, target.offset, cond, byte);
        }
    }
}
