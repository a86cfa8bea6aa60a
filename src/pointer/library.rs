//! What undefined functions do with pointers.
//!
//! The table has the functions of the C library that keep no pointer. What is not in it, and not known to change
//! nothing, may keep its arguments, store them and whatever it knows wherever they lead, and call back.

use super::generate::{Call, Generator, Spot, Value};
use super::objects::{ObjectId, ObjectKind, Site};
use super::offset::{Offset, UNKNOWN};
use super::solver::{Shift, Use};
use crate::cfa::FuncId;
use crate::cfa::library::{self, Effect};
use crate::ctype::{Quals, Type};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// One thing that a call does; numbers are positions of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    /// Returns an argument.
    Returns(usize),
    /// Returns a pointer somewhere into what an argument points to, or null.
    ReturnsInto(usize),
    ReturnsNull,
    ReturnsOutside,
    /// Copies bytes to the first from the second, as many as the third says.
    Copies(usize, usize, Option<usize>),
    /// Copies bytes to somewhere behind the first.
    Appends(usize, usize),
    /// Fills with bytes that are no pointers, or with zeros where the value of the second is known to be zero.
    Fills(usize, Option<usize>),
    /// Fills what all arguments point to, if it is not const.
    FillsAll,
    /// Stores a pointer somewhere into what the second points to, or whatever it was given before, where the first
    /// points.
    StoresInto(usize, usize),
    /// Stores a pointer to memory of its own.
    StoresOutside(usize),
    /// Returns what was stored there, moved.
    Steps(usize),
    /// Remembers an argument for later calls, and returns into what it remembers.
    Remembers(usize),
    /// Allocates as many bytes as the product of these says.
    Allocates(&'static [usize]),
    /// The new memory has the contents of what this points to.
    AllocatesFrom(usize),
    /// The new memory is zero.
    AllocatesZero(&'static [usize]),
    /// On the stack.
    AllocatesStack(usize),
    /// Where the first points, a pointer to new memory is stored.
    StoresAllocated(usize, usize),
    /// Ends the life of what it points to.
    Frees(usize),
    /// An atomic operation on what the first points to.
    Atomic,
}

/// What is known of an undefined function; `None` when it may do anything.
pub(super) fn behaviour(name: &str) -> Option<&'static [Does]> {
    if library::is_atomic(name) {
        return Some(&[Does::Atomic]);
    }
    let found = ROWS.get(name).or_else(|| ROWS.get(library::plain(name)?));
    found.copied().or_else(|| match library::known(name)?.effect {
        Effect::Nothing => Some([Does::ReturnsOutside].as_slice()),
        Effect::Formats(_) => Some([Does::FillsAll].as_slice()),
        Effect::Modelled | Effect::Writes => None,
    })
}

static ROWS: LazyLock<BTreeMap<&'static str, &'static [Does]>> = LazyLock::new(|| {
    TABLE.iter().flat_map(|(names, does)| names.split_whitespace().map(move |name| (name, *does))).collect()
});

const TABLE: &[(&str, &[Does])] = {
    use Does::*;
    &[
        ("memcpy memmove", &[Copies(0, 1, Some(2)), Returns(0)]),
        ("mempcpy", &[Copies(0, 1, Some(2)), ReturnsInto(0)]),
        ("bcopy", &[Copies(1, 0, Some(2))]),
        ("memset", &[Fills(0, Some(1)), Returns(0)]),
        ("bzero explicit_bzero", &[Fills(0, None)]),
        ("memchr memrchr memmem strchr strrchr strchrnul index rindex", &[ReturnsInto(0)]),
        ("strstr strcasestr strpbrk", &[ReturnsInto(0)]),
        ("strcpy strncpy", &[Copies(0, 1, None), Fills(0, None), Returns(0)]),
        ("strlcpy strxfrm", &[Copies(0, 1, None), Fills(0, None)]),
        ("stpcpy stpncpy", &[Copies(0, 1, None), Fills(0, None), ReturnsInto(0)]),
        ("strcat strncat", &[Appends(0, 1), Fills(0, None), Returns(0)]),
        ("strlcat", &[Appends(0, 1), Fills(0, None)]),
        ("strspn strcspn strnlen", &[]),
        ("strdup strndup", &[AllocatesFrom(0)]),
        ("strtol strtoul strtoll strtoull strtoimax strtoumax strtod strtof strtold", &[StoresInto(1, 0)]),
        ("strtok", &[Fills(0, None), Remembers(0)]),
        ("strtok_r", &[Fills(0, None), StoresInto(2, 0), ReturnsInto(0), Steps(2)]),
        ("strsep", &[Steps(0)]),
        ("malloc valloc", &[Allocates(&[0])]),
        ("aligned_alloc memalign", &[Allocates(&[1])]),
        ("calloc", &[AllocatesZero(&[0, 1])]),
        ("realloc", &[Frees(0), Allocates(&[1]), AllocatesFrom(0)]),
        ("reallocarray", &[Frees(0), Allocates(&[1, 2]), AllocatesFrom(0)]),
        ("posix_memalign", &[StoresAllocated(0, 2)]),
        ("alloca __builtin_alloca __builtin_alloca_with_align", &[AllocatesStack(0)]),
        ("free", &[Frees(0)]),
        ("fgets gets getcwd", &[Fills(0, None), Returns(0), ReturnsNull]),
        ("__fgets_chk", &[Fills(0, None), Returns(0), ReturnsNull]),
        ("fread __fread_chk getentropy getrandom gethostname", &[Fills(0, None)]),
        ("read pread pread64 recv readlink", &[Fills(1, None)]),
        ("sprintf snprintf vsprintf vsnprintf sscanf fscanf scanf vscanf vfscanf vsscanf recvfrom", &[FillsAll]),
        ("__isoc99_scanf __isoc99_fscanf __isoc99_sscanf", &[FillsAll]),
        ("__isoc23_scanf __isoc23_fscanf __isoc23_sscanf", &[FillsAll]),
        ("asprintf vasprintf", &[StoresOutside(0), FillsAll]),
        ("time mktime rand_r frexp frexpf frexpl modf modff modfl remquo remquof remquol", &[FillsAll]),
        ("sincos sincosf sincosl", &[FillsAll]),
        ("__builtin_stack_save __builtin_stack_restore", &[ReturnsOutside]),
        ("__builtin_va_start __builtin_va_end __builtin_va_copy", &[]),
        ("__builtin_assume_aligned", &[Returns(0)]),
        ("__ctype_b_loc __errno_location", &[ReturnsOutside]),
    ]
};

impl Generator<'_> {
    /// A call goes to a function without a body.
    pub(super) fn undefined(&mut self, call: u32, callee: FuncId) {
        let known = behaviour(&self.program[callee].name);
        // Who is not called by the name that the table has, or is defined in a way that we cannot read, is somebody
        // else.
        let Some(does) = known.filter(|_| !self.program[callee].is_defined()) else { return self.call_outside(call) };
        let Call { args, .. } = self.calls[call as usize].clone();
        let pointer = |index: usize| match args.get(index) {
            Some((Value::Scalar(node), _)) => Some(*node),
            _ => None,
        };
        for action in does {
            match *action {
                Does::Returns(from) => {
                    if let Some(node) = pointer(from) {
                        self.give(call, Value::Scalar(node));
                    }
                }
                Does::ReturnsInto(from) => {
                    if let Some(node) = pointer(from) {
                        let node = self.shifted(node, Shift::Mangled);
                        self.give(call, Value::Scalar(node));
                    }
                    self.give_special(call, ObjectId::NULL);
                }
                Does::ReturnsNull => self.give_special(call, ObjectId::NULL),
                Does::ReturnsOutside => self.give_special(call, ObjectId::OUTSIDE),
                Does::Copies(to, from, len) => {
                    let len = len.and_then(|at| self.constant(call, at)).unwrap_or(UNKNOWN);
                    if let (Some(to), Some(from)) = (pointer(to), pointer(from)) {
                        self.transfer(Spot::Pointer(from, Offset::ZERO), Spot::Pointer(to, Offset::ZERO), len);
                    }
                }
                Does::Appends(to, from) => {
                    if let (Some(to), Some(from)) = (pointer(to), pointer(from)) {
                        self.transfer(Spot::Pointer(from, Offset::ZERO), Spot::Pointer(to, Offset::Any), UNKNOWN);
                    }
                }
                Does::Fills(to, with) => {
                    let zero = with.is_some_and(|at| self.constant(call, at) == Some(0));
                    let bytes = self.special(if zero { ObjectId::NULL } else { ObjectId::INTEGER });
                    if let Some(to) = pointer(to) {
                        self.write(Spot::Pointer(to, Offset::ZERO), UNKNOWN, bytes);
                    }
                }
                Does::FillsAll => self.fill_all(call),
                Does::StoresInto(to, from) => {
                    if let (Some(to), Some(from)) = (pointer(to), pointer(from)) {
                        let from = self.shifted(from, Shift::Mangled);
                        self.write(Spot::Pointer(to, Offset::ZERO), self.word(), from);
                    }
                }
                Does::StoresOutside(to) => {
                    let outside = self.special(ObjectId::OUTSIDE);
                    if let Some(to) = pointer(to) {
                        self.write(Spot::Pointer(to, Offset::ZERO), self.word(), outside);
                    }
                }
                Does::Steps(at) => {
                    let Some(at) = pointer(at) else { continue };
                    let spot = Spot::Pointer(at, Offset::ZERO);
                    let before = self.read(spot, self.word());
                    let moved = self.shifted(before, Shift::Mangled);
                    let (bytes, null) = (self.special(ObjectId::INTEGER), self.special(ObjectId::NULL));
                    self.write(spot, self.word(), moved);
                    self.write(spot, self.word(), null);
                    self.write(Spot::Pointer(before, Offset::Any), UNKNOWN, bytes);
                    self.give(call, Value::Scalar(moved));
                    self.give_special(call, ObjectId::NULL);
                }
                Does::Remembers(from) => {
                    if let Some(node) = pointer(from) {
                        self.solver.copy(node, self.remembered, Shift::Mangled);
                    }
                    let bytes = self.special(ObjectId::INTEGER);
                    self.write(Spot::Pointer(self.remembered, Offset::Any), UNKNOWN, bytes);
                    self.give(call, Value::Scalar(self.remembered));
                    self.give_special(call, ObjectId::NULL);
                }
                Does::Allocates(sizes) => drop(self.allocate(call, callee, sizes, ObjectId::INDETERMINATE)),
                Does::AllocatesZero(sizes) => drop(self.allocate(call, callee, sizes, ObjectId::NULL)),
                Does::AllocatesFrom(from) => {
                    // What is reallocated may be larger than what was there.
                    let object = self.allocate(call, callee, &[], ObjectId::INDETERMINATE);
                    if let Some(from) = pointer(from) {
                        self.transfer(Spot::Pointer(from, Offset::ZERO), Spot::Object(object, Offset::ZERO), UNKNOWN);
                    }
                }
                Does::AllocatesStack(size) => {
                    let object = self.allocated(call, callee, self.constant(call, size), true);
                    self.fill(object, ObjectId::INDETERMINATE);
                    let node = self.target(object, Offset::ZERO);
                    self.give(call, Value::Scalar(node));
                }
                Does::StoresAllocated(to, size) => {
                    let object = self.allocated(call, callee, self.constant(call, size), false);
                    self.fill(object, ObjectId::INDETERMINATE);
                    let node = self.target(object, Offset::ZERO);
                    if let Some(to) = pointer(to) {
                        self.write(Spot::Pointer(to, Offset::ZERO), self.word(), node);
                    }
                }
                Does::Frees(_) => {}
                Does::Atomic => self.atomic(call),
            }
        }
    }

    fn word(&self) -> u64 {
        self.program.types.model.pointer_size()
    }

    fn give_special(&mut self, call: u32, object: ObjectId) {
        let node = self.special(object);
        self.give(call, Value::Scalar(node));
    }

    /// A constant argument that is not negative.
    fn constant(&self, call: u32, at: usize) -> Option<u64> {
        let value = self.calls[call as usize].constants.get(at).copied().flatten()?;
        u64::try_from(value).ok()
    }

    /// Gives a call memory from the heap, or null.
    fn allocate(&mut self, call: u32, callee: FuncId, sizes: &[usize], contents: ObjectId) -> ObjectId {
        let product = sizes.iter().try_fold(1u64, |all, at| all.checked_mul(self.constant(call, *at)?));
        let object = self.allocated(call, callee, product.filter(|_| !sizes.is_empty()), false);
        self.fill(object, contents);
        let node = self.target(object, Offset::ZERO);
        self.give(call, Value::Scalar(node));
        self.give_special(call, ObjectId::NULL);
        object
    }

    fn fill(&mut self, object: ObjectId, contents: ObjectId) {
        let cell = self.solver.cell(object, Offset::Any, UNKNOWN);
        self.solver.add_special(cell, contents);
    }

    /// The object that a call allocates.
    fn allocated(&mut self, call: u32, callee: FuncId, size: Option<u64>, stack: bool) -> ObjectId {
        let Call { function, edge, .. } = self.calls[call as usize];
        let site = Site { function, edge, callee };
        if let Some(&object) = self.allocated.get(&site) {
            return object;
        }
        let kind = if stack { ObjectKind::Stack(site) } else { ObjectKind::Heap(site) };
        let object = self.add_object(kind, size);
        self.allocated.insert(site, object);
        object
    }

    fn fill_all(&mut self, call: u32) {
        let Call { args, .. } = self.calls[call as usize].clone();
        let bytes = self.special(ObjectId::INTEGER);
        for (value, ty) in args {
            let pointer = match (&self.program.types[ty], value) {
                (Type::Pointer(to), Value::Scalar(node)) if !to.quals.contains(Quals::CONST) => node,
                (Type::VaList, _) => self.variable,
                _ => continue,
            };
            self.solver.with(pointer, Use::Store { shift: Offset::Any, size: UNKNOWN, from: bytes });
        }
        self.give_special(call, ObjectId::OUTSIDE);
    }

    /// Whatever the arguments are, and wherever they lead, may be stored there and returned.
    fn atomic(&mut self, call: u32) {
        let Call { args, .. } = self.calls[call as usize].clone();
        let all = self.solver.node();
        let integer = self.special(ObjectId::INTEGER);
        self.solver.copy(all, all, Shift::Mangled);
        let mut spots = Vec::new();
        for (index, (value, ty)) in args.iter().enumerate() {
            let Value::Scalar(node) = value else { continue };
            if index > 0 {
                self.solver.copy(*node, all, Shift::NONE);
            }
            if let Some(to) = self.program.types.pointee(*ty) {
                let size = self.program.types.size_of(to.ty).unwrap_or(UNKNOWN);
                spots.push((Spot::Pointer(*node, Offset::ZERO), size, to.ty));
            }
        }
        for (spot, size, ty) in spots {
            let before = self.read(spot, size);
            self.solver.copy(before, all, Shift::NONE);
            if self.program.types.is_arithmetic(ty) {
                self.solver.copy(integer, all, Shift::NONE);
            }
            self.write(spot, size, all);
        }
        self.give(call, Value::Scalar(all));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_one_row() {
        let names: usize = TABLE.iter().map(|row| row.0.split_whitespace().count()).sum();
        assert_eq!(names, ROWS.len());
    }

    #[test]
    fn what_is_not_known_may_do_anything() {
        assert_eq!(behaviour("register_callback"), None);
        assert_eq!(behaviour("qsort"), None);
        assert_eq!(behaviour("strlen"), Some([Does::ReturnsOutside].as_slice()));
        assert!(behaviour("__builtin___memcpy_chk").is_some());
    }
}
