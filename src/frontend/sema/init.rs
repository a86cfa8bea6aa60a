//! Initialisers: designators and brace elision resolved into a tree of what is set (6.7.9).

use super::*;
use crate::ctype::{ArrayLen, IntKind, RecordKind, Type};
use lang_c::ast;
use lang_c::span::Node;

/// The items of a brace-enclosed list, consumed from the front.
struct Items<'s> {
    list: &'s [Node<ast::InitializerListItem>],
    next: usize,
    /// The designators of the item at the front have been followed already.
    designated: bool,
}

impl<'s> Items<'s> {
    fn peek(&self) -> Option<&'s Node<ast::InitializerListItem>> {
        self.list.get(self.next)
    }

    fn designation(&self) -> &'s [Node<ast::Designator>] {
        match self.peek() {
            Some(item) if !self.designated => &item.node.designation,
            _ => &[],
        }
    }

    fn advance(&mut self) {
        self.next += 1;
        self.designated = false;
    }
}

/// What is set so far in an aggregate.
#[derive(Default)]
struct Parts {
    /// By first index; ranges do not overlap.
    items: Vec<InitItem<Expr>>,
    /// Only the member that was set last counts.
    union: bool,
    /// What made a list that we cannot express: see [`Parts::take`].
    broken: Option<(&'static str, Span)>,
}

impl Sema<'_> {
    /// An initialiser for a local: its expressions are evaluated where it stands. Also gives the type, completed.
    pub(super) fn initializer(&mut self, target: QType, init: &Node<ast::Initializer>) -> Result<(Init<Expr>, TypeId)> {
        let span = self.span(init.span);
        if self.is_variable(target.ty) {
            return match &init.node {
                ast::Initializer::List(list) if is_empty_list(list) => Ok((Init::Zero, target.ty)),
                _ => Err(type_error("an array of variable length cannot be initialised", span)),
            };
        }
        match &init.node {
            ast::Initializer::Expression(expr) => {
                if let Some(result) = self.string_initializer(target.ty, expr)? {
                    return Ok(result);
                }
                if let (Type::Array { .. }, Some(literal)) = (&self.types[target.ty], compound_literal(expr)) {
                    return self.literal_initializer(target, literal);
                }
                let value = self.value(expr)?;
                let value = self.assign_convert(value, target.ty, "an initialiser")?;
                Ok((Init::Expr(value), target.ty))
            }
            ast::Initializer::List(list) => self.list_initializer(target.ty, list, span),
        }
    }

    /// An initialiser for an object with static storage duration: everything in it is constant.
    pub(super) fn static_initializer(
        &mut self,
        target: QType,
        init: &Node<ast::Initializer>,
    ) -> Result<(Init<Expr>, TypeId)> {
        // A compound literal as the initialiser stands for its own list (GNU).
        if let ast::Initializer::Expression(expr) = &init.node
            && let Some(literal) = compound_literal(expr)
            && !self.types.is_scalar(target.ty)
        {
            let (init, ty) = self.literal_initializer(target, literal)?;
            return Ok((self.static_init(init)?, ty));
        }
        let (init, ty) = self.initializer(target, init)?;
        Ok((self.static_init(init)?, ty))
    }

    fn literal_initializer(
        &mut self,
        target: QType,
        literal: &Node<ast::CompoundLiteral>,
    ) -> Result<(Init<Expr>, TypeId)> {
        let span = self.span(literal.span);
        let ty = self.type_name(&literal.node.type_name)?;
        let (init, ty) = self.list_initializer(ty.ty, &literal.node.initializer_list, span)?;
        if !self.compatible(ty, target.ty) {
            let (from, to) = (self.types.describe(ty), self.types.describe(target));
            return Err(type_error(format!("cannot initialise `{to}` from `{from}`"), span));
        }
        Ok((init, ty))
    }

    pub(super) fn static_init(&mut self, init: Init<Expr>) -> Result<Init<Expr>> {
        Ok(match init {
            Init::Expr(expr) => match self.literal_of(expr) {
                Ok(init) => self.static_init(init)?,
                Err(expr) => Init::Expr(self.static_value(expr)?),
            },
            Init::List(items) => {
                let items = items
                    .into_iter()
                    .map(|item| Ok(InitItem { first: item.first, end: item.end, init: self.static_init(item.init)? }));
                Init::List(items.collect::<Result<_>>()?)
            }
            other => other,
        })
    }

    /// The contents of an object whose value a static initialiser copies: a file-scope compound literal, or a constant
    /// structure (GNU).
    fn literal_of(&self, expr: Expr) -> std::result::Result<Init<Expr>, Expr> {
        let place = match &expr.kind {
            ExprKind::Load(place) => place,
            _ => return Err(expr),
        };
        match &place.kind {
            ExprKind::CompoundLiteral(_, init) => Ok((**init).clone()),
            ExprKind::Var(Var::Global(id)) => {
                let global = &self.globals[id.0 as usize];
                match &global.definition {
                    Definition::Defined(init @ (Init::List(_) | Init::Zero))
                        if global.kind == GlobalKind::CompoundLiteral
                            || global.ty.quals.contains(crate::ctype::Quals::CONST) =>
                    {
                        Ok(init.clone())
                    }
                    _ => Err(expr),
                }
            }
            _ => Err(expr),
        }
    }

    /// `{ … }` for a whole object; used for compound literals too.
    pub(super) fn list_initializer(
        &mut self,
        target: TypeId,
        list: &[Node<ast::InitializerListItem>],
        span: Span,
    ) -> Result<(Init<Expr>, TypeId)> {
        let list = if is_empty_list(list) { &[] } else { list };
        if let [only] = list
            && only.node.designation.is_empty()
        {
            if let ast::Initializer::Expression(expr) = &only.node.initializer.node
                && let Some(result) = self.string_initializer(target, expr)?
            {
                return Ok(result);
            }
            if self.types.is_scalar(target) || target == Types::VA_LIST {
                return self.initializer(target.into(), &only.node.initializer);
            }
        }
        if self.types.is_scalar(target) {
            return match list {
                [] => Ok((Init::Zero, target)),
                [first, ..] if first.node.designation.is_empty() => {
                    self.initializer(target.into(), &first.node.initializer)
                }
                _ => Err(type_error("a designator in the initialiser of a scalar", span)),
            };
        }
        if list.is_empty() {
            let ty = match self.types[target] {
                Type::Array { elem, len: ArrayLen::Unknown } => self.types.array_of(elem, 0),
                _ => target,
            };
            return Ok((Init::Zero, ty));
        }
        let mut items = Items { list, next: 0, designated: false };
        let (init, length) = self.aggregate(target, &mut items, true)?;
        if let Some(extra) = items.peek() {
            let span = self.span(extra.span);
            return Err(type_error("more initialisers than there are members", span));
        }
        let ty = match self.types[target] {
            Type::Array { elem, len: ArrayLen::Unknown } => self.types.array_of(elem, length),
            _ => target,
        };
        Ok((init, ty))
    }

    /// A string literal for an array of characters, in braces or not.
    fn string_initializer(
        &mut self,
        target: TypeId,
        expr: &Node<ast::Expression>,
    ) -> Result<Option<(Init<Expr>, TypeId)>> {
        let ast::Expression::StringLiteral(literal) = &expr.node else { return Ok(None) };
        let Type::Array { elem, len } = self.types[target] else { return Ok(None) };
        let Some(kind) = self.types.as_int(elem.ty) else { return Ok(None) };
        let (mut elements, from) = self.string_elements(literal)?;
        let narrow = matches!(kind, IntKind::Char | IntKind::SChar | IntKind::UChar);
        let fits = match from {
            IntKind::Char => narrow,
            wide => !narrow && self.types.model.int_size(wide) == self.types.model.int_size(kind),
        };
        if !fits {
            return Ok(None);
        }
        elements.push(0);
        let ty = match len {
            ArrayLen::Unknown => self.types.array_of(elem, elements.len() as u64),
            ArrayLen::Fixed(n) => {
                elements.truncate(usize::try_from(n).unwrap_or(usize::MAX));
                target
            }
            ArrayLen::Variable(_) => return Ok(None),
        };
        Ok(Some((Init::String(elements), ty)))
    }

    /// Consumes the items for one aggregate. `braced`: the list is this aggregate's own, so that designators in it are
    /// about this aggregate. Also gives the length that an array needs.
    fn aggregate(&mut self, target: TypeId, items: &mut Items<'_>, braced: bool) -> Result<(Init<Expr>, u64)> {
        let mut parts = self.parts(target, Vec::new());
        let length = self.fill(target, &mut parts, 0, items, braced)?;
        Ok((Init::List(parts.items), length))
    }

    /// Goes on with the items from an index of an aggregate. Gives one past the highest index that was set.
    fn fill(
        &mut self,
        target: TypeId,
        parts: &mut Parts,
        mut at: u64,
        items: &mut Items<'_>,
        braced: bool,
    ) -> Result<u64> {
        let mut length = at;
        while items.peek().is_some() {
            let designation = items.designation();
            if !designation.is_empty() {
                if !braced {
                    break;
                }
                at = self.designated(target, parts, designation, items)?;
            } else {
                at = self.skip_unnamed(target, at);
                let Some(ty) = self.part(target, at) else { break };
                let init = self.element(ty, items)?;
                parts.set(at, at + 1, init);
                parts.check()?;
                at += 1;
            }
            length = length.max(at);
            if parts.union && (!braced || items.designation().is_empty()) {
                break;
            }
        }
        Ok(length)
    }

    fn parts(&self, target: TypeId, items: Vec<InitItem<Expr>>) -> Parts {
        let union = self.types.as_record(target).is_some_and(|r| self.types[r].kind == RecordKind::Union);
        Parts { items, union, broken: None }
    }

    /// One item for an element or member of type `ty`, or, with braces left out, as many as it takes.
    fn element(&mut self, ty: QType, items: &mut Items<'_>) -> Result<Init<Expr>> {
        let item = items.peek().expect("an item is there");
        let span = self.span(item.span);
        let expr = match &item.node.initializer.node {
            ast::Initializer::List(list) => {
                items.advance();
                return Ok(self.list_initializer(ty.ty, list, span)?.0);
            }
            ast::Initializer::Expression(expr) => expr,
        };
        if let Some((init, _)) = self.string_initializer(ty.ty, expr)? {
            items.advance();
            return Ok(init);
        }
        match (&self.types[ty.ty], compound_literal(expr)) {
            (Type::Array { .. }, Some(literal)) => {
                items.advance();
                return Ok(self.literal_initializer(ty, literal)?.0);
            }
            (Type::Record(_), _) if could_be_record(expr) => {
                let value = self.value(expr)?;
                if self.compatible(value.ty.ty, ty.ty) {
                    items.advance();
                    return Ok(Init::Expr(value));
                }
            }
            (Type::Array { .. } | Type::Record(_), _) => {}
            _ => {
                items.advance();
                let value = self.value(expr)?;
                return Ok(Init::Expr(self.assign_convert(value, ty.ty, "an initialiser")?));
            }
        }
        let before = items.next;
        let (init, _) = self.aggregate(ty.ty, items, false)?;
        if items.next == before {
            return Err(type_error("an initialiser for a member that holds nothing", span));
        }
        Ok(init)
    }

    /// Follows the designators of the item at the front and sets what they name. Gives the index behind it.
    fn designated(
        &mut self,
        target: TypeId,
        parts: &mut Parts,
        designation: &[Node<ast::Designator>],
        items: &mut Items<'_>,
    ) -> Result<u64> {
        let (designator, rest) = designation.split_first().expect("a designator");
        let span = self.span(designator.span);
        let (path, last) = self.designator(target, designator)?;
        let at = path[0];
        let last = last.max(at);
        let (Some(ty), Some(_)) = (self.part(target, at), self.part(target, last)) else {
            return Err(type_error("this designator is out of range", span));
        };
        // Through an anonymous member the same designator is followed again, one level down.
        let rest = if path.len() > 1 { designation } else { rest };
        let init = if rest.is_empty() {
            items.designated = true;
            self.element(ty, items)?
        } else {
            // Into a part of a part: what other items set there stays.
            let partly = parts
                .items
                .iter()
                .any(|item| item.first < last + 1 && item.end > at && (item.first > at || item.end < last + 1));
            if partly {
                return Err(unsupported("a range in a designator over parts that differ already", span));
            }
            let old = match parts.take(at, last + 1) {
                Some(Init::List(list)) => list,
                Some(Init::String(units)) => self.characters(ty.ty, &units, span),
                Some(Init::Expr(expr)) => {
                    return Err(unsupported("a designator into a member that was initialised as a whole", expr.span));
                }
                _ => Vec::new(),
            };
            let mut sub = self.parts(ty.ty, old);
            let next = self.designated(ty.ty, &mut sub, rest, items)?;
            if !sub.union {
                // What follows without a designator goes on inside.
                self.fill(ty.ty, &mut sub, next, items, false)?;
            }
            Init::List(sub.items)
        };
        parts.set(at, last + 1, init);
        parts.check()?;
        Ok(last + 1)
    }

    /// A string in an array as the list of its characters.
    fn characters(&self, array: TypeId, units: &[u32], span: Span) -> Vec<InitItem<Expr>> {
        let elem = self.types.element(array).expect("a string initialises an array").ty;
        let items = (0..).zip(units).map(|(first, unit)| {
            let init = Init::Expr(self.int_expr(i128::from(*unit), elem, span));
            InitItem { first, end: first + 1, init }
        });
        items.collect()
    }

    /// The path of indices that a designator names, and the last index of a range.
    fn designator(&mut self, target: TypeId, designator: &Node<ast::Designator>) -> Result<(Vec<u64>, u64)> {
        let span = self.span(designator.span);
        let index = |sema: &mut Self, expr: &Node<ast::Expression>| {
            let value = sema.integer_constant(expr)?;
            u64::try_from(value).map_err(|_| type_error("a negative index in a designator", span))
        };
        match (&designator.node, &self.types[target]) {
            (ast::Designator::Index(expr), Type::Array { .. }) => {
                let at = index(self, expr)?;
                Ok((vec![at], at))
            }
            (ast::Designator::Range(range), Type::Array { .. }) => {
                let first = index(self, &range.node.from)?;
                let last = index(self, &range.node.to)?;
                if last < first {
                    return Err(type_error("an empty range in a designator", span));
                }
                Ok((vec![first], last))
            }
            (ast::Designator::Member(name), Type::Record(_)) => {
                let name = self.side.original_name(&name.node.name);
                let path = self.find_member(target, name).ok_or_else(|| {
                    let ty = self.types.describe(target);
                    type_error(format!("`{ty}` has no member `{name}`"), span)
                })?;
                Ok((path.into_iter().map(u64::from).collect(), 0))
            }
            _ => Err(type_error("this designator does not fit the type", span)),
        }
    }

    /// The element or member at an index.
    fn part(&self, target: TypeId, at: u64) -> Option<QType> {
        match &self.types[target] {
            Type::Array { elem, len } => match len {
                ArrayLen::Fixed(n) if at >= *n => None,
                _ => Some(*elem),
            },
            Type::Record(_) => self.types.fields(target)?.get(at as usize).map(|field| field.ty),
            _ => None,
        }
    }

    /// Unnamed bit-fields take no initialiser.
    fn skip_unnamed(&self, target: TypeId, mut at: u64) -> u64 {
        if let Some(fields) = self.types.fields(target) {
            while fields.get(at as usize).is_some_and(|f| f.name.is_none() && f.bits.is_some()) {
                at += 1;
            }
        }
        at
    }
}

impl Parts {
    fn check(&self) -> Result<()> {
        match self.broken {
            Some((what, span)) => Err(unsupported(what, span)),
            None => Ok(()),
        }
    }

    /// Removes what is set in a range, splitting ranges that reach out of it. Gives the part that was exactly there.
    /// The value of a range is evaluated once, which the two halves of a split one could no longer say.
    fn take(&mut self, first: u64, end: u64) -> Option<Init<Expr>> {
        // The common case: in order, behind everything.
        if self.items.last().is_none_or(|last| last.end <= first) {
            return None;
        }
        let mut taken = None;
        let mut kept = Vec::with_capacity(self.items.len() + 1);
        for item in self.items.drain(..) {
            if item.end <= first || item.first >= end {
                kept.push(item);
                continue;
            }
            if (item.first < first || item.end > end)
                && let Some(span) = effect(&item.init)
            {
                self.broken = Some(("a range with side effects in an initialiser, overridden in part,", span));
            }
            if item.first < first {
                kept.push(InitItem { first: item.first, end: first, init: item.init.clone() });
            }
            if item.end > end {
                kept.push(InitItem { first: end, end: item.end, init: item.init.clone() });
            }
            if item.first <= first && item.end >= end {
                taken = Some(item.init);
            }
        }
        self.items = kept;
        taken
    }

    /// Sets a range, in place of what is there.
    fn set(&mut self, first: u64, end: u64, init: Init<Expr>) {
        if self.union {
            self.items.clear();
        }
        self.take(first, end);
        let at = match self.items.last() {
            Some(last) if last.first > first => self.items.partition_point(|item| item.first < first),
            _ => self.items.len(),
        };
        self.items.insert(at, InitItem { first, end, init });
    }
}

/// Where evaluating an initialiser twice would differ from evaluating it once.
fn effect(init: &Init<Expr>) -> Option<Span> {
    match init {
        Init::Zero | Init::String(_) => None,
        Init::Expr(expr) => expr_effect(expr),
        Init::List(items) => items.iter().find_map(|item| effect(&item.init)),
    }
}

fn expr_effect(expr: &Expr) -> Option<Span> {
    use ExprKind::*;
    if !expr.effects {
        return None;
    }
    match &expr.kind {
        Load(place) if place.ty.quals.contains(crate::ctype::Quals::VOLATILE) => Some(expr.span),
        Load(e) | Deref(e) | Member(e, _) | Decay(e) | AddrOf(e) | Unary(_, e) | Cast(e) | Not(e) => expr_effect(e),
        Index(a, b) | Binary(_, a, b) | LogicalAnd(a, b) | LogicalOr(a, b) | Comma(a, b) => {
            expr_effect(a).or_else(|| expr_effect(b))
        }
        Conditional(a, b, c) | Elvis(a, b, c) => expr_effect(a).or_else(|| expr_effect(b)).or_else(|| expr_effect(c)),
        CompoundLiteral(_, init) => effect(init),
        _ => Some(expr.span),
    }
}

/// An expression that may have structure or union type, judged by its form.
fn could_be_record(expr: &Node<ast::Expression>) -> bool {
    !matches!(
        &expr.node,
        ast::Expression::Constant(_) | ast::Expression::StringLiteral(_) | ast::Expression::SizeOfTy(_)
    )
}

fn compound_literal(expr: &Node<ast::Expression>) -> Option<&Node<ast::CompoundLiteral>> {
    match &expr.node {
        ast::Expression::CompoundLiteral(literal) => Some(literal),
        _ => None,
    }
}

/// Whether a list is the stand-in for `{}`.
fn is_empty_list(list: &[Node<ast::InitializerListItem>]) -> bool {
    match list {
        [] => true,
        [only] => match &only.node.initializer.node {
            ast::Initializer::Expression(expr) => match &expr.node {
                ast::Expression::Identifier(name) => name.node.name == syntax::EMPTY,
                _ => false,
            },
            _ => false,
        },
        _ => false,
    }
}
