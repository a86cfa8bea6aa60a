//! Memory: objects, what they hold in a state, and how states that meet become one.
//!
//! An object is a row of cells of one size, the largest that all its scalars fit into without overlapping the boundary
//! of a cell: words of an array, bytes of a mixed record. Small objects have a term for each cell; large ones, and
//! those whose size is not known, are arrays of the solver's ([`super::term::Array`]) as soon as somebody looks for a
//! cell that is not known.
//!
//! A pointer is a word whose upper part is the number of an object and whose lower part an offset in it, modulo that
//! part. The null pointer is object zero. What a program learns of addresses beyond that is made up: reports list it.

mod access;
mod contents;
mod pointer;
mod state;
#[cfg(test)]
mod tests;

pub use contents::{Contents, Rest};
pub use pointer::Target;
pub use state::{Held, State};

use super::float::{self, Format};
use super::term::{Array, Term, Terms};
use crate::cfa::FuncId;

/// An object by its number in pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub u32);

impl ObjectId {
    pub const NULL: ObjectId = ObjectId(0);

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// No object at all.
    Null,
    Variable,
    Heap,
    /// Of this unit of the program's code.
    Function(usize, FuncId),
}

/// What never changes about an object.
#[derive(Clone, Debug)]
pub struct Object {
    pub kind: Kind,
    pub name: String,
    /// In bytes, as wide as an offset.
    pub size: Term,
    /// Bytes in a cell: a power of two, sixteen at most.
    pub unit: u32,
}

/// How the word of a pointer is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    pub object: u32,
    pub offset: u32,
}

/// All objects of a run, and the table of its terms.
pub struct Memory {
    pub terms: Terms,
    pub division: Division,
    objects: Vec<Object>,
    /// Contents that nobody wrote, by instance and the bits of a cell: an instance may be another object in another
    /// run.
    any: rustc_hash::FxHashMap<(u32, u32), Array>,
    /// Results of arithmetic, as they are where that is no number.
    nans: rustc_hash::FxHashMap<Term, Term>,
    /// The bits that values do not fill, in the order in which they are stored.
    padding: Vec<Term>,
    paddings: usize,
    instances: u32,
}

/// There are more objects than pointers can tell apart, or one is larger than they can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

impl Memory {
    /// For pointers of so many bits, and objects of so many bytes at least.
    pub fn new(pointer_bits: u32, largest: u64) -> Memory {
        let offset = (u64::BITS - largest.leading_zeros() + 1).clamp(pointer_bits * 5 / 8, pointer_bits * 3 / 4);
        let division = Division { object: pointer_bits - offset, offset };
        let mut terms = Terms::default();
        let size = terms.constant(division.offset, 0);
        let null = Object { kind: Kind::Null, name: "null".into(), size, unit: 1 };
        Memory {
            terms,
            division,
            objects: vec![null],
            any: Default::default(),
            nans: Default::default(),
            padding: Vec::new(),
            paddings: 0,
            instances: 0,
        }
    }

    /// An object that no pointer points to yet; states do not have it before it is put there.
    pub fn object(&mut self, object: Object) -> Result<ObjectId, TooMany> {
        debug_assert_eq!(self.terms.width(object.size), self.division.offset);
        let id = ObjectId(self.objects.len() as u32);
        if id.0 >> self.division.object != 0 {
            return Err(TooMany);
        }
        self.objects.push(object);
        Ok(id)
    }

    /// Forgets all objects, to run a program again with the same terms.
    pub fn restart(&mut self) {
        self.objects.truncate(1);
        self.paddings = 0;
    }

    /// Gives the number of an object that nobody points to and no state has to another one.
    pub fn describe_anew(&mut self, id: ObjectId, object: Object) {
        self.objects[id.index()] = object;
    }

    /// Lets an object have any size, unless its size is one number: what it depends on may stand for something else
    /// later.
    pub fn forget_size(&mut self, id: ObjectId) {
        if self.terms.as_constant(self[id].size).is_none() {
            self.objects[id.index()].size = self.terms.fresh(self.division.offset);
        }
    }

    /// A result of arithmetic. Where it is no number, machines and compilers have their own minds about its sign and
    /// what else it says.
    pub fn any_nan(&mut self, format: Format, result: Term) -> Term {
        let nan = float::is_nan(&mut self.terms, format, result);
        if self.terms.as_truth(nan) == Some(false) {
            return result;
        }
        if let Some(known) = self.nans.get(&result) {
            return *known;
        }
        let quiet = self.terms.constant(format.bits(), format.nan());
        let (any, kept) = (self.terms.fresh(format.bits()), format.nan());
        let others = self.terms.constant(format.bits(), !kept);
        let any = self.terms.and(any, others);
        let any = self.terms.or(any, quiet);
        let after = self.terms.ite(nan, any, result);
        self.nans.insert(result, after);
        after
    }

    /// A value in so many bits; what it does not fill is any.
    pub fn padded(&mut self, value: Term, bits: u32) -> Term {
        let has = self.terms.width(value);
        if has == bits {
            return value;
        }
        if self.paddings == self.padding.len() {
            let most = self.terms.fresh(64);
            self.padding.push(most);
        }
        let padding = self.terms.extract(self.padding[self.paddings], 0, bits - has);
        self.paddings += 1;
        self.terms.concat(padding, value)
    }

    /// A number for contents that nobody wrote.
    pub fn instance(&mut self) -> u32 {
        self.instances += 1;
        self.instances
    }

    pub fn len(&self) -> usize {
        self.objects.len()
    }

    pub fn is_empty(&self) -> bool {
        false
    }
}

impl std::ops::Index<ObjectId> for Memory {
    type Output = Object;
    fn index(&self, id: ObjectId) -> &Object {
        &self.objects[id.index()]
    }
}
