//! Questions about the result: what an expression points to, where a place is, what a place holds, what is called.

use super::Pointers;
use super::address::{Address, Base, Context, Source};
use super::objects::{Object, ObjectId, ObjectKind, Target};
use super::offset::{Meeting, Offset};
use super::solver::Shift;
use crate::cfa::{Callee, EdgeId, Expr, FuncId, Op, Place, Var};
use std::collections::BTreeSet;

/// What a call may go to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Callees {
    /// Functions of the program, defined or not.
    pub functions: BTreeSet<FuncId>,
    /// Also some function outside of the program, through a pointer that nobody knows. Those of the program that it
    /// could call in turn are among the functions.
    pub outside: bool,
}

impl Pointers<'_> {
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.index()]
    }

    /// All objects that answers can mention.
    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        let objects = self.objects.iter().enumerate().map(|(index, object)| (ObjectId(index as u32), object));
        objects.filter(|(_, object)| object.kind != ObjectKind::Passing)
    }

    /// The object of a variable.
    pub fn variable(&self, function: FuncId, var: Var) -> ObjectId {
        self.ids.variable(function, var)
    }

    /// The size of an object in bytes, when it is known.
    pub fn size(&self, id: ObjectId) -> Option<u64> {
        self.objects[id.index()].size
    }

    /// Whether code outside of the program may know the object, and change it unless it is constant.
    pub fn is_escaped(&self, id: ObjectId) -> bool {
        self.solver.memory[id.index()].escaped
    }

    /// Whether code outside of the program may call a function, with any arguments.
    pub fn is_known_outside(&self, function: FuncId) -> bool {
        self.escaped_functions.contains(&function)
    }

    /// What a pointer, or any other scalar, may point to. No answer at all means that no execution gets here.
    pub fn points_to(&self, function: FuncId, expr: &Expr) -> BTreeSet<Target> {
        self.answer(self.evaluate(function, expr))
    }

    /// Where a place may be.
    pub fn locate(&self, function: FuncId, place: &Place) -> BTreeSet<Target> {
        let address = self.context(function).place(place);
        self.answer(self.address(function, address))
    }

    /// What so many bytes there may point to, read as one scalar.
    pub fn contents(&self, target: Target, size: u64) -> BTreeSet<Target> {
        let mut found = BTreeSet::new();
        self.load(target, size, &mut found);
        self.answer(found)
    }

    /// Whether so many bytes there, read as one scalar, may be a pointer to an object of the program, or a part of one.
    pub fn holds_pointer(&self, target: Target, size: u64) -> bool {
        let mut found = BTreeSet::new();
        self.load(target, size, &mut found);
        found.iter().any(|target| !target.object.is_special())
    }

    /// What the call of an edge may go to; nothing for other edges.
    pub fn callees(&self, function: FuncId, edge: EdgeId) -> Callees {
        let direct = match self.program[function].cfa().map(|cfa| &cfa[edge].op) {
            Some(Op::Call { callee: Callee::Direct(callee), .. }) => Some(*callee),
            _ => None,
        };
        if let Some(callee) = direct {
            return Callees { functions: BTreeSet::from([callee]), outside: false };
        }
        let (mut functions, outside) = self.callees.get(&(function, edge)).cloned().unwrap_or_default();
        if outside {
            functions.extend(&self.escaped_functions);
        }
        Callees { functions, outside }
    }

    /// All functions that can run in these edges of a function, through any number of calls.
    pub fn called(&self, function: FuncId, edges: impl IntoIterator<Item = EdgeId>) -> BTreeSet<FuncId> {
        let mut found = BTreeSet::new();
        let mut open: Vec<FuncId> = edges.into_iter().flat_map(|edge| self.callees(function, edge).functions).collect();
        while let Some(callee) = open.pop() {
            if found.insert(callee)
                && let Some(cfa) = self.program[callee].cfa()
            {
                open.extend(cfa.edge_ids().flat_map(|edge| self.callees(callee, edge).functions));
            }
        }
        found
    }

    pub(super) fn context(&self, function: FuncId) -> Context<'_> {
        Context { program: self.program, ids: &self.ids, function }
    }

    /// Special targets in the words that answers have.
    pub(super) fn answer(&self, found: BTreeSet<Target>) -> BTreeSet<Target> {
        let special = |object| Target { object, offset: Offset::ZERO };
        let integer = found.contains(&special(ObjectId::INTEGER));
        let outside = integer || found.contains(&special(ObjectId::OUTSIDE));
        let mut answer = found;
        if integer {
            answer.remove(&special(ObjectId::INTEGER));
            answer.extend(self.solver.set(self.solver.exposed));
        }
        if outside {
            answer.extend([special(ObjectId::OUTSIDE), special(ObjectId::NULL), special(ObjectId::INDETERMINATE)]);
            answer.extend(self.escaped.iter().map(|object| Target { object: *object, offset: Offset::Any }));
        }
        let hidden = |target: &Target| self.objects[target.object.index()].kind == ObjectKind::Passing;
        answer.retain(|target| !hidden(target));
        // What another one covers says nothing.
        let any: BTreeSet<ObjectId> =
            answer.iter().filter(|target| target.offset == Offset::Any).map(|target| target.object).collect();
        answer.retain(|target| target.offset == Offset::Any || !any.contains(&target.object));
        answer
    }

    /// Whoever follows an integer comes to what is outside, or to what was once made an integer.
    pub(super) fn followed(&self, mut targets: BTreeSet<Target>) -> BTreeSet<Target> {
        if targets.iter().any(|target| target.object == ObjectId::INTEGER) {
            targets.insert(Target { object: ObjectId::OUTSIDE, offset: Offset::ZERO });
            targets.extend(self.solver.set(self.solver.exposed));
        }
        targets
    }

    pub(super) fn evaluate(&self, function: FuncId, expr: &Expr) -> BTreeSet<Target> {
        let mut found = BTreeSet::new();
        for (source, shift) in self.context(function).sources(expr) {
            let targets = match source {
                Source::Address(object, offset) => BTreeSet::from([Target { object, offset }]),
                Source::Load(address, size) => {
                    let mut loaded = BTreeSet::new();
                    for target in self.address(function, address) {
                        self.load(target, size, &mut loaded);
                    }
                    loaded
                }
            };
            found.extend(targets.into_iter().flat_map(|target| moved(shift, target)));
        }
        found
    }

    pub(super) fn address(&self, function: FuncId, address: Address) -> BTreeSet<Target> {
        match address.base {
            Base::Object(object) => BTreeSet::from([Target { object, offset: address.offset }]),
            Base::Pointer(pointer) => {
                let targets = self.followed(self.evaluate(function, pointer));
                targets.into_iter().flat_map(|target| moved(Shift::By(address.offset), target)).collect()
            }
        }
    }

    fn load(&self, target: Target, size: u64, found: &mut BTreeSet<Target>) {
        if target.object == ObjectId::OUTSIDE || self.solver.is_open(target.object) {
            found.insert(Target { object: ObjectId::OUTSIDE, offset: Offset::ZERO });
        }
        if target.object.is_special() {
            return;
        }
        if let Some(node) = self.registers[target.object.index()] {
            return found.extend(self.solver.set(node));
        }
        for cell in &self.solver.memory[target.object.index()].cells {
            let shift = match cell.offset.meets(cell.size, target.offset, size) {
                Meeting::Never => continue,
                Meeting::Same => Shift::NONE,
                Meeting::Partly => Shift::Mangled,
            };
            found.extend(self.solver.set(cell.node).flat_map(|target| moved(shift, target)));
        }
    }
}

fn moved(shift: Shift, target: Target) -> impl Iterator<Item = Target> {
    let (first, second) = shift.apply(target);
    std::iter::once(first).chain(second)
}
