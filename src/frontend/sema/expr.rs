//! Expressions: names, members, casts, sizes, and the way to the operators and calls.

use super::super::syntax::ELVIS;
use super::convert::is_lvalue;
use super::*;
use crate::ctype::{FloatKind, Quals, RecordKind, Type};
use lang_c::ast;
use lang_c::span::Node;

impl Sema<'_> {
    /// An expression as it stands: an lvalue stays one.
    pub(super) fn expr(&mut self, expr: &Node<ast::Expression>) -> Result<Expr> {
        let span = self.span(expr.span);
        match &expr.node {
            ast::Expression::Identifier(name) => self.identifier(&name.node.name, span),
            ast::Expression::Constant(constant) => self.constant(constant),
            ast::Expression::StringLiteral(literal) => self.string(literal),
            ast::Expression::GenericSelection(selection) => self.generic(&selection.node, span),
            ast::Expression::Member(member) => self.member(&member.node, span),
            ast::Expression::Call(call) => self.call(&call.node, span),
            ast::Expression::CompoundLiteral(literal) => self.compound_literal(&literal.node, span),
            ast::Expression::SizeOfTy(of) => {
                let mark = self.lengths.len();
                let ty = self.type_name(&of.node.0)?;
                let word = self.span(of.span).start;
                let size = self.size_or_align(ty, None, word, span)?;
                Ok(self.with_lengths(mark, size))
            }
            ast::Expression::SizeOfVal(of) => {
                let operand = self.expr(&of.node.0)?;
                if self.field_bits(&operand).is_some() {
                    return Err(type_error("a bit-field has no size of its own", span));
                }
                if self.types.as_function(operand.ty.ty).is_some()
                    && self.side.alignof(self.span(of.span).start).is_some()
                {
                    return Err(unsupported("the alignment of a function", span));
                }
                let align = self.declared_align(&operand);
                let word = self.span(of.span).start;
                let size = self.size_or_align(operand.ty, align, word, span)?;
                if !operand.effects || !matches!(size.kind, ExprKind::SizeOfVla(_)) {
                    return Ok(size);
                }
                // The size is known only at run time: the operand is evaluated (6.5.3.4p2).
                let operand = Box::new(self.rvalue(operand));
                let ty = size.ty;
                Ok(self.expr_of(ExprKind::Comma(operand, Box::new(size)), ty, span, true))
            }
            ast::Expression::AlignOf(of) => {
                let ty = self.type_name(&of.node.0)?;
                self.align_of(ty, None, false, span)
            }
            ast::Expression::UnaryOperator(unary) => self.unary(&unary.node, span),
            ast::Expression::Cast(cast) => self.cast(&cast.node, span),
            ast::Expression::BinaryOperator(binary) => self.binary(&binary.node, span),
            ast::Expression::Conditional(conditional) => self.conditional(&conditional.node, span),
            ast::Expression::Comma(list) => self.comma(list, span),
            ast::Expression::OffsetOf(offset) => self.offset_of(&offset.node, span),
            ast::Expression::VaArg(arg) => self.va_arg(&arg.node, span),
            ast::Expression::Statement(statement) => self.statement_expression(statement, span),
        }
    }

    /// The value of an expression: lvalues are read, arrays and functions decay.
    pub(super) fn value(&mut self, expr: &Node<ast::Expression>) -> Result<Expr> {
        let expr = self.expr(expr)?;
        Ok(self.rvalue(expr))
    }

    fn identifier(&mut self, name: &str, span: Span) -> Result<Expr> {
        let name = self.side.original_name(name);
        match self.names.get(name).cloned() {
            Some(Symbol::Local(local)) => {
                let ty = self.fun_local(local);
                Ok(self.expr_of(ExprKind::Var(Var::Local(local)), ty, span, false))
            }
            Some(Symbol::Global(global)) => {
                let ty = self.globals[global.0 as usize].ty;
                Ok(self.expr_of(ExprKind::Var(Var::Global(global)), ty, span, false))
            }
            Some(Symbol::Func(func)) => Ok(self.function_designator(func, span)),
            Some(Symbol::EnumConst(value, ty)) => Ok(self.int_expr(value, ty, span)),
            Some(Symbol::Unsupported(diagnostic)) => Err(diagnostic),
            Some(Symbol::Typedef(_)) => Err(type_error(format!("`{name}` is a type, not a value"), span)),
            None if matches!(name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") && self.function.is_some() => {
                let id = self.function_name(span);
                let ty = self.globals[id.0 as usize].ty;
                Ok(self.expr_of(ExprKind::Var(Var::Global(id)), ty, span, false))
            }
            None => match self.implicit_builtin(name, span) {
                Some(func) => Ok(self.function_designator(func, span)),
                None => Err(self.undeclared(name, span)),
            },
        }
    }

    /// The type of a local; in the parameters of an inner prototype the function is out of reach, and only the type of
    /// an unevaluated length is asked for.
    fn fun_local(&self, local: LocalId) -> QType {
        match &self.function {
            Some(function) => function.locals[local.0 as usize].ty,
            None => Types::INT.into(),
        }
    }

    pub(super) fn function_designator(&mut self, func: FuncId, span: Span) -> Expr {
        let ty = self.funcs[func.0 as usize].ty;
        let pointer_type = self.types.pointer_to(ty);
        let pointer = self.expr_of(ExprKind::Function(func), pointer_type, span, false);
        self.expr_of(ExprKind::Deref(Box::new(pointer)), ty, span, false)
    }

    fn function_name(&mut self, span: Span) -> GlobalId {
        if let Some(id) = self.fun().name_literal {
            return id;
        }
        let func = self.fun().func;
        let name = self.funcs[func.0 as usize].name.clone();
        let elements = name.bytes().map(u32::from).chain([0]).collect();
        let id = self.string_object(Types::CHAR, elements, span);
        self.fun().name_literal = Some(id);
        id
    }

    pub(super) fn undeclared(&self, name: &str, span: Span) -> Diagnostic {
        let diagnostic = Diagnostic::new("undeclared", format!("`{name}` is not declared")).at(span);
        let distance = |other: &str| edit_distance(name, other);
        let close = self
            .names
            .names()
            .filter(|other| !other.starts_with("__") && distance(other) <= 1 + name.len() / 4)
            .min_by_key(|other| (distance(other), other.to_string()));
        match close {
            Some(close) => diagnostic.help(format!("did you mean `{close}`?")),
            None => diagnostic,
        }
    }

    fn member(&mut self, member: &ast::MemberExpression, span: Span) -> Result<Expr> {
        let name = self.side.original_name(&member.identifier.node.name).to_string();
        let record = match member.operator.node {
            ast::MemberOperator::Direct => self.expr(&member.expression)?,
            ast::MemberOperator::Indirect => {
                let pointer = self.value(&member.expression)?;
                self.dereference(pointer, span)?
            }
        };
        if self.types.as_record(record.ty.ty).is_none() {
            let ty = self.types.describe(record.ty);
            let message = format!("`{name}` is not a member of `{ty}`, which is no structure or union");
            return Err(type_error(message, span));
        }
        let Some(path) = self.find_member(record.ty.ty, &name) else {
            let ty = self.types.describe(record.ty);
            if self.types.fields(record.ty.ty).is_none() {
                return Err(self.incomplete(record.ty.ty, format!("`{ty}` is incomplete here"), span));
            }
            return Err(type_error(format!("`{ty}` has no member `{name}`"), span));
        };
        Ok(self.member_path(record, &path, span))
    }

    pub(super) fn member_path(&mut self, mut record: Expr, path: &[u32], span: Span) -> Expr {
        for &at in path {
            let field = self.types.fields(record.ty.ty).expect("a complete record")[at as usize].ty;
            let inherited = record.ty.quals.without(Quals::RESTRICT);
            let ty = QType { ty: field.ty, quals: field.quals.with(inherited) };
            let effects = record.effects;
            record = self.expr_of(ExprKind::Member(Box::new(record), at), ty, span, effects);
        }
        record
    }

    pub(super) fn dereference(&mut self, pointer: Expr, span: Span) -> Result<Expr> {
        let Some(target) = self.types.pointee(pointer.ty.ty) else {
            let ty = self.types.describe(pointer.ty);
            return Err(type_error(format!("cannot follow a value of type `{ty}`: it is no pointer"), span));
        };
        let effects = pointer.effects;
        match pointer.kind {
            ExprKind::AddrOf(place) if place.ty == target => Ok(*place),
            ExprKind::Decay(array) => {
                let zero = self.int_expr(0, Types::INT, span);
                Ok(self.expr_of(ExprKind::Index(array, Box::new(zero)), target, span, effects))
            }
            _ => Ok(self.expr_of(ExprKind::Deref(Box::new(pointer)), target, span, effects)),
        }
    }

    fn compound_literal(&mut self, literal: &ast::CompoundLiteral, span: Span) -> Result<Expr> {
        let mark = self.lengths.len();
        let ty = self.type_name(&literal.type_name)?;
        let (init, complete) = self.list_initializer(ty.ty, &literal.initializer_list, span)?;
        let ty = QType { ty: complete, quals: ty.quals };
        if self.function.is_none() {
            let init = self.static_init(init)?;
            let id = self.global(Global {
                name: format!("literal{}", self.globals.len()),
                kind: GlobalKind::CompoundLiteral,
                ty,
                linkage: Linkage::None,
                definition: Definition::Defined(init),
                symbol: None,
                align: None,
                thread_local: false,
                weak: false,
                span,
            });
            return Ok(self.expr_of(ExprKind::Var(Var::Global(id)), ty, span, false));
        }
        let local = self.new_local(None, ty, None, span);
        let literal = self.expr_of(ExprKind::CompoundLiteral(local, Box::new(init)), ty, span, true);
        if self.lengths.len() > mark {
            return Err(unsupported("a compound literal of variable length", span));
        }
        Ok(literal)
    }

    /// Puts the assignments to hidden lengths that a type in an expression needs before the expression.
    pub(super) fn with_lengths(&mut self, mark: usize, expr: Expr) -> Expr {
        if self.function.is_none() {
            return expr;
        }
        let assigns: Vec<Expr> = self.lengths.drain(mark..).collect();
        assigns.into_iter().rev().fold(expr, |expr, assign| {
            let (ty, span) = (expr.ty, expr.span);
            self.expr_of(ExprKind::Comma(Box::new(assign), Box::new(expr)), ty, span, true)
        })
    }

    /// `word` is the token that says which of the two it is; parentheses may be around it.
    fn size_or_align(&mut self, ty: QType, align: Option<u64>, word: u32, span: Span) -> Result<Expr> {
        match self.side.alignof(word) {
            Some(preferred) => self.align_of(ty, align, preferred, span),
            None => self.size_of(ty, span),
        }
    }

    fn align_of(&mut self, ty: QType, declared: Option<u64>, preferred: bool, span: Span) -> Result<Expr> {
        let align = match self.types[ty.ty] {
            Type::Void | Type::Function(_) => 1,
            // i386 needs four bytes for eight-byte scalars, and prefers eight.
            Type::Int(_) | Type::Enum(..) | Type::Float(FloatKind::Double) if preferred => {
                self.types.size_of(ty.ty).unwrap_or(1)
            }
            _ => self.types.align_of(ty.ty).ok_or_else(|| {
                let ty = self.types.describe(ty);
                type_error(format!("`{ty}` is incomplete here and has no alignment"), span)
            })?,
        };
        Ok(self.int_expr(i128::from(declared.unwrap_or(0).max(align)), self.types.size_t(), span))
    }

    /// An `aligned` attribute of the object that an lvalue names.
    fn declared_align(&mut self, expr: &Expr) -> Option<u64> {
        match &expr.kind {
            ExprKind::Var(Var::Global(id)) => self.globals[id.0 as usize].align,
            ExprKind::Var(Var::Local(id)) => self.function.as_ref()?.locals[id.0 as usize].align,
            ExprKind::Member(record, field) => self.types.fields(record.ty.ty)?[*field as usize].align,
            _ => None,
        }
    }

    pub(super) fn size_of(&mut self, ty: QType, span: Span) -> Result<Expr> {
        let size_t = self.types.size_t();
        if self.is_variable(ty.ty) {
            return Ok(self.expr_of(ExprKind::SizeOfVla(ty.ty), size_t, span, false));
        }
        let size = match self.types[ty.ty] {
            Type::Void | Type::Function(_) => 1,
            _ => self.types.size_of(ty.ty).ok_or_else(|| {
                let message = format!("`{}` is incomplete here and has no size", self.types.describe(ty));
                self.incomplete(ty.ty, message, span)
            })?,
        };
        Ok(self.int_expr(i128::from(size), size_t, span))
    }

    fn cast(&mut self, cast: &ast::CastExpression, span: Span) -> Result<Expr> {
        let mark = self.lengths.len();
        let ty = self.type_name(&cast.type_name)?;
        let operand = self.value(&cast.expression)?;
        let result = self.cast_to(operand, ty.ty, span)?;
        Ok(self.with_lengths(mark, result))
    }

    fn cast_to(&mut self, operand: Expr, ty: TypeId, span: Span) -> Result<Expr> {
        let from = operand.ty.ty;
        let effects = operand.effects;
        if ty == Types::VOID {
            return Ok(self.expr_of(ExprKind::Cast(Box::new(operand)), ty, span, effects));
        }
        if self.types.is_scalar(ty) && self.types.is_scalar(from) {
            let mixed = |a, b| self.types.as_float(a).is_some() && self.types.pointee(b).is_some();
            if mixed(ty, from) || mixed(from, ty) {
                return Err(type_error("a pointer cannot be converted to or from a floating type", span));
            }
            if from == ty && (self.loaded_bits(&operand).is_some() || self.wide_bits(&operand).is_some()) {
                return Ok(self.settled(operand));
            }
            return Ok(self.convert(operand, ty));
        }
        if from == ty || from == Types::VA_LIST || ty == Types::VA_LIST {
            return Ok(operand);
        }
        if let Some(field) = self.union_member_for(ty, from) {
            return Ok(self.union_value(ty, field, operand, span));
        }
        let (from, to) = (self.types.describe(from), self.types.describe(ty));
        Err(type_error(format!("a value of type `{from}` cannot be cast to `{to}`"), span))
    }

    /// The member of a union that a value of this type initialises (GNU casts to union, transparent unions).
    pub(super) fn union_member_for(&self, union: TypeId, value: TypeId) -> Option<u32> {
        let record = self.types.as_record(union)?;
        if self.types[record].kind != RecordKind::Union {
            return None;
        }
        let fields = self.types.fields(union)?;
        fields.iter().position(|f| self.compatible(f.ty.ty, value)).map(|at| at as u32)
    }

    pub(super) fn union_value(&mut self, ty: TypeId, field: u32, value: Expr, span: Span) -> Expr {
        let local = self.new_local(None, ty.into(), None, span);
        let first = u64::from(field);
        let init = Init::List(vec![InitItem { first, end: first + 1, init: Init::Expr(value) }]);
        let literal = self.expr_of(ExprKind::CompoundLiteral(local, Box::new(init)), ty, span, true);
        self.rvalue(literal)
    }

    fn comma(&mut self, list: &[Node<ast::Expression>], span: Span) -> Result<Expr> {
        let (first, rest) = list.split_first().expect("a comma expression has operands");
        let mut result = self.value(first)?;
        for next in rest {
            let next = self.value(next)?;
            let ty = next.ty;
            let effects = result.effects || next.effects;
            // A constant is nothing to evaluate; anything else may at least go wrong.
            result = match result.kind {
                ExprKind::Int(_) | ExprKind::Float(_) => next,
                _ => self.expr_of(ExprKind::Comma(Box::new(result), Box::new(next)), ty, span, effects),
            };
        }
        Ok(result)
    }

    fn generic(&mut self, selection: &ast::GenericSelection, span: Span) -> Result<Expr> {
        let control = self.value(&selection.expression)?;
        self.require_whole(&control)?;
        let control = control.ty.ty;
        let mut default = None;
        for association in &selection.associations {
            match &association.node {
                ast::GenericAssociation::Type(case) => {
                    let ty = self.type_name(&case.node.type_name)?;
                    if ty.quals == Quals::NONE && self.compatible(ty.ty, control) {
                        return self.expr(&case.node.expression);
                    }
                }
                ast::GenericAssociation::Default(expr) => default = Some(expr),
            }
        }
        match default {
            Some(expr) => self.expr(expr),
            None => {
                let ty = self.types.describe(control);
                Err(type_error(format!("no association of this `_Generic` fits `{ty}`"), span))
            }
        }
    }

    fn offset_of(&mut self, offset: &ast::OffsetOfExpression, span: Span) -> Result<Expr> {
        let mut ty = self.type_name(&offset.type_name)?.ty;
        let mut bits = 0;
        let mut step = |sema: &mut Self, name: &str, ty: TypeId| -> Result<TypeId> {
            let name = sema.side.original_name(name);
            let Some(path) = sema.find_member(ty, name) else {
                let ty = sema.types.describe(ty);
                return Err(type_error(format!("`{ty}` has no member `{name}`"), span));
            };
            let mut ty = ty;
            for at in path {
                let field = &sema.types.fields(ty).expect("a complete record")[at as usize];
                bits += field.bit_offset;
                ty = field.ty.ty;
            }
            Ok(ty)
        };
        ty = step(self, &offset.designator.node.base.node.name, ty)?;
        let size_t = self.types.size_t();
        let mut indices = Vec::new();
        for member in &offset.designator.node.members {
            match &member.node {
                ast::OffsetMember::Member(name) => ty = step(self, &name.node.name, ty)?,
                ast::OffsetMember::Index(index) => {
                    let Type::Array { elem, .. } = self.types[ty] else {
                        return Err(type_error("an index into something that is no array", span));
                    };
                    let index = self.value(index)?;
                    let index = self.assign_convert(index, size_t, "`offsetof`")?;
                    let size = i128::from(self.types.size_of(elem.ty).unwrap_or(0));
                    let size = self.int_expr(size, size_t, span);
                    indices.push(self.binary_of(BinaryOp::Mul, index, size, span)?);
                    ty = elem.ty;
                }
                ast::OffsetMember::IndirectMember(_) => {
                    return Err(type_error("`->` has no place in `offsetof`", span));
                }
            }
        }
        let mut result = self.int_expr(i128::from(bits / 8), size_t, span);
        for index in indices {
            result = self.binary_of(BinaryOp::Add, result, index, span)?;
        }
        Ok(result)
    }

    fn va_arg(&mut self, arg: &ast::VaArgExpression, span: Span) -> Result<Expr> {
        let list = self.expr(&arg.va_list)?;
        let mark = self.lengths.len();
        let ty = self.type_name(&arg.type_name)?;
        if !is_lvalue(&list) || list.ty.ty != Types::VA_LIST {
            return Err(type_error("the first operand of `va_arg` must be a `va_list`", span));
        }
        let next = self.expr_of(ExprKind::VaArg(Box::new(list)), ty.ty, span, true);
        Ok(self.with_lengths(mark, next))
    }

    fn statement_expression(&mut self, statement: &Node<ast::Statement>, span: Span) -> Result<Expr> {
        if self.function.is_none() {
            return Err(type_error("a statement expression outside of functions", span));
        }
        let ast::Statement::Compound(items) = &statement.node else {
            return Err(type_error("a statement expression must be a block", span));
        };
        self.enter_scope();
        let mut block = Vec::new();
        for item in items {
            self.block_item(item, &mut block)?;
        }
        self.leave_scope();
        let value = match block.pop() {
            Some(Stmt { kind: StmtKind::Expr(value), .. }) => Some(value),
            Some(other) => {
                block.push(other);
                None
            }
            None => None,
        };
        let ty = value.as_ref().map_or(Types::VOID.into(), |v| QType::from(v.ty.ty));
        Ok(self.expr_of(ExprKind::Statements(block, value.map(Box::new)), ty, span, true))
    }

    fn conditional(&mut self, conditional: &ast::ConditionalExpression, span: Span) -> Result<Expr> {
        let cond = self.value(&conditional.condition)?;
        self.require_scalar(&cond)?;
        let elvis = matches!(&conditional.then_expression.node,
            ast::Expression::Identifier(name) if name.node.name == ELVIS);
        let then = if elvis {
            self.expr_of(ExprKind::Placeholder, cond.ty, span, false)
        } else {
            self.value(&conditional.then_expression)?
        };
        let other = self.value(&conditional.else_expression)?;
        let ty = self.conditional_type(&then, &other, span)?;
        let first = if elvis { &cond } else { &then };
        let unsettled = self.types.as_int(ty).is_some() && self.check_signs(first, &other, false, span)?;
        let known = if cond.effects { None } else { self.known_truth(&cond) };
        match known {
            Some(true) if elvis => return Ok(self.arm(cond, ty)),
            Some(true) => return Ok(self.arm(then, ty)),
            Some(false) => return Ok(self.arm(other, ty)),
            None => {}
        }
        let then = Box::new(self.arm(then, ty));
        let other = Box::new(self.arm(other, ty));
        let kind = if elvis {
            ExprKind::Elvis(Box::new(cond), then, other)
        } else {
            ExprKind::Conditional(Box::new(cond), then, other)
        };
        let result = self.expr_of(kind, ty, span, true);
        Ok(if unsettled { self.in_place(result) } else { result })
    }

    /// One arm of a conditional in the type of the whole.
    fn arm(&mut self, arm: Expr, ty: TypeId) -> Expr {
        let Expr { span, effects, .. } = arm;
        if ty == Types::VOID && arm.ty.ty != Types::VOID {
            return self.expr_of(ExprKind::Cast(Box::new(arm)), ty, span, effects);
        }
        if self.types.is_arithmetic(ty) {
            let arm = self.promote_if_int(arm);
            return self.convert(arm, ty);
        }
        if self.types.is_scalar(ty) { self.convert(arm, ty) } else { arm }
    }

    /// The type of a conditional expression (6.5.15).
    fn conditional_type(&mut self, a: &Expr, b: &Expr, span: Span) -> Result<TypeId> {
        let (x, y) = (a.ty.ty, b.ty.ty);
        if self.types.is_arithmetic(x) && self.types.is_arithmetic(y) {
            let (x, y) = (self.promoted_type_of(a), self.promoted_type_of(b));
            return Ok(self.common_type(x, y));
        }
        if x == Types::VOID || y == Types::VOID {
            return Ok(Types::VOID);
        }
        match (self.types.pointee(x), self.types.pointee(y)) {
            (Some(p), Some(q)) => Ok(self.common_pointer(a, b, p, q)),
            (Some(_), None) if self.types.as_int(y).is_some() => Ok(x),
            (None, Some(_)) if self.types.as_int(x).is_some() => Ok(y),
            _ if self.compatible(x, y) => Ok(x),
            _ => {
                let (x, y) = (self.types.describe(x), self.types.describe(y));
                Err(type_error(format!("the two results `{x}` and `{y}` have no common type"), span))
            }
        }
    }

    /// The pointer type that two pointers are brought to.
    pub(super) fn common_pointer(&mut self, a: &Expr, b: &Expr, p: QType, q: QType) -> TypeId {
        if self.is_null(a) {
            return b.ty.ty;
        }
        if self.is_null(b) {
            return a.ty.ty;
        }
        let quals = p.quals.with(q.quals);
        let ty = match self.composite(p.ty, q.ty) {
            Some(ty) => ty,
            None => Types::VOID,
        };
        self.types.pointer_to(QType { ty, quals })
    }

    /// A null pointer constant: zero, or zero cast to `void *`.
    fn is_null(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Int(0) => true,
            ExprKind::Cast(inner) => {
                matches!(inner.kind, ExprKind::Int(0)) && self.types.pointee(expr.ty.ty) == Some(Types::VOID.into())
            }
            _ => false,
        }
    }

    pub(super) fn require_scalar(&self, expr: &Expr) -> Result<()> {
        if self.types.is_scalar(expr.ty.ty) {
            return Ok(());
        }
        let ty = self.types.describe(expr.ty);
        Err(type_error(format!("a value of type `{ty}` cannot be true or false"), expr.span))
    }
}

fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let cost = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
