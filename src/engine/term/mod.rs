//! Values of executions as terms: words of up to 128 bits, and arrays of words.
//!
//! Terms are shared: the same operation on the same operands is the same term, so equality of ids is equality of
//! values. They are made by the functions of [`Terms`], which rewrite on the way; what comes out is equal to what was
//! asked for, in every assignment of the variables, and is as wide. Truth values are words of one bit.
//!
//! Nothing here knows C: division by zero has a value (all ones, and the dividend for the remainder), shifts by more
//! than the width give zeros or signs.

mod arithmetic;
mod array;
mod bits;
mod compare;
mod eval;
mod polynomial;
#[cfg(test)]
mod tests;

pub use eval::Assignment;

use hashbrown::HashTable;
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// A word in a [`Terms`] table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(u32);

/// An array of words in a [`Terms`] table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Array(Term);

/// The widest word.
pub const WIDEST: u32 = 128;

/// What a term is made of. Operands of operations that commute are in the order of their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    Const(u128),
    /// Any value, the same wherever it occurs.
    Var(u32),
    Not(Term),
    And(Term, Term),
    Xor(Term, Term),
    /// A sum is a chain to the right: its parts are in order, each a variable part once, a constant last.
    Add(Term, Term),
    /// A constant factor comes first.
    Mul(Term, Term),
    Udiv(Term, Term),
    Urem(Term, Term),
    /// The distance is as wide as what is shifted.
    Shl(Term, Term),
    Lshr(Term, Term),
    Ashr(Term, Term),
    /// The high part first.
    Concat(Term, Term),
    /// From this bit on, as many as the term is wide.
    Extract(Term, u32),
    Sext(Term),
    Ite(Term, Term, Term),
    Eq(Term, Term),
    Ult(Term, Term),
    Slt(Term, Term),
    Select(Array, Term),
    /// An array with any content; its indices have this width.
    Base(u32, u32),
    /// An array with one word everywhere, and the width of its indices.
    Fill(Term, u32),
    Store(Array, Term, Term),
    Pick(Term, Array, Array),
}

impl Node {
    /// What it is made of, arrays included.
    pub fn operands(self) -> [Option<Term>; 3] {
        match self {
            Node::Const(_) | Node::Var(_) | Node::Base(..) => [None; 3],
            Node::Not(a) | Node::Extract(a, _) | Node::Sext(a) | Node::Fill(a, _) => [Some(a), None, None],
            Node::And(a, b)
            | Node::Xor(a, b)
            | Node::Add(a, b)
            | Node::Mul(a, b)
            | Node::Udiv(a, b)
            | Node::Urem(a, b)
            | Node::Shl(a, b)
            | Node::Lshr(a, b)
            | Node::Ashr(a, b)
            | Node::Concat(a, b)
            | Node::Eq(a, b)
            | Node::Ult(a, b)
            | Node::Slt(a, b)
            | Node::Select(Array(a), b) => [Some(a), Some(b), None],
            Node::Ite(a, b, c) | Node::Store(Array(a), b, c) | Node::Pick(a, Array(b), Array(c)) => {
                [Some(a), Some(b), Some(c)]
            }
        }
    }
}

/// The least and the largest value that a word may have, as unsigned numbers. Words of more than 64 bits are in it as
/// long as they fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub low: u128,
    pub high: u128,
}

/// A table of terms.
#[derive(Default)]
pub struct Terms {
    nodes: Vec<Node>,
    widths: Vec<u8>,
    bounds: Vec<Bounds>,
    table: HashTable<u32>,
    variables: u32,
}

/// The bytes that a term takes, in all tables.
const EACH: usize = size_of::<Node>() + size_of::<Bounds>() + size_of::<u8>() + 2 * size_of::<u32>();

impl Terms {
    pub fn node(&self, term: Term) -> Node {
        self.nodes[term.0 as usize]
    }

    /// How many bits a word has, or each word of an array.
    pub fn width(&self, term: Term) -> u32 {
        u32::from(self.widths[term.0 as usize])
    }

    pub fn bounds(&self, term: Term) -> Bounds {
        self.bounds[term.0 as usize]
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How much memory the table takes.
    pub fn bytes(&self) -> u64 {
        (self.nodes.capacity() * EACH) as u64
    }

    /// How much of that is for terms that there are.
    pub fn used(&self) -> u64 {
        (self.nodes.len() * EACH) as u64
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many terms these are made of, each counted once.
    pub fn size(&self, of: &[Term]) -> usize {
        let (mut seen, mut open) = (FxHashSet::default(), of.to_vec());
        while let Some(term) = open.pop() {
            if seen.insert(term) {
                open.extend(self.node(term).operands().into_iter().flatten());
            }
        }
        seen.len()
    }

    /// The bits of the value that do not fit are dropped.
    pub fn constant(&mut self, width: u32, value: u128) -> Term {
        let value = value & mask(width);
        self.intern(Node::Const(value), width, Bounds { low: value, high: value })
    }

    pub fn truth(&mut self, value: bool) -> Term {
        self.constant(1, u128::from(value))
    }

    /// A variable that is not used anywhere yet.
    pub fn fresh(&mut self, width: u32) -> Term {
        assert!((1..=WIDEST).contains(&width), "a word of {width} bits");
        self.variables += 1;
        self.make(Node::Var(self.variables - 1), width)
    }

    pub fn as_constant(&self, term: Term) -> Option<u128> {
        match self.node(term) {
            Node::Const(value) => Some(value),
            _ => None,
        }
    }

    /// Whether a truth value is known.
    pub fn as_truth(&self, term: Term) -> Option<bool> {
        self.as_constant(term).map(|value| value != 0)
    }

    fn is_zero(&self, term: Term) -> bool {
        self.as_constant(term) == Some(0)
    }

    fn is_ones(&self, term: Term) -> bool {
        self.as_constant(term) == Some(mask(self.width(term)))
    }

    /// A term about whose values nothing is known but what its node says.
    fn make(&mut self, node: Node, width: u32) -> Term {
        self.make_within(node, width, Bounds { low: 0, high: mask(width) })
    }

    /// A term that is known to be within bounds: a constant when they leave nothing else.
    fn make_within(&mut self, node: Node, width: u32, bounds: Bounds) -> Term {
        debug_assert!(bounds.low <= bounds.high && bounds.high <= mask(width), "{node:?} in {bounds:?}");
        if bounds.low == bounds.high { self.constant(width, bounds.low) } else { self.intern(node, width, bounds) }
    }

    fn intern(&mut self, node: Node, width: u32, bounds: Bounds) -> Term {
        debug_assert!((1..=WIDEST).contains(&width));
        let hash = hash(&node, width as u8);
        let (nodes, widths) = (&self.nodes, &self.widths);
        let same = |at: &u32| nodes[*at as usize] == node && u32::from(widths[*at as usize]) == width;
        if let Some(at) = self.table.find(hash, same) {
            return Term(*at);
        }
        let at = u32::try_from(self.nodes.len()).expect("fewer than four billion terms");
        self.nodes.push(node);
        self.widths.push(width as u8);
        self.bounds.push(bounds);
        let (nodes, widths) = (&self.nodes, &self.widths);
        self.table.insert_unique(hash, at, |at| hash_of(nodes, widths, *at));
        Term(at)
    }

    /// Operands that commute, in their order: constants first.
    fn ordered(&self, a: Term, b: Term) -> (Term, Term) {
        let key = |term| (self.as_constant(term).is_none(), term);
        if key(a) <= key(b) { (a, b) } else { (b, a) }
    }
}

impl Term {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Array {
    /// Its node and the width of its words.
    pub fn term(self) -> Term {
        self.0
    }
}

/// A word with so many ones.
pub fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The number that a word is with its sign.
pub fn signed(value: u128, width: u32) -> i128 {
    let unused = 128 - width;
    ((value << unused) as i128) >> unused
}

fn hash(node: &Node, width: u8) -> u64 {
    let mut hasher = FxHasher::default();
    (node, width).hash(&mut hasher);
    hasher.finish()
}

fn hash_of(nodes: &[Node], widths: &[u8], at: u32) -> u64 {
    hash(&nodes[at as usize], widths[at as usize])
}
