//! What the trees leave out: attributes, packing, `_Alignof`, names that lang-c could not take.

use super::SHADOW;
use crate::source::Span;
use lang_c::ast::Expression;
use lang_c::span::Node;
use std::collections::HashMap;

/// What the trees leave out, by token index.
#[derive(Default)]
pub struct Side {
    groups: Vec<AttributeGroup>,
    alignofs: Vec<(u32, bool)>,
    /// From each token on: the value of `#pragma pack`.
    packs: Vec<(u32, Option<u64>)>,
    /// Names that lang-c gets to see, with the names that they stand for.
    renamed: HashMap<String, String>,
}

/// One `__attribute__((…))`, `[[…]]` or `_Alignas(…)`.
pub struct AttributeGroup {
    /// Its tokens.
    pub start: u32,
    pub end: u32,
    /// The innermost open bracket around it.
    pub parent: Option<u32>,
    pub attributes: Vec<Attribute>,
}

pub struct Attribute {
    /// Without the underscores around it: `aligned`, also for `_Alignas`.
    pub name: String,
    pub args: Vec<AttributeArg>,
    pub span: Span,
}

pub enum AttributeArg {
    /// A lone identifier, as in `mode(DI)`.
    Word(String),
    /// A string literal without its quotes, escapes untouched.
    String(String),
    /// Its spans mean nothing; use the attribute's. For `_Alignas(T)` it is `_Alignof(T)`.
    Expr(Box<Node<Expression>>),
}

impl Side {
    pub(super) fn new(
        groups: Vec<AttributeGroup>,
        alignofs: Vec<(u32, bool)>,
        packs: Vec<(u32, Option<u64>)>,
        renamed: HashMap<String, String>,
    ) -> Side {
        Side { groups, alignofs, packs, renamed }
    }

    /// The attributes that start exactly at a token, with the groups chained behind them.
    pub fn attributes_following(&self, token: u32) -> impl Iterator<Item = &Attribute> {
        let first = self.groups.partition_point(|group| group.start < token);
        let mut next = token;
        let chained = self.groups[first..].iter().take_while(move |group| {
            let fits = group.start == next;
            next = group.end;
            fits
        });
        chained.flat_map(|group| &group.attributes)
    }

    /// The attributes that end exactly before a token, with the groups chained in front of them.
    pub fn attributes_preceding(&self, token: u32) -> impl Iterator<Item = &Attribute> {
        let after = self.groups.partition_point(|group| group.end <= token);
        let mut next = token;
        let chained = self.groups[..after].iter().rev().take_while(move |group| {
            let fits = group.end == next;
            next = group.start;
            fits
        });
        chained.flat_map(|group| &group.attributes)
    }

    /// The attributes among the tokens `start..end` that are in no bracket opened there.
    pub fn attributes_between(&self, start: u32, end: u32) -> impl Iterator<Item = &Attribute> {
        let first = self.groups.partition_point(|group| group.start < start);
        let inside = self.groups[first..].iter().take_while(move |group| group.start < end);
        inside.filter(move |group| group.parent.is_none_or(|open| open < start)).flat_map(|group| &group.attributes)
    }

    /// The token behind the attributes that start at a token; that token itself where there are none.
    pub fn end_of_attributes(&self, token: u32) -> u32 {
        let first = self.groups.partition_point(|group| group.start < token);
        let mut next = token;
        for group in &self.groups[first..] {
            if group.start != next {
                break;
            }
            next = group.end;
        }
        next
    }

    /// Whether the `sizeof` of this token was `_Alignof`, and then, whether it was gcc's `__alignof__`, which gives the
    /// alignment that the compiler prefers and not the one that the type needs.
    pub fn alignof(&self, token: u32) -> Option<bool> {
        let at = self.alignofs.binary_search_by_key(&token, |alignof| alignof.0).ok()?;
        Some(self.alignofs[at].1)
    }

    /// The `#pragma pack` in force at a token.
    pub fn pack_at(&self, token: u32) -> Option<u64> {
        let after = self.packs.partition_point(|pack| pack.0 <= token);
        after.checked_sub(1).and_then(|last| self.packs[last].1)
    }

    /// The name in the source for a name in a tree.
    pub fn original_name<'a>(&'a self, name: &'a str) -> &'a str {
        let name = name.strip_suffix(SHADOW).unwrap_or(name);
        self.renamed.get(name).map_or(name, String::as_str)
    }
}
