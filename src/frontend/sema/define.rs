//! Function definitions.

use super::declarator::{Parameters, definition_parameters};
use super::*;
use crate::ctype::{ArrayLen, FunctionType, Type};
use lang_c::ast;
use lang_c::span::Node;

impl Sema<'_> {
    pub(super) fn definition(
        &mut self,
        definition: &Node<ast::FunctionDefinition>,
        reason: Option<Diagnostic>,
    ) -> Result<()> {
        let node = &definition.node;
        let span = self.span(definition.span);
        let specifiers = self.specifiers(&node.specifiers, false, span)?;
        let (name, ty) = self.declarator(specifiers.ty, &node.declarator)?;
        let (Some(name), Some(parameters)) = (name, definition_parameters(&node.declarator.node)) else {
            return Err(Diagnostic::new("syntax", "this is not a function definition").at(span));
        };
        let mut declared = self.declared(name, ty, &specifiers, &node.declarator)?;
        if self.types.as_function(ty.ty).is_none() {
            return Err(type_error(format!("`{}` is not a function", declared.name), declared.span));
        }
        if let Parameters::Names(_) = parameters {
            declared.ty = self.old_style_type(ty, &parameters, &node.declarations)?.into();
        }
        // A definition that is only for inlining gives way to a real one (gnu_inline).
        let replaceable = match self.linked.get(&declared.name) {
            Some(Symbol::Func(id)) => self.inline.get(id).is_some_and(|inline| inline.gnu_extern),
            _ => false,
        };
        let id = self.declare_function(&declared, true)?;
        let index = id.0 as usize;
        if !matches!(self.funcs[index].body, FuncBody::None) && !replaceable {
            let message = format!("`{}` is defined twice", declared.name);
            return Err(Diagnostic::new("redefinition", message).at(declared.span));
        }
        self.funcs[index].span = declared.span;
        if let Some(diagnostic) = reason {
            self.funcs[index].body = FuncBody::Unsupported(diagnostic);
            return Ok(());
        }
        let depth = self.names.depth();
        let body = self.body(id, &parameters, node);
        while self.names.depth() > depth {
            self.leave_scope();
        }
        self.funcs[index].body = match body {
            Ok(body) => FuncBody::Defined(body),
            Err(diagnostic) if diagnostic.code == "unsupported" => FuncBody::Unsupported(diagnostic),
            Err(diagnostic) => return Err(diagnostic),
        };
        Ok(())
    }

    /// The type of a K&R definition: callers know nothing of the parameters, but they arrive promoted.
    fn old_style_type(
        &mut self,
        ty: QType,
        parameters: &Parameters<'_>,
        declarations: &[Node<ast::Declaration>],
    ) -> Result<TypeId> {
        let ret = self.types.as_function(ty.ty).map_or(Types::INT.into(), |f| f.ret);
        self.enter_scope();
        let params = self.old_style_parameters(parameters, declarations);
        self.leave_scope();
        let params = params?.into_iter().map(|(_, ty, _)| self.promote_argument(ty.ty).into()).collect();
        Ok(self.types.intern(Type::Function(FunctionType { ret, params, variadic: false, prototype: false })))
    }

    fn old_style_parameters(
        &mut self,
        parameters: &Parameters<'_>,
        declarations: &[Node<ast::Declaration>],
    ) -> Result<Vec<(String, QType, Span)>> {
        let Parameters::Names(names) = parameters else { return Ok(Vec::new()) };
        let mut types: HashMap<String, QType> = HashMap::new();
        for declaration in declarations {
            let span = self.span(declaration.span);
            let specifiers = self.specifiers(&declaration.node.specifiers, false, span)?;
            for init in &declaration.node.declarators {
                let (name, ty) = self.declarator(specifiers.ty, &init.node.declarator)?;
                types.insert(name.unwrap_or_default(), self.adjust_parameter(ty));
            }
        }
        let mut params = Vec::new();
        for name in *names {
            let span = self.span(name.span);
            let name = self.side.original_name(&name.node.name).to_string();
            let ty = types.remove(&name).unwrap_or(Types::INT.into());
            params.push((name, ty, span));
        }
        match types.into_keys().min() {
            Some(stray) => {
                let span = self.span(declarations[0].span);
                Err(type_error(format!("`{stray}` is not a parameter of this function"), span))
            }
            None => Ok(params),
        }
    }

    fn body(
        &mut self,
        func: FuncId,
        parameters: &Parameters<'_>,
        definition: &ast::FunctionDefinition,
    ) -> Result<Body> {
        let ret = self.types.as_function(self.funcs[func.0 as usize].ty).expect("a function").ret;
        self.function = Some(FunctionState {
            func,
            ret,
            locals: Vec::new(),
            labels: Vec::new(),
            label_ids: HashMap::new(),
            switches: Vec::new(),
            name_literal: None,
        });
        self.enter_scope();
        let mut block = Vec::new();
        let params = match parameters {
            Parameters::Prototype(list) => self.define_parameters(list, &mut block)?,
            Parameters::Names(_) => {
                self.define_old_style_parameters(parameters, &definition.declarations, &mut block)?
            }
        };
        self.statement_list(&definition.statement, &mut block)?;
        self.leave_scope();
        let state = self.function.take().expect("the function is being defined");
        if let Some((name, (_, span, _))) = state.label_ids.iter().filter(|(_, l)| !l.2).min_by_key(|(_, l)| l.1.start)
        {
            return Err(Diagnostic::new("undeclared", format!("there is no label `{name}`")).at(*span));
        }
        let end = self.span(definition.statement.span).end;
        let end = Span { start: end - 1, end, ..self.span(definition.statement.span) };
        Ok(Body { params, locals: state.locals, labels: state.labels, block, end })
    }

    fn define_parameters(
        &mut self,
        list: &[Node<ast::ParameterDeclaration>],
        block: &mut Vec<Stmt>,
    ) -> Result<Vec<LocalId>> {
        let mut params = Vec::new();
        let mut lengths = Vec::new();
        for parameter in list {
            let span = self.span(parameter.span);
            // As in a prototype, without lengths: those may depend on any parameter and come after all of them.
            let state = self.function.take();
            let looked = self.parameter(parameter);
            self.function = state;
            let (name, ty) = looked?;
            if ty.ty == Types::VOID && list.len() == 1 {
                break;
            }
            self.require_object(ty, name.as_deref().unwrap_or("a parameter"), span)?;
            if let Some(name) = &name {
                self.require_new(name, span)?;
            }
            let local = self.new_local(name.clone(), ty, None, span);
            if let Some(name) = name {
                self.names.set(&name, Symbol::Local(local), span);
            }
            params.push(local);
        }
        for (parameter, local) in list.iter().zip(&params) {
            let ty = self.fun().locals[local.0 as usize].ty;
            let variable = self.mentions_unknown(ty.ty);
            let array = parameter.node.declarator.as_ref().is_some_and(|d| has_computed_length(&d.node));
            if variable || array {
                let (_, ty) = self.parameter(parameter)?;
                self.fun().locals[local.0 as usize].ty = ty;
                // The outermost length is no part of the type, but it is evaluated.
                for assign in std::mem::take(&mut self.lengths) {
                    let ExprKind::Assign(place, value) = &assign.kind else { continue };
                    if value.effects || matches!(place.kind, ExprKind::Var(Var::Local(at)) if self.mentions(ty.ty, at))
                    {
                        lengths.push(assign);
                    }
                }
            }
        }
        self.lengths = lengths;
        self.place_lengths(block);
        Ok(params)
    }

    fn define_old_style_parameters(
        &mut self,
        parameters: &Parameters<'_>,
        declarations: &[Node<ast::Declaration>],
        block: &mut Vec<Stmt>,
    ) -> Result<Vec<LocalId>> {
        let list = self.old_style_parameters(parameters, declarations)?;
        let mut params = Vec::new();
        let mut narrowed = Vec::new();
        for (name, ty, span) in list {
            let promoted = self.promote_argument(ty.ty);
            let hidden = promoted != ty.ty;
            let source = (!hidden).then(|| name.clone());
            let arrives = if hidden { promoted.into() } else { ty };
            let param = self.new_local(source, arrives, None, span);
            params.push(param);
            if hidden {
                narrowed.push((param, name, ty, span));
            } else {
                self.names.set(&name, Symbol::Local(param), span);
            }
        }
        for (param, name, ty, span) in narrowed {
            let local = self.new_local(Some(name.clone()), ty, None, span);
            self.names.set(&name, Symbol::Local(local), span);
            let promoted = self.promote_argument(ty.ty);
            let place = self.expr_of(ExprKind::Var(Var::Local(param)), promoted, span, false);
            let value = self.rvalue(place);
            let value = self.convert(value, ty.ty);
            block.push(Stmt { kind: StmtKind::Declare(local, Some(Init::Expr(value))), span });
        }
        self.place_lengths(block);
        Ok(params)
    }

    /// Whether a type has a length that is not known, or was not computed yet.
    fn mentions_unknown(&self, ty: TypeId) -> bool {
        match self.types[ty] {
            Type::Pointer(target) => self.mentions_unknown(target.ty),
            Type::Array { elem, len } => len == ArrayLen::Unknown || self.mentions_unknown(elem.ty),
            _ => false,
        }
    }

    /// Whether a type has a length that is kept in this local.
    fn mentions(&self, ty: TypeId, length: LocalId) -> bool {
        match self.types[ty] {
            Type::Pointer(target) => self.mentions(target.ty, length),
            Type::Array { elem, len } => len == ArrayLen::Variable(length) || self.mentions(elem.ty, length),
            _ => false,
        }
    }
}

/// Whether an array in a declarator has a length that may have to be computed.
fn has_computed_length(declarator: &ast::Declarator) -> bool {
    declarator.derived.iter().any(|item| match &item.node {
        ast::DerivedDeclarator::Array(array) => match &array.node.size {
            ast::ArraySize::VariableExpression(expr) | ast::ArraySize::StaticExpression(expr) => {
                !matches!(expr.node, ast::Expression::Constant(_) | ast::Expression::Identifier(_))
            }
            _ => false,
        },
        _ => false,
    })
}
