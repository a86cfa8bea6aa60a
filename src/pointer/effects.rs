//! What edges and functions read and write, with everything that they call.
//!
//! A write of a call is a write of the edge that calls. Variables of a callee that nobody has the address of are its
//! own business, and are not listed: another instance of a function has other ones.

use super::Pointers;
use super::library::{Does, behaviour};
use super::objects::{Object, ObjectId, ObjectKind, Target};
use super::offset::{Offset, UNKNOWN};
use crate::cfa::visit::{self, Visit};
use crate::cfa::{AsmValue, Callee, Cause, EdgeId, Expr, ExprKind, FuncId, Op, Place};
use crate::ctype::{Quals, Type};
use std::collections::{BTreeMap, BTreeSet};

/// A part of an object: so many bytes at each of these offsets; `None` when nobody knows how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Extent {
    pub offset: Offset,
    pub size: Option<u64>,
}

/// What is accessed: parts of objects. [`ObjectId::OUTSIDE`] among them is memory outside of the program; the objects
/// that are known outside are then listed as well.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    pub parts: BTreeMap<ObjectId, BTreeSet<Extent>>,
}

/// More parts of an object are the whole of it.
const PARTS: usize = 16;

impl Extent {
    pub const WHOLE: Extent = Extent { offset: Offset::Any, size: None };

    /// Whether all of the other is a part of this.
    fn covers(&self, other: &Extent) -> bool {
        let larger = self.size.is_none_or(|size| other.size.is_some_and(|other| other <= size));
        larger && self.offset.includes(other.offset)
    }

    /// Whether all of these bytes are in it, at one of its offsets.
    pub fn has(&self, start: i64, len: u64) -> bool {
        self.covers(&Extent { offset: Offset::Exact(start), size: Some(len) })
    }

    /// Whether it has a part of these bytes.
    pub fn touches(&self, start: i64, len: u64) -> bool {
        let size = self.size.unwrap_or(UNKNOWN);
        self.offset.meets(size, Offset::Exact(start), len) != super::offset::Meeting::Never
    }
}

impl Access {
    pub fn outside(&self) -> bool {
        self.parts.contains_key(&ObjectId::OUTSIDE)
    }

    /// Whether any of these bytes of an object may be accessed.
    pub fn touches(&self, object: ObjectId, start: i64, len: u64) -> bool {
        self.parts.get(&object).is_some_and(|parts| parts.iter().any(|part| part.touches(start, len)))
    }

    fn add(&mut self, object: ObjectId, extent: Extent) {
        let parts = self.parts.entry(object).or_default();
        if parts.iter().any(|part| part.covers(&extent)) {
            return;
        }
        parts.retain(|part| !extent.covers(part));
        parts.insert(extent);
        if parts.len() > PARTS {
            *parts = BTreeSet::from([Extent::WHOLE]);
        }
    }

    pub fn extend(&mut self, other: &Access) {
        for (object, extents) in &other.parts {
            extents.iter().for_each(|extent| self.add(*object, *extent));
        }
    }
}

/// What a function does itself, and whom it calls.
#[derive(Clone, Debug, Default)]
pub(super) struct Own {
    writes: Access,
    reads: Access,
    callees: BTreeSet<FuncId>,
    /// It calls code outside, which may call whatever is known there.
    outside: bool,
}

/// What one edge does by itself.
#[derive(Clone, Debug, Default)]
pub struct Direct {
    /// [`ObjectId::OUTSIDE`] stands for all objects that are known outside and not constant; they are not listed.
    pub writes: Access,
    /// The functions with a body that it calls.
    pub callees: BTreeSet<FuncId>,
    /// It calls code outside, which may call every function for which [`Pointers::is_known_outside`] holds.
    pub outside: bool,
}

impl Pointers<'_> {
    /// What these edges of a function may write, with all that they call.
    pub fn writes(&self, function: FuncId, edges: impl IntoIterator<Item = EdgeId>) -> Access {
        self.accesses(function, edges).1
    }

    /// What these edges of a function may read, with all that they call.
    pub fn reads(&self, function: FuncId, edges: impl IntoIterator<Item = EdgeId>) -> Access {
        self.accesses(function, edges).0
    }

    /// What an edge may write by itself, and what it calls.
    pub fn direct(&self, function: FuncId, edge: EdgeId) -> Direct {
        let mut own = Own::default();
        self.edge(function, edge, &mut own);
        Direct { writes: own.writes, callees: own.callees, outside: own.outside }
    }

    /// What a function may write, with all that it calls.
    pub fn function_writes(&self, function: FuncId) -> Access {
        self.writes(function, self.program[function].cfa().into_iter().flat_map(|cfa| cfa.edge_ids()))
    }

    /// What a function may read, with all that it calls.
    pub fn function_reads(&self, function: FuncId) -> Access {
        self.reads(function, self.program[function].cfa().into_iter().flat_map(|cfa| cfa.edge_ids()))
    }

    /// What is read, and what is written.
    fn accesses(&self, function: FuncId, edges: impl IntoIterator<Item = EdgeId>) -> (Access, Access) {
        let mut own = Own::default();
        edges.into_iter().for_each(|edge| self.edge(function, edge, &mut own));
        let mut seen = BTreeSet::new();
        let mut open: Vec<FuncId> = own.callees.iter().copied().collect();
        if own.outside {
            open.extend(&self.escaped_functions);
        }
        while let Some(callee) = open.pop() {
            if !seen.insert(callee) {
                continue;
            }
            let called = self.own(callee);
            open.extend(&called.callees);
            if called.outside && !std::mem::replace(&mut own.outside, true) {
                open.extend(&self.escaped_functions);
            }
            for (all, part) in [(&mut own.reads, &called.reads), (&mut own.writes, &called.writes)] {
                for (object, extents) in &part.parts {
                    let object_of = &self.objects[object.index()];
                    if object_of.addressed || !matches!(object_of.kind, ObjectKind::Local(..)) {
                        extents.iter().for_each(|extent| all.add(*object, *extent));
                    }
                }
            }
        }
        self.open(&mut own.reads, true);
        self.open(&mut own.writes, false);
        (own.reads, own.writes)
    }

    /// Whoever accesses what is outside may access what is known there: it is listed only here, once.
    fn open(&self, access: &mut Access, constants: bool) {
        if !access.outside() {
            return;
        }
        for object in &self.escaped {
            let Object { kind, constant, .. } = &self.objects[object.index()];
            if !matches!(kind, ObjectKind::Function(_)) && (constants || !constant) {
                access.add(*object, Extent::WHOLE);
            }
        }
    }

    fn own(&self, function: FuncId) -> &Own {
        self.own[function.0 as usize].get_or_init(|| {
            let mut own = Own::default();
            for edge in self.program[function].cfa().into_iter().flat_map(|cfa| cfa.edge_ids()) {
                self.edge(function, edge, &mut own);
            }
            own
        })
    }

    fn edge(&self, function: FuncId, id: EdgeId, own: &mut Own) {
        let Some(cfa) = self.program[function].cfa() else { return };
        let op = &cfa[id].op;
        let mut reader = Reader { pointers: self, function, reads: &mut own.reads };
        visit::visit_op(&mut reader, op);
        let mut write = |place: &Place| {
            let size = self.context(function).size(place);
            self.touch(self.places(function, place), size, &mut own.writes);
        };
        match op {
            Op::Assign { place, .. } => write(place),
            Op::Declare(local) => {
                own.writes.add(self.ids.local(function, *local), Extent::WHOLE);
            }
            Op::Havoc { places, objects, cause } => {
                places.iter().for_each(&mut write);
                let pointers = objects.iter().map(|pointer| self.targets(function, pointer));
                pointers.for_each(|targets| self.touch_whole(targets, &mut own.writes));
                if let Cause::Asm(asm) = cause {
                    for operand in &asm.outputs {
                        if let AsmValue::Place(place) = &operand.value {
                            let size = self.context(function).size(place);
                            self.touch(self.places(function, place), size, &mut own.writes);
                        }
                    }
                    if asm.clobbers.iter().any(|clobber| clobber == "memory") {
                        own.writes.add(ObjectId::OUTSIDE, Extent::WHOLE);
                        own.reads.add(ObjectId::OUTSIDE, Extent::WHOLE);
                    }
                }
            }
            Op::Call { dst, callee, args } => {
                dst.iter().for_each(&mut write);
                if matches!(callee, Callee::VaArg) {
                    return args.iter().for_each(|list| self.list(function, list, own));
                }
                let callees = self.callees(function, id);
                if callees.outside {
                    own.writes.add(ObjectId::OUTSIDE, Extent::WHOLE);
                    own.reads.add(ObjectId::OUTSIDE, Extent::WHOLE);
                    own.outside = true;
                }
                for callee in callees.functions {
                    if self.program[callee].cfa().is_some() {
                        own.callees.insert(callee);
                        continue;
                    }
                    self.undefined(function, callee, args, own);
                }
            }
            Op::Skip | Op::Assume { .. } | Op::Return(_) | Op::Assert { .. } => {}
        }
    }

    /// `va_arg` and its kin change the list itself.
    fn list(&self, function: FuncId, list: &Expr, own: &mut Own) {
        if let ExprKind::Load(place) = &list.kind
            && matches!(self.program.types[list.ty], Type::VaList)
        {
            self.touch_whole(self.places(function, place), &mut own.writes);
        }
    }

    fn undefined(&self, function: FuncId, callee: FuncId, args: &[Expr], own: &mut Own) {
        args.iter().for_each(|list| self.list(function, list, own));
        let known = behaviour(&self.program[callee].name).filter(|_| !self.program[callee].is_defined());
        let Some(does) = known else {
            own.writes.add(ObjectId::OUTSIDE, Extent::WHOLE);
            own.reads.add(ObjectId::OUTSIDE, Extent::WHOLE);
            own.outside = true;
            return;
        };
        // Reading is no harm: whoever gets a pointer reads all that it leads to.
        for arg in args.iter().filter(|arg| matches!(self.program.types[arg.ty], Type::Pointer(_))) {
            self.touch_whole(self.targets(function, arg), &mut own.reads);
        }
        let mut to = |at: usize| {
            if let Some(arg) = args.get(at) {
                self.touch_whole(self.targets(function, arg), &mut own.writes);
            }
        };
        for action in does {
            match *action {
                Does::Copies(at, ..) | Does::Appends(at, _) | Does::Fills(at, _) | Does::StoresInto(at, _) => to(at),
                Does::StoresOutside(at) | Does::StoresAllocated(at, _) | Does::Frees(at) => to(at),
                Does::Steps(at) => {
                    to(at);
                    // What is there is a pointer, which is written through as well.
                    let size = self.program.types.model.pointer_size();
                    let targets = args.get(at).map(|arg| self.targets(function, arg)).unwrap_or_default();
                    let there = targets.into_iter().flat_map(|target| self.contents(target, size)).collect();
                    self.through(there, own);
                    return;
                }
                Does::Remembers(at) => {
                    to(at);
                    let there = self.followed(self.solver.set(self.remembered).collect());
                    self.through(there, own);
                    return;
                }
                Does::FillsAll | Does::Atomic => {
                    for arg in args {
                        let targets = match &self.program.types[arg.ty] {
                            Type::Pointer(to) if !to.quals.contains(Quals::CONST) => self.targets(function, arg),
                            Type::VaList => self.followed(self.solver.set(self.variable).collect()),
                            _ => continue,
                        };
                        self.touch_whole(targets, &mut own.writes);
                    }
                    return;
                }
                Does::Returns(_) | Does::ReturnsInto(_) | Does::ReturnsNull | Does::ReturnsOutside => {}
                Does::Allocates(_) | Does::AllocatesFrom(_) | Does::AllocatesZero(_) | Does::AllocatesStack(_) => {}
            }
        }
    }

    fn touch(&self, targets: BTreeSet<Target>, size: u64, access: &mut Access) {
        for Target { object, offset } in targets {
            match object {
                ObjectId::OUTSIDE => access.add(ObjectId::OUTSIDE, Extent::WHOLE),
                ObjectId::NULL | ObjectId::INDETERMINATE | ObjectId::INTEGER => {}
                _ if matches!(self.objects[object.index()].kind, ObjectKind::Function(_)) => {}
                _ => {
                    let all = size == UNKNOWN || offset == Offset::ZERO && self.size(object) == Some(size);
                    let size = Some(size).filter(|_| !all);
                    access.add(object, if all { Extent::WHOLE } else { Extent { offset, size } });
                }
            }
        }
    }

    fn touch_whole(&self, targets: BTreeSet<Target>, access: &mut Access) {
        self.touch(targets, UNKNOWN, access);
    }

    /// What a function finds behind a pointer that it knows of, it reads and writes.
    fn through(&self, targets: BTreeSet<Target>, own: &mut Own) {
        self.touch_whole(targets.clone(), &mut own.reads);
        self.touch_whole(targets, &mut own.writes);
    }

    /// Where a place may be; what is known outside is not listed one by one.
    fn places(&self, function: FuncId, place: &Place) -> BTreeSet<Target> {
        self.followed(self.address(function, self.context(function).place(place)))
    }

    /// What a pointer may point to, in the same way.
    fn targets(&self, function: FuncId, expr: &Expr) -> BTreeSet<Target> {
        self.followed(self.evaluate(function, expr))
    }
}

struct Reader<'p, 'a> {
    pointers: &'p Pointers<'a>,
    function: FuncId,
    reads: &'p mut Access,
}

impl Visit for Reader<'_, '_> {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Load(place) = &expr.kind {
            let size = self.pointers.context(self.function).size(place);
            self.pointers.touch(self.pointers.places(self.function, place), size, self.reads);
        }
        visit::visit_expr(self, expr);
    }
}
