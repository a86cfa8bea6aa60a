//! Which objects a region needs at its start, and which pointers in them.

use super::{Refused, name};
use crate::cfa::{FuncId, Var, library};
use crate::ctype::{LocalId, TypeId};
use crate::pointer::{Access, ObjectId, ObjectKind, Offset, Pointers, Target};
use crate::region::leaves::{Pointer, Step, between, pointers};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A pointer that an object holds at the start.
#[derive(Clone, Debug)]
pub(in crate::region) struct Hold {
    pub path: Vec<Step>,
    pub ty: TypeId,
    pub targets: BTreeSet<Target>,
    /// It points to something of the C library that programs do not look into, and may have any value.
    pub opaque: bool,
}

/// Objects of which one is as good as another.
#[derive(Clone, Debug)]
pub(in crate::region) struct Group {
    pub members: BTreeSet<ObjectId>,
    /// Unknown for memory that may have any size.
    pub size: Option<u64>,
    /// How many of them the pointers can tell apart.
    pub count: usize,
}

/// Everything that must be there when the region starts.
pub(in crate::region) struct Survey<'a> {
    pub pointers: &'a Pointers<'a>,
    pub function: FuncId,
    /// What the region may read, with all that it calls.
    pub reads: Access,
    /// Whether it matters that objects may be dead.
    pub asks_alive: bool,
    /// Those that are read, with the pointers that are read in them.
    pub holds: BTreeMap<ObjectId, Vec<Hold>>,
    /// Everything that is read or pointed to.
    pub existing: BTreeSet<ObjectId>,
    pub groups: Vec<Group>,
}

/// More pointers than this make a state too many cases.
const MOST_HOLDS: usize = 64;
/// More objects of one group as well.
const MOST_OF_A_GROUP: usize = 12;

impl<'a> Survey<'a> {
    /// `live` are the variables of the function that may be read before they are written.
    pub fn new(
        pointers: &'a Pointers<'a>,
        function: FuncId,
        reads: Access,
        live: &BTreeSet<LocalId>,
        asks_alive: bool,
    ) -> Result<Survey<'a>, Refused> {
        let (holds, existing, groups) = (BTreeMap::new(), BTreeSet::new(), Vec::new());
        let mut survey = Survey { pointers, function, reads, asks_alive, holds, existing, groups };
        let mut open: Vec<ObjectId> =
            live.iter().map(|local| pointers.variable(function, Var::Local(*local))).collect();
        let is_global = |id: &ObjectId| matches!(pointers.object(*id).kind, ObjectKind::Global(_));
        open.extend(survey.reads.parts.keys().copied().filter(is_global));
        while let Some(id) = open.pop() {
            if survey.existing.insert(id) {
                let holds = survey.holds_of(id)?;
                for target in holds.iter().filter(|hold| !hold.opaque).flat_map(|hold| &hold.targets) {
                    if !matches!(target.object, ObjectId::NULL | ObjectId::INDETERMINATE) {
                        open.push(target.object);
                    }
                }
                survey.holds.insert(id, holds);
            }
        }
        if survey.holds.values().flatten().count() > MOST_HOLDS {
            return Err(format!("more than {MOST_HOLDS} pointers are read"));
        }
        survey.group();
        survey.count()?;
        Ok(survey)
    }

    /// The group that stands for an object that has no name here.
    pub fn group_of(&self, id: ObjectId) -> Option<usize> {
        self.groups.iter().position(|group| group.members.contains(&id))
    }

    /// Whether the object is a variable that the region can name.
    pub fn is_named(&self, id: ObjectId) -> bool {
        match self.pointers.object(id).kind {
            ObjectKind::Global(_) | ObjectKind::Function(_) => true,
            ObjectKind::Local(function, _) => function == self.function,
            _ => false,
        }
    }

    /// Whether the region can read what is in the object, and it is not known.
    pub fn is_arbitrary(&self, id: ObjectId) -> bool {
        let object = self.pointers.object(id);
        self.reads.parts.contains_key(&id) && !object.constant && !matches!(object.kind, ObjectKind::Function(_))
    }

    /// The pointers that are read in an object.
    pub fn holds_of(&self, id: ObjectId) -> Result<Vec<Hold>, Refused> {
        let object = self.pointers.object(id);
        if !self.is_arbitrary(id) {
            return Ok(Vec::new());
        }
        let refused = |what: &str| format!("{} is {what}", name(self.pointers, id));
        let Some(ty) = object.ty else {
            let anywhere = Target { object: id, offset: Offset::Any };
            return match self.pointers.holds_pointer(anywhere, 1) {
                true => Err(format!("{} holds pointers", name(self.pointers, id))),
                false => Ok(Vec::new()),
            };
        };
        let program = self.pointers.program();
        let types = &program.types;
        let mut holds = Vec::new();
        let width = types.model.pointer_size();
        let found = pointers(types, ty).map_err(refused)?;
        let size = object.size.ok_or_else(|| refused("an object of unknown size"))?;
        for Range { start, end } in between(&found, width, size) {
            let target = Target { object: id, offset: Offset::steps(start as i64, 1, Some(end as i64 - 1)) };
            if self.reads.touches(id, start as i64, end - start) && self.pointers.holds_pointer(target, 1) {
                return Err(format!("{} may hold a pointer in a number", name(self.pointers, id)));
            }
        }
        for Pointer { path, offset, ty } in found {
            let offset = offset as i64;
            if !self.reads.touches(id, offset, width) {
                continue;
            }
            let targets = self.pointers.contents(Target { object: id, offset: Offset::Exact(offset) }, width);
            let opaque = types.pointee(ty).is_some_and(|to| library::is_opaque(types, to.ty));
            if !opaque {
                self.accept(id, &targets)?;
            }
            holds.push(Hold { path, ty, targets, opaque });
        }
        Ok(holds)
    }

    /// Whether a pointer with these targets can be built.
    fn accept(&self, holder: ObjectId, targets: &BTreeSet<Target>) -> Result<(), Refused> {
        let pointer = || format!("a pointer in {}", name(self.pointers, holder));
        if targets.is_empty() {
            return Err(format!("nothing is known about {}", pointer()));
        }
        for target in targets {
            let object = self.pointers.object(target.object);
            match object.kind {
                ObjectKind::Outside => return Err(format!("{} may point out of the program", pointer())),
                ObjectKind::Global(_) if object.size.is_none() => {
                    return Err(format!("the size of {} is not known", name(self.pointers, target.object)));
                }
                ObjectKind::Local(..) | ObjectKind::Heap(_) | ObjectKind::Stack(_) if self.asks_alive => {
                    let what = name(self.pointers, target.object);
                    return Err(format!("{} may point to {what}, which may be gone", pointer()));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Objects that one pointer may point to and that look alike belong together.
    fn group(&mut self) {
        let anonymous = |id: &ObjectId| !self.is_named(*id) || !self.pointers.object(*id).single;
        let members: Vec<ObjectId> = self.existing.iter().copied().filter(anonymous).collect();
        let alike = |id: &ObjectId| {
            let object = self.pointers.object(*id);
            let holds = !self.holds.get(id).is_none_or(Vec::is_empty);
            let alone = holds.then_some(*id);
            let allocated = matches!(object.kind, ObjectKind::Heap(_) | ObjectKind::Stack(_));
            (object.ty, object.size, allocated, self.is_arbitrary(*id), alone)
        };
        let mut group: BTreeMap<ObjectId, ObjectId> = members.iter().map(|id| (*id, *id)).collect();
        for hold in self.holds.values().flatten().filter(|hold| !hold.opaque) {
            let mut first: BTreeMap<_, ObjectId> = BTreeMap::new();
            for id in hold.targets.iter().map(|target| target.object) {
                let Some(mine) = group.get(&id).copied() else { continue };
                let other = group[first.entry(alike(&id)).or_insert(id)];
                group.values_mut().filter(|leader| **leader == mine).for_each(|leader| *leader = other);
            }
        }
        let mut groups: BTreeMap<ObjectId, BTreeSet<ObjectId>> = BTreeMap::new();
        for (id, leader) in group {
            groups.entry(leader).or_default().insert(id);
        }
        let made = groups.into_iter().map(|(leader, members)| {
            let object = self.pointers.object(leader);
            Group { members, size: object.size, count: 0 }
        });
        self.groups = made.collect();
    }

    /// As many objects as pointers can tell apart.
    fn count(&mut self) -> Result<(), Refused> {
        let mut counts = vec![None; self.groups.len()];
        for at in 0..self.groups.len() {
            let count = self.count_of(at, &mut counts, &mut BTreeSet::new())?;
            self.groups[at].count = count;
        }
        Ok(())
    }

    fn count_of(
        &self,
        at: usize,
        counts: &mut Vec<Option<usize>>,
        within: &mut BTreeSet<usize>,
    ) -> Result<usize, Refused> {
        if let Some(count) = counts[at] {
            return Ok(count);
        }
        let group = &self.groups[at];
        let single = group.members.iter().all(|id| self.pointers.object(*id).single && !self.is_named(*id));
        let first = *group.members.first().expect("a group has members");
        let mut count = 0;
        if single && group.members.len() == 1 {
            count = 1;
        } else {
            if !within.insert(at) {
                return Err(format!("{} may lead to more of its kind without end", name(self.pointers, first)));
            }
            for (holder, holds) in &self.holds {
                let points = |hold: &&Hold| hold.targets.iter().any(|target| group.members.contains(&target.object));
                let pointers = holds.iter().filter(|hold| !hold.opaque).filter(points).count();
                if pointers == 0 {
                    continue;
                }
                let holders = match self.group_of(*holder) {
                    Some(other) => self.count_of(other, counts, within)? + usize::from(self.is_named(*holder)),
                    None => 1,
                };
                count += pointers * holders;
            }
            within.remove(&at);
        }
        if single {
            count = count.min(group.members.len());
        }
        if count > MOST_OF_A_GROUP {
            return Err(format!("more than {MOST_OF_A_GROUP} pointers may point to {}", name(self.pointers, first)));
        }
        counts[at] = Some(count);
        Ok(count)
    }
}
