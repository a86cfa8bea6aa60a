//! Function calls.

use super::*;
use crate::ctype::FunctionType;
use lang_c::ast;
use lang_c::span::Node;

impl Sema<'_> {
    pub(super) fn call(&mut self, call: &ast::CallExpression, span: Span) -> Result<Expr> {
        if let ast::Expression::Identifier(name) = &call.callee.node {
            let name = self.side.original_name(&name.node.name).to_string();
            if self.names.get(&name).is_none() {
                if let Some(result) = self.builtin_call(&name, &call.arguments, span)? {
                    return Ok(result);
                }
                if !name.starts_with("__builtin_") {
                    let callee_span = self.span(call.callee.span);
                    self.declare_implicitly(&name, callee_span);
                }
            }
        }
        let callee = self.value(&call.callee)?;
        let function = self.types.pointee(callee.ty.ty).and_then(|t| self.types.as_function(t.ty)).cloned();
        let Some(function) = function else {
            let ty = self.types.describe(callee.ty);
            return Err(type_error(format!("a value of type `{ty}` cannot be called"), span));
        };
        let args = self.arguments(&function, &call.arguments, span)?;
        let callee = match callee.kind {
            ExprKind::Function(func) => Callee::Direct(func),
            _ => Callee::Indirect(Box::new(callee)),
        };
        Ok(self.expr_of(ExprKind::Call { callee, args }, function.ret.ty, span, true))
    }

    fn arguments(
        &mut self,
        function: &FunctionType,
        arguments: &[Node<ast::Expression>],
        span: Span,
    ) -> Result<Vec<Expr>> {
        let expected = if function.prototype { function.params.len() } else { 0 };
        let open = function.variadic || !function.prototype;
        if arguments.len() < expected || arguments.len() > expected && !open {
            let given = arguments.len();
            let message = format!("this call passes {given} arguments to a function of {expected}");
            return Err(type_error(message, span));
        }
        let mut args = Vec::with_capacity(arguments.len());
        for (i, argument) in arguments.iter().enumerate() {
            let value = self.value(argument)?;
            args.push(match function.params.get(i) {
                Some(param) if function.prototype => self.argument(value, param.ty)?,
                _ => self.open_argument(value)?,
            });
        }
        Ok(args)
    }

    fn argument(&mut self, value: Expr, param: TypeId) -> Result<Expr> {
        let transparent =
            self.types.as_record(param).and_then(|r| self.types[r].body.as_ref()).is_some_and(|body| body.transparent);
        if transparent && value.ty.ty != param {
            return self.transparent_argument(value, param);
        }
        self.assign_convert(value, param, "an argument")
    }

    /// A transparent union takes any of its members (GNU).
    fn transparent_argument(&mut self, value: Expr, union: TypeId) -> Result<Expr> {
        let span = value.span;
        if let Some(field) = self.union_member_for(union, value.ty.ty) {
            return Ok(self.union_value(union, field, value, span));
        }
        let fields = self.types.fields(union).expect("a complete union");
        let first = fields.iter().position(|f| self.types.pointee(f.ty.ty).is_some());
        match first {
            Some(first) if self.types.is_scalar(value.ty.ty) => {
                let ty = fields[first].ty.ty;
                let value = self.assign_convert(value, ty, "an argument")?;
                Ok(self.union_value(union, first as u32, value, span))
            }
            _ => self.assign_convert(value, union, "an argument"),
        }
    }

    /// An argument that no parameter describes: the default argument promotions.
    pub(super) fn open_argument(&mut self, value: Expr) -> Result<Expr> {
        if value.ty.ty == Types::VOID {
            return Err(type_error("an argument cannot be `void`", value.span));
        }
        let value = self.promote_if_int(value);
        let ty = self.promote_argument(value.ty.ty);
        Ok(if self.types.is_scalar(ty) { self.convert(value, ty) } else { value })
    }

    /// C89: a call declares `int f()`, or what the compiler knows under that name.
    fn declare_implicitly(&mut self, name: &str, span: Span) {
        if let Some(symbol) = self.linked.get(name).cloned() {
            self.names.set(name, symbol, span);
            return;
        }
        let ty = match self.known_function(name) {
            Some(ty) => ty,
            None => {
                let function =
                    FunctionType { ret: Types::INT.into(), params: Vec::new(), variadic: false, prototype: false };
                self.types.intern(crate::ctype::Type::Function(function))
            }
        };
        self.funcs.push(Func {
            name: name.to_string(),
            ty,
            linkage: Linkage::External,
            symbol: None,
            attributes: FuncAttributes::default(),
            body: FuncBody::None,
            span,
        });
        let id = FuncId(self.funcs.len() as u32 - 1);
        self.implicit.insert(id);
        self.linked.insert(name.to_string(), Symbol::Func(id));
        self.names.set(name, Symbol::Func(id), span);
    }
}
