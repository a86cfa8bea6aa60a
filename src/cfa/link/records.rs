//! One table of types from those of several units.
//!
//! A structure or union of one unit is the same as one of another unit when tag, kind and members agree, all the way
//! through what the members point to; one that is incomplete agrees with any of its tag. Within a unit nothing is
//! merged: there, two declarations mean two types.

use crate::ctype::{
    DataModel, Field, FunctionType, QType, Record, RecordBody, RecordId, RecordKind, Type, TypeId, Types,
};
use std::collections::HashMap;

/// The merged records that a record could be the same as.
type Key = (RecordKind, Option<String>, Vec<Option<String>>);

/// The merged table, as units come in.
pub(super) struct Merged {
    pub(super) types: Types,
    index: HashMap<Key, Vec<RecordId>>,
    /// By merged record: the last unit that has it.
    owner: Vec<usize>,
}

impl Merged {
    pub(super) fn new(model: DataModel) -> Merged {
        Merged { types: Types::new(model), index: HashMap::new(), owner: Vec::new() }
    }

    /// Takes in the types of a unit; gives the merged type of each of them, by index.
    pub(super) fn add(&mut self, unit: usize, from: &Types) -> Vec<TypeId> {
        let records = vec![None; from.records().count()];
        let types = vec![None; from.ids().count()];
        let mut adding = Adding { merged: self, from, unit, records, types };
        from.ids().map(|id| adding.ty(id)).collect()
    }
}

fn key(record: &Record) -> Key {
    let names = match (&record.tag, &record.body) {
        (None, Some(body)) => body.fields.iter().map(|field| field.name.clone()).collect(),
        _ => Vec::new(),
    };
    (record.kind, record.tag.clone(), names)
}

struct Adding<'a> {
    merged: &'a mut Merged,
    from: &'a Types,
    unit: usize,
    records: Vec<Option<RecordId>>,
    types: Vec<Option<TypeId>>,
}

impl Adding<'_> {
    fn ty(&mut self, id: TypeId) -> TypeId {
        let index = self.from.index_of(id);
        if let Some(known) = self.types[index] {
            return known;
        }
        let ty = match self.from[id].clone() {
            Type::Pointer(target) => Type::Pointer(self.qualified(target)),
            Type::Array { elem, len } => Type::Array { elem: self.qualified(elem), len },
            Type::Function(function) => Type::Function(FunctionType {
                ret: self.qualified(function.ret),
                params: function.params.iter().map(|param| self.qualified(*param)).collect(),
                ..function
            }),
            Type::Record(record) => Type::Record(self.record(record)),
            simple => simple,
        };
        let merged = self.merged.types.intern(ty);
        self.types[index] = Some(merged);
        merged
    }

    fn qualified(&mut self, ty: QType) -> QType {
        QType { ty: self.ty(ty.ty), quals: ty.quals }
    }

    fn record(&mut self, id: RecordId) -> RecordId {
        if let Some(known) = self.records[id.0 as usize] {
            return known;
        }
        let record = &self.from[id];
        let key = key(record);
        for candidate in self.merged.index.get(&key).cloned().unwrap_or_default() {
            let mut pairs = Pairs::default();
            if self.agree(id, candidate, &mut pairs) {
                self.commit(pairs);
                return candidate;
            }
        }
        let empty = Record { body: None, ..record.clone() };
        let (new, _) = self.merged.types.new_record(empty);
        self.merged.owner.push(self.unit);
        self.merged.index.entry(key).or_default().push(new);
        self.records[id.0 as usize] = Some(new);
        self.complete(id, new);
        new
    }

    /// Gives a merged record the members of one of this unit, if it has none yet.
    fn complete(&mut self, id: RecordId, merged: RecordId) {
        let Some(body) = self.from[id].body.clone() else { return };
        if self.merged.types[merged].body.is_some() {
            return;
        }
        let fields = body.fields.iter().map(|field| Field { ty: self.qualified(field.ty), ..field.clone() }).collect();
        let span = self.from[id].span;
        let record = self.merged.types.record_mut(merged);
        record.body = Some(RecordBody { fields, ..body });
        record.span = span;
    }

    /// What was assumed to show that two records agree has all been shown together.
    fn commit(&mut self, pairs: Pairs) {
        for (own, merged) in &pairs.list {
            self.records[own.0 as usize] = Some(*merged);
            self.merged.owner[merged.0 as usize] = self.unit;
        }
        for (own, merged) in pairs.list {
            self.complete(own, merged);
        }
    }

    /// Whether a record of this unit is the same as a merged one, under the assumption that the pairs are.
    fn agree(&self, own: RecordId, merged: RecordId, pairs: &mut Pairs) -> bool {
        if let Some(known) = self.records[own.0 as usize].or_else(|| pairs.by_own.get(&own).copied()) {
            return known == merged;
        }
        let taken = self.merged.owner[merged.0 as usize] == self.unit || pairs.by_merged.contains_key(&merged);
        let (a, b) = (&self.from[own], &self.merged.types[merged]);
        if taken || a.kind != b.kind || a.tag != b.tag {
            return false;
        }
        pairs.add(own, merged);
        let (Some(a), Some(b)) = (&a.body, &b.body) else { return a.tag.is_some() };
        let layout = (a.size, a.align, a.rules, a.transparent) == (b.size, b.align, b.rules, b.transparent);
        layout
            && a.fields.len() == b.fields.len()
            && a.fields.iter().zip(&b.fields).all(|(x, y)| {
                let shape = |f: &Field| (f.name.clone(), f.bits, f.align, f.packed, f.bit_offset);
                shape(x) == shape(y) && self.agree_type(x.ty, y.ty, pairs)
            })
    }

    fn agree_type(&self, own: QType, merged: QType, pairs: &mut Pairs) -> bool {
        own.quals == merged.quals
            && match (&self.from[own.ty], &self.merged.types[merged.ty]) {
                (Type::Pointer(a), Type::Pointer(b)) => self.agree_type(*a, *b, pairs),
                (Type::Array { elem: a, len: n }, Type::Array { elem: b, len: m }) => {
                    n == m && self.agree_type(*a, *b, pairs)
                }
                (Type::Function(a), Type::Function(b)) => {
                    (a.variadic, a.prototype, a.params.len()) == (b.variadic, b.prototype, b.params.len())
                        && self.agree_type(a.ret, b.ret, pairs)
                        && a.params.iter().zip(&b.params).all(|(a, b)| self.agree_type(*a, *b, pairs))
                }
                (Type::Record(a), Type::Record(b)) => self.agree(*a, *b, pairs),
                (a, b) => a == b,
            }
    }
}

/// Records that are assumed to be the same, while that is being shown.
#[derive(Default)]
struct Pairs {
    list: Vec<(RecordId, RecordId)>,
    by_own: HashMap<RecordId, RecordId>,
    by_merged: HashMap<RecordId, RecordId>,
}

impl Pairs {
    fn add(&mut self, own: RecordId, merged: RecordId) {
        self.list.push((own, merged));
        self.by_own.insert(own, merged);
        self.by_merged.insert(merged, own);
    }
}

/// The composite of two compatible types (6.2.7): what is known about either. `None` when they are not compatible.
pub(super) fn composite(types: &mut Types, a: TypeId, b: TypeId) -> Option<TypeId> {
    if a == b {
        return Some(a);
    }
    let ty = match (types[a].clone(), types[b].clone()) {
        (Type::Pointer(x), Type::Pointer(y)) => Type::Pointer(composite_qualified(types, x, y)?),
        (Type::Array { elem: x, len: n }, Type::Array { elem: y, len: m }) => {
            use crate::ctype::ArrayLen::Unknown;
            let len = match (n, m) {
                (n, m) if n == m => n,
                (Unknown, known) | (known, Unknown) => known,
                _ => return None,
            };
            Type::Array { elem: composite_qualified(types, x, y)?, len }
        }
        (Type::Function(x), Type::Function(y)) => Type::Function(composite_function(types, x, y)?),
        (Type::Record(x), Type::Record(y)) => {
            let (x, y) = (&types[x], &types[y]);
            let same = x.kind == y.kind && x.tag.is_some() && x.tag == y.tag;
            return match (&x.body, &y.body) {
                (_, None) if same => Some(a),
                (None, _) if same => Some(b),
                _ => None,
            };
        }
        _ => return None,
    };
    Some(types.intern(ty))
}

fn composite_qualified(types: &mut Types, a: QType, b: QType) -> Option<QType> {
    if a.quals != b.quals {
        return None;
    }
    Some(QType { ty: composite(types, a.ty, b.ty)?, quals: a.quals })
}

fn composite_function(types: &mut Types, a: FunctionType, b: FunctionType) -> Option<FunctionType> {
    let ret = QType { ty: composite(types, a.ret.ty, b.ret.ty)?, quals: a.ret.quals };
    let (known, other) = match (a.prototype, b.prototype) {
        (true, true) => {
            if a.variadic != b.variadic || a.params.len() != b.params.len() {
                return None;
            }
            let mut params = Vec::with_capacity(a.params.len());
            for (x, y) in a.params.iter().zip(&b.params) {
                // The qualifiers of a parameter are nobody's business but the definition's.
                params.push(QType { ty: composite(types, x.ty, y.ty)?, quals: x.quals });
            }
            return Some(FunctionType { ret, params, ..a });
        }
        (false, _) => (b, a),
        (true, false) => (a, b),
    };
    // `f()` takes whatever arguments are after promotion; the other type must not want anything else.
    let promoted = |ty: TypeId| match types[ty] {
        Type::Int(kind) => kind.rank() >= crate::ctype::IntKind::Int.rank(),
        Type::Float(kind) => !matches!(kind, crate::ctype::FloatKind::Float | crate::ctype::FloatKind::Float16),
        _ => true,
    };
    let fits = other.params.is_empty() || other.params.len() == known.params.len();
    if known.prototype && !(fits && known.params.iter().all(|param| promoted(param.ty))) {
        return None;
    }
    Some(FunctionType { ret, ..known })
}
