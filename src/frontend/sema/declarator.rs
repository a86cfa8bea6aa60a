//! Declarators: from a base type and `*f(int)[3]` to a name and its type.
//!
//! lang-c lists what is derived from the name outwards, except that pointers come first, in source order.

use super::*;
use crate::ctype::{ArrayLen, FunctionType, Quals, Type};
use lang_c::ast;
use lang_c::span::Node;

/// The size of objects is bounded so that it can be counted in bits.
const LARGEST: u64 = 1 << 60;

/// The parameters of a function definition, as its declarator has them.
pub(super) enum Parameters<'s> {
    Prototype(&'s [Node<ast::ParameterDeclaration>]),
    /// K&R: names here, types in declarations that follow.
    Names(&'s [Node<ast::Identifier>]),
}

impl Sema<'_> {
    pub(super) fn declarator(
        &mut self,
        base: QType,
        declarator: &Node<ast::Declarator>,
    ) -> Result<(Option<String>, QType)> {
        let mut ty = base;
        let derived = &declarator.node.derived;
        for item in derived {
            if let ast::DerivedDeclarator::Pointer(quals) = &item.node {
                let mut set = Quals::NONE;
                for qual in quals {
                    if let ast::PointerQualifier::TypeQualifier(qual) = &qual.node {
                        self.qualifier(qual, &mut set)?;
                    }
                }
                ty = QType { ty: self.types.pointer_to(ty), quals: set };
            }
        }
        for item in derived.iter().rev() {
            let span = self.span(item.span);
            match &item.node {
                ast::DerivedDeclarator::Pointer(_) => {}
                ast::DerivedDeclarator::Array(array) => ty = self.array_type(ty, &array.node.size, span)?,
                ast::DerivedDeclarator::Function(function) => ty = self.function_type(ty, function)?,
                ast::DerivedDeclarator::KRFunction(_) => {
                    let function = FunctionType { ret: ty, params: Vec::new(), variadic: false, prototype: false };
                    ty = self.types.intern(Type::Function(function)).into();
                }
                ast::DerivedDeclarator::Block(_) => return Err(unsupported("a block pointer", span)),
            }
        }
        match &declarator.node.kind.node {
            ast::DeclaratorKind::Abstract => Ok((None, ty)),
            ast::DeclaratorKind::Identifier(name) => {
                Ok((Some(self.side.original_name(&name.node.name).to_string()), ty))
            }
            ast::DeclaratorKind::Declarator(inner) => self.declarator(ty, inner),
        }
    }

    fn array_type(&mut self, elem: QType, size: &ast::ArraySize, span: Span) -> Result<QType> {
        let known = match &self.types[elem.ty] {
            Type::Void | Type::Function(_) => false,
            Type::Array { .. } if self.is_variable(elem.ty) => true,
            Type::Array { .. } if self.in_prototype() => true,
            _ => self.types.size_of(elem.ty).is_some(),
        };
        if !known {
            let elem = self.types.describe(elem);
            return Err(type_error(format!("an array cannot have elements of type `{elem}`"), span));
        }
        let len = match size {
            ast::ArraySize::Unknown | ast::ArraySize::VariableUnknown => ArrayLen::Unknown,
            ast::ArraySize::VariableExpression(expr) | ast::ArraySize::StaticExpression(expr) => {
                self.array_length(expr)?
            }
        };
        if let (ArrayLen::Fixed(n), Some(size)) = (len, self.types.size_of(elem.ty))
            && n.checked_mul(size).is_none_or(|size| size >= LARGEST)
        {
            return Err(unsupported("an array of 2^60 bytes or more", span));
        }
        Ok(self.types.intern(Type::Array { elem, len }).into())
    }

    fn array_length(&mut self, expr: &Node<ast::Expression>) -> Result<ArrayLen> {
        let span = self.span(expr.span);
        let value = match self.value(expr) {
            // Lengths may depend on parameters; in a prototype they mean nothing.
            Err(_) if self.in_prototype() => return Ok(ArrayLen::Unknown),
            value => value?,
        };
        if self.types.as_int(value.ty.ty).is_none() {
            return Err(type_error("the length of an array must be an integer", span));
        }
        if let Some(n) = self.constant_value(&value) {
            return match u64::try_from(n) {
                Ok(n) if n < 1 << 62 => Ok(ArrayLen::Fixed(n)),
                _ => Err(type_error(format!("an array cannot have {n} elements"), span)),
            };
        }
        if self.in_prototype() {
            return Ok(ArrayLen::Unknown);
        }
        if self.function.is_none() {
            return Err(type_error("the length of this array is not constant", span));
        }
        let size_t = self.types.size_t();
        let local = self.new_local(None, size_t.into(), None, span);
        let value = self.convert(value, size_t);
        let place = self.expr_of(ExprKind::Var(Var::Local(local)), size_t, span, false);
        let assign = self.expr_of(ExprKind::Assign(Box::new(place), Box::new(value)), size_t, span, true);
        self.lengths.push(assign);
        Ok(ArrayLen::Variable(local))
    }

    /// Whether the parameters of a function type are at hand, outside of any function definition.
    fn in_prototype(&self) -> bool {
        self.function.is_none() && self.names.depth() > 0
    }

    /// The type of a function. Variable lengths in parameters mean nothing in a type: they are for the definition's
    /// own parameters.
    fn function_type(&mut self, ret: QType, function: &Node<ast::FunctionDeclarator>) -> Result<QType> {
        let span = self.span(function.span);
        if matches!(self.types[ret.ty], Type::Function(_) | Type::Array { .. }) {
            return Err(type_error("a function cannot return a function or an array", span));
        }
        let variadic = matches!(function.node.ellipsis, ast::Ellipsis::Some);
        let parameters = &function.node.parameters;
        let lengths = self.lengths.len();
        let inner = self.function.take();
        self.enter_scope();
        let result = self.parameter_types(parameters);
        self.leave_scope();
        self.function = inner;
        self.lengths.truncate(lengths);
        let params = result?;
        let prototype = !parameters.is_empty() || variadic;
        let ret = QType { ty: ret.ty, quals: Quals::NONE };
        let function = FunctionType { ret, params, variadic, prototype };
        Ok(self.types.intern(Type::Function(function)).into())
    }

    fn parameter_types(&mut self, parameters: &[Node<ast::ParameterDeclaration>]) -> Result<Vec<QType>> {
        let mut params = Vec::new();
        for parameter in parameters {
            let span = self.span(parameter.span);
            let (name, ty) = self.parameter(parameter)?;
            if ty.ty == Types::VOID {
                if parameters.len() == 1 && name.is_none() {
                    break;
                }
                return Err(type_error("a parameter cannot be `void`", span));
            }
            if let Some(name) = name {
                // Visible to later lengths, which are not evaluated here.
                let diagnostic = type_error("a parameter of a declaration has no value", span);
                self.names.set(&name, Symbol::Unsupported(diagnostic), span);
            }
            params.push(QType { ty: ty.ty, quals: Quals::NONE });
        }
        Ok(params)
    }

    /// A parameter's name and adjusted type (6.7.6.3p7,8).
    pub(super) fn parameter(&mut self, parameter: &Node<ast::ParameterDeclaration>) -> Result<(Option<String>, QType)> {
        let span = self.span(parameter.span);
        let specifiers = self.specifiers(&parameter.node.specifiers, false, span)?;
        let (name, mut ty) = match &parameter.node.declarator {
            Some(declarator) => self.declarator(specifiers.ty, declarator)?,
            None => (None, specifiers.ty),
        };
        if let Some(mode) = &specifiers.attributes.mode {
            ty = self.apply_mode(ty, mode, span)?;
        }
        Ok((name, self.adjust_parameter(ty)))
    }

    pub(super) fn adjust_parameter(&mut self, ty: QType) -> QType {
        match self.types[ty.ty] {
            Type::Array { elem, .. } => self.types.pointer_to(elem).into(),
            Type::Function(_) => self.types.pointer_to(ty).into(),
            _ => ty,
        }
    }

    /// Whether a length that is known only at run time is part of the type (a variably modified type, 6.7.6p3).
    pub(super) fn mentions_variable(&self, ty: TypeId) -> bool {
        match &self.types[ty] {
            Type::Array { len: ArrayLen::Variable(_), .. } => true,
            Type::Array { elem: target, .. } | Type::Pointer(target) => self.mentions_variable(target.ty),
            _ => false,
        }
    }

    pub(super) fn type_name(&mut self, name: &Node<ast::TypeName>) -> Result<QType> {
        let span = self.span(name.span);
        let (base, _) = self.qualified(&name.node.specifiers, span)?;
        match &name.node.declarator {
            Some(declarator) => Ok(self.declarator(base, declarator)?.1),
            None => Ok(base),
        }
    }
}

/// The parameters that a function definition's declarator gives, if it declares a function at all.
pub(super) fn definition_parameters(declarator: &ast::Declarator) -> Option<Parameters<'_>> {
    let inner = match &declarator.kind.node {
        ast::DeclaratorKind::Declarator(inner) => definition_parameters(&inner.node),
        _ => None,
    };
    inner.or_else(|| {
        declarator.derived.iter().find_map(|item| match &item.node {
            ast::DerivedDeclarator::Function(function) => Some(Parameters::Prototype(&function.node.parameters)),
            ast::DerivedDeclarator::KRFunction(names) => Some(Parameters::Names(names)),
            _ => None,
        })
    })
}
