//! Builds the state at the head of a region: edges in front of it.

use super::survey::{Hold, Survey};
use super::{Refused, name};
use crate::cfa::passes::stand_in::unique;
use crate::cfa::{
    BinaryOp, Callee, Cause, Cfa, Edge, EdgeId, Expr, ExprKind, FuncId, LocId, Local, Op, Place, Program,
};
use crate::ctype::{Field, FunctionType, IntKind, LocalId, QType, RecordKind, Type, TypeId, Types};
use crate::pointer::{Access, ObjectId, ObjectKind, Offset, Target};
use crate::property;
use crate::region::leaves::{Step, follow, part_at};
use crate::source::Span;
use std::collections::BTreeSet;
use std::ops::Range;

/// More values than this for one pointer are too many cases.
const MOST_VALUES: usize = 64;

/// What stands for an object.
#[derive(Clone, Debug)]
enum Stand {
    Variable(Place),
    /// Allocated memory that a variable points to; the other one has its size, unless that is known.
    Allocated(LocalId, Option<LocalId>),
}

/// One thing that a pointer can be.
enum Value {
    Null,
    Arbitrary,
    Function(FuncId),
    Into { stand: Stand, size: Option<u64>, offset: Offset },
}

/// Adds edges to a function of a program, one behind the other.
pub(in crate::region) struct Builder<'b, 's> {
    pub program: &'b mut Program,
    pub cfa: &'b mut Cfa,
    /// Where the next edge begins.
    pub at: LocId,
    pub span: Span,
    survey: &'s Survey<'s>,
    /// By group.
    stands: Vec<Vec<Stand>>,
    /// By group: how many pointers have been given their value.
    used: Vec<usize>,
}

impl<'b, 's> Builder<'b, 's> {
    /// Edges from `at` on.
    pub fn new(program: &'b mut Program, cfa: &'b mut Cfa, at: LocId, span: Span, survey: &'s Survey<'s>) -> Self {
        let used = vec![0; survey.groups.len()];
        Builder { program, cfa, at, span, survey, stands: Vec::new(), used }
    }

    pub fn push(&mut self, op: Op) {
        let to = self.cfa.new_location();
        self.cfa.edges.push(Edge { from: self.at, to, op, span: self.span });
        self.at = to;
    }

    fn branch(&mut self, cond: Expr, yes: LocId, no: LocId) {
        for (to, truth) in [(yes, true), (no, false)] {
            let op = Op::Assume { cond: cond.clone(), truth, via: None };
            self.cfa.edges.push(Edge { from: self.at, to, op, span: self.span });
        }
    }

    /// Ends at a location that is there already.
    pub fn join(&mut self, to: LocId) {
        self.cfa.edges.push(Edge { from: self.at, to, op: Op::Skip, span: self.span });
    }

    pub fn assume(&mut self, cond: Expr) {
        let via = property::assume(self.program, self.span);
        self.push(Op::Assume { cond, truth: true, via: Some(via) });
    }

    /// Everything that must be there.
    pub fn state(&mut self) -> Result<(), Refused> {
        self.make_stands()?;
        let survey = self.survey;
        let arbitrary = survey.existing.iter().copied().filter(|id| survey.is_arbitrary(*id));
        let holders: Vec<(ObjectId, Vec<Place>)> = self.holders(arbitrary);
        // A pointer by itself is chosen below.
        let plain = |place: &&Place| self.program.types.pointee(place.ty.ty).is_none();
        let of = |(id, places): &(ObjectId, Vec<Place>)| {
            places.iter().filter(plain).map(|place| (*id, place.clone())).collect()
        };
        let places: Vec<(ObjectId, Place)> = holders.iter().flat_map::<Vec<_>, _>(of).collect();
        self.forget(places, Vec::new());
        for (id, places) in holders {
            for (holder, hold) in
                places.iter().flat_map(|place| survey.holds[&id].iter().map(move |hold| (place, hold)))
            {
                let place = follow(&self.program.types, holder, &hold.path);
                self.choose(&place, hold)?;
            }
        }
        Ok(())
    }

    /// Parts of objects, and the objects that pointers point to, may hold anything. What has no address only ever held
    /// values of its type.
    pub fn forget(&mut self, places: Vec<(ObjectId, Place)>, objects: Vec<Expr>) {
        let (addressed, others): (Vec<_>, Vec<_>) =
            places.into_iter().partition(|(id, _)| self.survey.pointers.object(*id).addressed);
        for (places, objects, cause) in [(others, Vec::new(), Cause::Choice), (addressed, objects, Cause::Content)] {
            if !places.is_empty() || !objects.is_empty() {
                let places = places.into_iter().map(|(_, place)| place).collect();
                self.push(Op::Havoc { places, objects, cause });
            }
        }
    }

    /// Puts a havoc of what is written in the place of a call.
    pub fn replace(&mut self, call: EdgeId, writes: &Access) -> Result<(), Refused> {
        let survey = self.survey;
        let Edge { to, span, .. } = self.cfa[call];
        self.at = self.cfa.new_location();
        self.span = span;
        let edge = &mut self.cfa.edges[call.0 as usize];
        (edge.op, edge.to) = (Op::Skip, self.at);
        let forgotten = writes.parts.keys().copied().filter(|id| survey.is_arbitrary(*id));
        let (mut places, mut objects, mut pointers) = (Vec::<(ObjectId, Place)>::new(), Vec::new(), Vec::new());
        let mut seen = BTreeSet::new();
        for id in forgotten {
            let group = survey.group_of(id).filter(|group| seen.insert(*group));
            for stand in group.into_iter().flat_map(|group| &self.stands[group]) {
                if let Stand::Allocated(block, _) = stand {
                    objects.push(Expr::load(Place::local(*block, self.cfa.locals[block.0 as usize].ty.ty)));
                }
            }
            for (id, holders) in self.holders([id]) {
                let holds = survey.holds_of(id)?;
                for holder in holders {
                    let unknown = || format!("the size of {} is not known", name(survey.pointers, id));
                    let size = survey.pointers.object(id).size.ok_or_else(unknown)?;
                    // Objects of one group are written in different places, by the same variables.
                    let mut found = Vec::new();
                    self.written(id, &holder, 0, size, writes, &mut found);
                    found.retain(|place| places.iter().all(|(_, other)| other != place));
                    places.extend(found.into_iter().map(|place| (id, place)));
                    for hold in &holds {
                        pointers.push((follow(&self.program.types, &holder, &hold.path), hold.clone()));
                    }
                }
            }
        }
        self.forget(places, objects);
        for (place, hold) in pointers {
            self.choose(&place, &hold)?;
        }
        self.join(to);
        Ok(())
    }

    /// The parts of a variable that are among what is written. A pointer that is read is chosen anew, so it need not be
    /// among them.
    fn written(&self, id: ObjectId, place: &Place, offset: u64, size: u64, writes: &Access, found: &mut Vec<Place>) {
        let types = &self.program.types;
        let ty = place.ty.ty;
        let touches = |start: u64, size: u64| writes.touches(id, (offset + start) as i64, size);
        if !touches(0, size) || matches!(types[ty], Type::Pointer(_)) {
            return;
        }
        let fields =
            types.fields(ty).filter(|_| types.as_record(ty).is_some_and(|id| types[id].kind == RecordKind::Struct));
        let touched = |bytes: &Range<u64>| touches(bytes.start, bytes.end - bytes.start);
        let member = |field: &Field| (field.bit_offset / 8, types.extent(field).unwrap_or(0));
        let all = |fields: &[Field]| fields.iter().map(member).all(|(start, size)| touches(start, size));
        // What is written between members can only be said of the whole.
        let apart = |fields: &[Field]| {
            !types.nameless(fields, size).iter().any(touched) && (types.has_pointer(ty) || !all(fields))
        };
        match (fields, types.element(ty)) {
            (Some(fields), _) if apart(fields) => {
                for (number, field) in (0..).zip(fields) {
                    let part = follow(types, place, &[Step::Member(number)]);
                    let (start, size) = member(field);
                    self.written(id, &part, offset + start, size, writes, found);
                }
            }
            (None, Some(elem)) if types.has_pointer(ty) => {
                let each = types.size_of(elem.ty).unwrap_or(1).max(1);
                for index in 0..size / each {
                    let part = follow(types, place, &[Step::Index(index)]);
                    self.written(id, &part, offset + index * each, each, writes, found);
                }
            }
            _ => found.push(place.clone()),
        }
    }

    /// The variables that objects are here: those that the region can name, and those that stand for groups, once each.
    fn holders(&self, ids: impl IntoIterator<Item = ObjectId>) -> Vec<(ObjectId, Vec<Place>)> {
        let mut seen = BTreeSet::new();
        let mut of = |id: ObjectId| {
            let group = self.survey.group_of(id).filter(|group| seen.insert(*group));
            let stands = group.into_iter().flat_map(|group| &self.stands[group]).filter_map(|stand| match stand {
                Stand::Variable(place) => Some(place.clone()),
                Stand::Allocated(..) => None,
            });
            (id, self.named(id).into_iter().chain(stands).collect())
        };
        ids.into_iter().map(&mut of).collect()
    }

    /// The object as a variable, if the region can name it.
    pub fn named(&self, id: ObjectId) -> Option<Place> {
        match self.survey.pointers.object(id).kind {
            ObjectKind::Global(global) => Some(Place::global(global, self.program[global].ty)),
            ObjectKind::Local(function, local) if function == self.survey.function => {
                Some(Place::local(local, self.cfa.locals[local.0 as usize].ty))
            }
            _ => None,
        }
    }

    fn local(&mut self, name: &str, ty: impl Into<QType>) -> LocalId {
        let name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let local = Local { name: Some(name), ty: ty.into(), align: None, span: self.span };
        let id = self.cfa.new_local(local);
        self.push(Op::Declare(id));
        id
    }

    fn make_stands(&mut self) -> Result<(), Refused> {
        let survey = self.survey;
        for group in &survey.groups {
            let first = *group.members.first().expect("a group has members");
            let object = survey.pointers.object(first);
            let mut stands = Vec::new();
            for _ in 0..group.count {
                let word = name(survey.pointers, first).replace("::", "_");
                let word = if group.members.len() == 1 { word } else { format!("like_{word}") };
                let stand = match object.kind {
                    ObjectKind::Heap(_) | ObjectKind::Stack(_) => self.allocate(group.size)?,
                    ObjectKind::Local(function, local) => {
                        let declared = &survey.pointers.program()[function].cfa().expect("it has locals").locals;
                        let Local { align, ty, .. } = declared[local.0 as usize].clone();
                        // What was const for its owner is written here.
                        let id = self.local(&word, ty.ty);
                        self.cfa.locals[id.0 as usize].align = align;
                        Stand::Variable(Place::local(id, ty.ty))
                    }
                    _ => return Err(format!("{} cannot be built", name(survey.pointers, first))),
                };
                stands.push(stand);
            }
            self.stands.push(stands);
        }
        Ok(())
    }

    /// A block of memory, of this size or of any.
    fn allocate(&mut self, size: Option<u64>) -> Result<Stand, Refused> {
        let size_t = self.program.types.size_t();
        let (amount, variable) = match size {
            Some(size) => (Expr::int(size_t, size.into()), None),
            None => {
                let id = self.local("size", size_t);
                self.any(Place::local(id, size_t));
                (Expr::load(Place::local(id, size_t)), Some(id))
            }
        };
        let void = self.program.types.pointer_to(Types::VOID);
        let block = self.local("block", void);
        let place = Place::local(block, void);
        let malloc = self.malloc(void, size_t)?;
        self.push(Op::Call { dst: Some(place.clone()), callee: Callee::Direct(malloc), args: vec![amount] });
        let null = Expr::zero(&self.program.types, void);
        self.assume(Expr::binary(BinaryOp::Ne, Expr::load(place), null, Types::INT));
        Ok(Stand::Allocated(block, variable))
    }

    fn malloc(&mut self, void: TypeId, size_t: TypeId) -> Result<FuncId, Refused> {
        let ty = FunctionType { ret: void.into(), params: vec![size_t.into()], variadic: false, prototype: true };
        let ty = self.program.types.intern(Type::Function(ty));
        let known = self.program.functions.iter().position(|function| function.name == "malloc");
        match known {
            Some(at) if self.program.functions[at].ty == ty && !self.program.functions[at].is_defined() => {
                Ok(FuncId(at as u32))
            }
            Some(_) => Err("the program has a `malloc` of its own".into()),
            None => {
                let name = unique(self.program, "malloc");
                Ok(self.program.declare(name, ty, self.span))
            }
        }
    }

    pub fn any(&mut self, place: Place) {
        self.push(Op::Havoc { places: vec![place], objects: Vec::new(), cause: Cause::Choice });
    }

    /// Gives a pointer one of its values.
    pub fn choose(&mut self, place: &Place, hold: &Hold) -> Result<(), Refused> {
        if hold.opaque {
            self.any(place.clone());
            return Ok(());
        }
        let mut values = self.values(&hold.targets);
        if values.len() > MOST_VALUES {
            return Err(format!("a pointer may have more than {MOST_VALUES} values"));
        }
        let last = values.pop().ok_or("a pointer has no value")?;
        if values.is_empty() {
            self.give(place, hold.ty, last);
            return Ok(());
        }
        let which = self.local("which", Types::INT);
        self.any(Place::local(which, Types::INT));
        let which = Expr::load(Place::local(which, Types::INT));
        let end = self.cfa.new_location();
        for (number, value) in (0..).zip(values) {
            let cond = Expr::binary(BinaryOp::Eq, which.clone(), Expr::int(Types::INT, number), Types::INT);
            let (yes, no) = (self.cfa.new_location(), self.cfa.new_location());
            self.branch(cond, yes, no);
            self.at = yes;
            self.give(place, hold.ty, value);
            self.join(end);
            self.at = no;
        }
        self.give(place, hold.ty, last);
        self.join(end);
        self.at = end;
        Ok(())
    }

    /// What a pointer with these targets can be; the next object of a group is new to it.
    fn values(&mut self, targets: &BTreeSet<Target>) -> Vec<Value> {
        let survey = self.survey;
        let mut values = Vec::new();
        let mut groups: BTreeSet<(usize, Offset)> = BTreeSet::new();
        for target in targets {
            let object = survey.pointers.object(target.object);
            match object.kind {
                ObjectKind::Null => values.push(Value::Null),
                ObjectKind::Indeterminate => values.push(Value::Arbitrary),
                ObjectKind::Function(function) => values.push(Value::Function(function)),
                _ => {
                    if let Some(place) = self.named(target.object) {
                        let stand = Stand::Variable(place);
                        values.push(Value::Into { stand, size: object.size, offset: target.offset });
                    }
                    groups.extend(survey.group_of(target.object).map(|group| (group, target.offset)));
                }
            }
        }
        for (group, offset) in &groups {
            let size = survey.groups[*group].size;
            for stand in self.stands[*group].iter().take(self.used[*group] + 1) {
                values.push(Value::Into { stand: stand.clone(), size, offset: *offset });
            }
        }
        groups
            .iter()
            .map(|(group, _)| *group)
            .collect::<BTreeSet<_>>()
            .into_iter()
            .for_each(|group| self.used[group] += 1);
        values
    }

    fn give(&mut self, place: &Place, ty: TypeId, value: Value) {
        let value = match value {
            Value::Arbitrary => return self.any(place.clone()),
            Value::Null => Expr::zero(&self.program.types, ty),
            Value::Function(function) => {
                let pointer = self.program.types.pointer_to(self.program[function].ty);
                Expr { kind: ExprKind::Function(function), ty: pointer }.cast(ty)
            }
            Value::Into { stand, size, offset } => self.address(&stand, size, offset, ty),
        };
        self.push(Op::Assign { place: place.clone(), value });
    }

    /// A pointer into an object.
    fn address(&mut self, stand: &Stand, size: Option<u64>, offset: Offset, ty: TypeId) -> Expr {
        let wanted = self.program.types.pointee(ty).unwrap_or(Types::VOID.into());
        let base = match stand {
            Stand::Variable(place) => {
                let start = offset.exact().and_then(|offset| u64::try_from(offset).ok());
                let part = start.and_then(|start| part_at(&self.program.types, place, start, wanted));
                if let Some(part) = part {
                    return self.address_of(part).cast(ty);
                }
                self.address_of(place.clone())
            }
            Stand::Allocated(block, _) => {
                let local = &self.cfa.locals[block.0 as usize];
                Expr::load(Place::local(*block, local.ty.ty))
            }
        };
        if offset == Offset::ZERO {
            return base.cast(ty);
        }
        let bytes = self.program.types.int(IntKind::UChar);
        let bytes = self.program.types.pointer_to(bytes);
        let distance = self.distance(stand, size, offset);
        Expr::binary(BinaryOp::PtrAdd, base.cast(bytes), distance, bytes).cast(ty)
    }

    fn address_of(&mut self, place: Place) -> Expr {
        let ty = self.program.types.pointer_to(QType::from(place.ty.ty));
        Expr { kind: ExprKind::AddrOf(place), ty }
    }

    /// One of the offsets: within the object or just behind it, or before it if one of the offsets is known to be
    /// there.
    fn distance(&mut self, stand: &Stand, size: Option<u64>, offset: Offset) -> Expr {
        let ty = self.program.types.ptrdiff_t();
        if let Some(exact) = offset.exact() {
            return Expr::int(ty, exact.into());
        }
        let (first, stride) = offset.from(offset.bounds().0.unwrap_or(0).min(0)).unwrap_or((0, 1));
        let stride_of = Expr::int(ty, stride.into());
        let most = match (size, stand) {
            (None, Stand::Allocated(_, Some(size))) => {
                let size = Expr::load(Place::local(*size, self.program.types.size_t())).cast(ty);
                let rest = Expr::binary(BinaryOp::Sub, size, Expr::int(ty, first.into()), ty);
                Expr::binary(BinaryOp::Div, rest, stride_of.clone(), ty)
            }
            (size, _) => {
                let size = i64::try_from(size.unwrap_or(0)).unwrap_or(i64::MAX);
                let end = offset.bounds().1.map_or(size, |to| to.min(size));
                Expr::int(ty, (i128::from(end) - i128::from(first)).max(0) / i128::from(stride))
            }
        };
        let steps = Place::local(self.local("steps", ty), ty);
        self.any(steps.clone());
        let zero = Expr::int(ty, 0);
        for (op, limit) in [(BinaryOp::Lt, zero.clone()), (BinaryOp::Gt, most)] {
            let cond = Expr::binary(op, Expr::load(steps.clone()), limit, Types::INT);
            let (outside, inside) = (self.cfa.new_location(), self.cfa.new_location());
            self.branch(cond, outside, inside);
            self.at = outside;
            let op = Op::Assign { place: steps.clone(), value: zero.clone() };
            self.cfa.edges.push(Edge { from: self.at, to: inside, op, span: self.span });
            self.at = inside;
        }
        let way = Expr::load(steps);
        let way = if stride == 1 { way } else { Expr::binary(BinaryOp::Mul, way, stride_of, ty) };
        if first == 0 { way } else { Expr::binary(BinaryOp::Add, Expr::int(ty, first.into()), way, ty) }
    }
}
