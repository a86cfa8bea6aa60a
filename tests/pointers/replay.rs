//! Holds the record of a run against the sets of the analysis.

use crate::instrument::{KINDS, Kind, Point};
use qicc::cfa::{EdgeId, FuncId, GlobalId, Program, Var};
use qicc::pointer::{Access, ObjectId, ObjectKind, Pointers, Site, Target};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// An object as it was seen, alive or dead.
#[derive(Clone, Copy, Debug)]
struct Instance {
    object: ObjectId,
    start: u64,
    size: u64,
}

/// One line of the record.
struct Line {
    kind: Kind,
    id: u32,
    pointer: u64,
    size: u64,
}

struct Replay<'p, 'a> {
    pointers: &'p Pointers<'a>,
    points: &'p [Point],
    /// By start. Two can start at the same place, if one has no bytes.
    alive: BTreeMap<(u64, ObjectId), Instance>,
    dead: HashMap<ObjectId, Vec<Instance>>,
    frames: Vec<(FuncId, Vec<(u64, ObjectId)>)>,
    heap: BTreeMap<ObjectKind, ObjectId>,
    sets: HashMap<u32, BTreeSet<Target>>,
    edges: HashMap<(FuncId, EdgeId), Access>,
    functions: HashMap<FuncId, Access>,
    fine: HashSet<(u32, u64, u64)>,
    figures: Figures,
}

/// How much was checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    pub pointers: usize,
    /// Those whose sets do not allow for everything.
    pub narrow: usize,
    pub writes: usize,
}

pub fn replay(program: &Program, points: &[Point], record: &str) -> Result<Figures, String> {
    let pointers = Pointers::of(program);
    let heap = pointers.objects().map(|(id, object)| (object.kind, id)).collect();
    let mut replay = Replay {
        pointers: &pointers,
        points,
        alive: BTreeMap::new(),
        dead: HashMap::new(),
        frames: Vec::new(),
        heap,
        sets: HashMap::new(),
        edges: HashMap::new(),
        functions: HashMap::new(),
        fine: HashSet::new(),
        figures: Figures::default(),
    };
    let mut counted = 0;
    for line in record.lines() {
        let numbers: Vec<u64> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        // The last line can be cut.
        let [kind, id, pointer, size] = numbers[..] else { continue };
        let Some(kind) = KINDS.get(kind as usize).copied() else { continue };
        replay.line(program, Line { kind, id: id as u32, pointer, size })?;
        counted += 1;
    }
    if counted == 0 {
        return Err("nothing was recorded".into());
    }
    Ok(replay.figures)
}

impl Replay<'_, '_> {
    fn line(&mut self, program: &Program, line: Line) -> Result<(), String> {
        let Line { kind, id, pointer, size } = line;
        match kind {
            Kind::Enter => self.frames.push((FuncId(id), Vec::new())),
            Kind::Leave => {
                let (function, objects) = self.frames.pop().ok_or("a function is left that was not entered")?;
                if function != FuncId(id) {
                    return Err("functions are not left in their order".into());
                }
                objects.into_iter().for_each(|key| self.die(key));
            }
            Kind::Global => {
                let object = self.pointers.variable(FuncId(0), Var::Global(GlobalId(id)));
                self.born(object, pointer, size, false);
            }
            Kind::Function => {
                let object = self.heap[&ObjectKind::Function(FuncId(id))];
                self.born(object, pointer, size, false);
            }
            Kind::Local => {
                let Point::Local(function, local) = self.points[id as usize] else { return Err("no local".into()) };
                let object = self.pointers.variable(function, Var::Local(local));
                // The one of the last round is gone.
                let frame = self.frames.last_mut().map(|(_, objects)| objects);
                let old = frame.and_then(|objects| {
                    let at = objects.iter().position(|(_, other)| *other == object)?;
                    Some(objects.remove(at))
                });
                old.into_iter().for_each(|key| self.die(key));
                self.born(object, pointer, size, true);
            }
            Kind::Malloc | Kind::Calloc | Kind::Stack => {
                let Point::Edge(function, edge) = self.points[id as usize] else { return Err("no edge".into()) };
                let callees = self.pointers.callees(function, edge).functions;
                let callee = *callees.first().ok_or("an allocation calls nothing")?;
                let site = Site { function, edge, callee };
                let stack = kind == Kind::Stack;
                let known = if stack { ObjectKind::Stack(site) } else { ObjectKind::Heap(site) };
                let object = *self.heap.get(&known).ok_or_else(|| format!("no object for {known:?}"))?;
                if let Some(known) = self.pointers.size(object)
                    && known > size
                {
                    return Err(format!("{known} bytes are known of an object that has {size}"));
                }
                self.born(object, pointer, size, stack);
            }
            Kind::Free => {
                let found = self.alive.range((pointer, ObjectId::OUTSIDE)..).next().map(|(key, _)| *key);
                found.into_iter().filter(|(start, _)| *start == pointer && pointer != 0).for_each(|key| self.die(key));
            }
            Kind::Pointer => return self.pointer(program, id, pointer),
            Kind::Write => return self.write(program, id, pointer, size),
        }
        self.fine.clear();
        Ok(())
    }

    fn born(&mut self, object: ObjectId, start: u64, size: u64, framed: bool) {
        self.alive.insert((start, object), Instance { object, start, size });
        if let (true, Some((_, objects))) = (framed, self.frames.last_mut()) {
            objects.push((start, object));
        }
    }

    fn die(&mut self, key: (u64, ObjectId)) {
        if let Some(instance) = self.alive.remove(&key) {
            let dead = self.dead.entry(instance.object).or_default();
            if dead.len() < 64 {
                dead.push(instance);
            }
        }
    }

    /// The objects that so many bytes are in, or one past whose end they are.
    fn around(&self, pointer: u64, size: u64) -> Vec<Instance> {
        let below = self
            .alive
            .range(..(pointer.saturating_add(1), ObjectId::OUTSIDE))
            .rev()
            .take(64)
            .map(|(_, instance)| *instance);
        below.filter(|instance| pointer.saturating_add(size) <= instance.start + instance.size).collect()
    }

    fn pointer(&mut self, program: &Program, id: u32, value: u64) -> Result<(), String> {
        if !self.fine.insert((id, value, 0)) {
            return Ok(());
        }
        let Point::Value(function, expr) = &self.points[id as usize] else { return Err("no value".into()) };
        let set = self.sets.entry(id).or_insert_with(|| self.pointers.points_to(*function, expr));
        let special = |object: ObjectId| set.iter().any(|target| target.object == object);
        self.figures.pointers += 1;
        self.figures.narrow += usize::from(!special(ObjectId::OUTSIDE) && !special(ObjectId::INDETERMINATE));
        if value == 0 && special(ObjectId::NULL) {
            return Ok(());
        }
        let set = set.clone();
        let special = |object: ObjectId| set.iter().any(|target| target.object == object);
        let here = self.around(value, 0);
        let within = |instance: &Instance| {
            let offset = value.wrapping_sub(instance.start) as i64;
            set.iter().any(|target| target.object == instance.object && target.offset.contains(offset))
        };
        if here.iter().any(within) {
            return Ok(());
        }
        if here.is_empty() && value != 0 {
            // It may be outside of its object, or the object dead, or it never was one.
            let instances = self.alive.values().chain(self.dead.values().flatten());
            let known = special(ObjectId::OUTSIDE) || special(ObjectId::INDETERMINATE);
            if known || instances.into_iter().any(within) {
                return Ok(());
            }
        }
        // One past the end of something that is dead, in something else.
        if self.dead.values().flatten().any(within) {
            return Ok(());
        }
        let names = qicc::cfa::display::Names::new(program, program[*function].cfa().expect("it ran"));
        let seen: Vec<String> = here.iter().map(|instance| self.name(instance.object, value, instance.start)).collect();
        let set: Vec<String> =
            set.iter().map(|t| format!("{:?}+{}", self.pointers.object(t.object).kind, t.offset)).collect();
        Err(format!(
            "in {}, `{}` is {value:#x}, in {seen:?}; expected one of {set:?}",
            program[*function].name,
            names.expr(expr)
        ))
    }

    fn name(&self, object: ObjectId, value: u64, start: u64) -> String {
        format!("{:?}+{}", self.pointers.object(object).kind, value.wrapping_sub(start) as i64)
    }

    fn write(&mut self, program: &Program, id: u32, address: u64, size: u64) -> Result<(), String> {
        if size == 0 || !self.fine.insert((id, address, size)) {
            return Ok(());
        }
        let Point::Edge(function, edge) = self.points[id as usize] else { return Err("no edge".into()) };
        self.figures.writes += 1;
        let here = self.around(address, size);
        let fits = |access: &Access| {
            let inside = |instance: &Instance| {
                let offset = address.wrapping_sub(instance.start) as i64;
                access.parts.get(&instance.object).is_some_and(|parts| parts.iter().any(|part| part.has(offset, size)))
            };
            here.iter().any(inside) || here.is_empty() && access.outside()
        };
        let seen: Vec<String> =
            here.iter().map(|instance| self.name(instance.object, address, instance.start)).collect();
        let complain = |who: String, access: &Access| {
            let known: Vec<String> = access
                .parts
                .iter()
                .map(|(object, parts)| format!("{:?}: {parts:?}", self.pointers.object(*object).kind))
                .collect();
            Err(format!("{who} writes {size} bytes at {seen:?}; expected one of {known:#?}"))
        };
        let access = self.edges.entry((function, edge)).or_insert_with(|| self.pointers.writes(function, [edge]));
        if !fits(access) {
            let text = qicc::cfa::display::Names::new(program, program[function].cfa().expect("it ran"));
            let text = text.op(&program[function].cfa().expect("it ran")[edge].op);
            return complain(format!("`{text}` in {}", program[function].name), access);
        }
        for (active, _) in &self.frames {
            let access = self.functions.entry(*active).or_insert_with(|| self.pointers.function_writes(*active));
            if !fits(access) {
                return complain(format!("{} (in {})", program[*active].name, program[function].name), access);
            }
        }
        Ok(())
    }
}
