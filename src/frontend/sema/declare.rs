//! Declarations of objects, functions and typedefs, and function definitions.

use super::super::syntax::ExternalKind;
use super::attributes::Attributes;
use super::declarator::{Parameters, definition_parameters};
use super::scope::Typedef;
use super::specifiers::{Specifiers, Storage};
use super::*;
use crate::ctype::{ArrayLen, FunctionType, Type};
use lang_c::ast;
use lang_c::span::Node;

/// One declarator of a declaration, resolved.
struct Declared<'s> {
    name: String,
    ty: QType,
    specifiers: &'s Specifiers,
    attributes: Attributes,
    symbol: Option<String>,
    span: Span,
}

impl Sema<'_> {
    pub(super) fn external(&mut self, external: External) -> Result<()> {
        let external = Rc::new(external);
        self.external = Some(external.clone());
        let (node, reason) = (&external.node, external.unsupported.clone());
        let depth = self.names.depth();
        let result = match &node.node {
            _ if external.kind == ExternalKind::FileAsm => {
                Err(Diagnostic::new("file-asm", "assembly outside of functions is not supported")
                    .at(self.span(node.span)))
            }
            ast::ExternalDeclaration::Declaration(declaration) => match reason {
                Some(diagnostic) => Err(diagnostic),
                None => self.declaration(declaration, &mut Vec::new()),
            },
            ast::ExternalDeclaration::StaticAssert(assertion) => self.static_assert(assertion),
            ast::ExternalDeclaration::FunctionDefinition(definition) => self.definition(definition, reason),
        };
        self.function = None;
        self.lengths.clear();
        while self.names.depth() > depth {
            self.leave_scope();
        }
        match result {
            Err(diagnostic) if diagnostic.code == "unsupported" => {
                self.poison(&node.node, diagnostic);
                Ok(())
            }
            result => result,
        }
    }

    /// Makes the names that a declaration would have declared errors where they are used.
    fn poison(&mut self, node: &ast::ExternalDeclaration, diagnostic: Diagnostic) {
        let span = diagnostic.span.expect("an unsupported construct has a place");
        let declarators: Vec<&ast::Declarator> = match node {
            ast::ExternalDeclaration::Declaration(declaration) => {
                declaration.node.declarators.iter().map(|d| &d.node.declarator.node).collect()
            }
            ast::ExternalDeclaration::FunctionDefinition(definition) => vec![&definition.node.declarator.node],
            ast::ExternalDeclaration::StaticAssert(_) => Vec::new(),
        };
        for declarator in declarators {
            if let Some(name) = declarator_name(declarator) {
                let name = self.side.original_name(name).to_string();
                self.names.set(&name, Symbol::Unsupported(diagnostic.clone()), span);
            }
        }
    }

    /// A declaration at any scope; what a local one does at run time is appended to `out`.
    pub(super) fn declaration(&mut self, declaration: &Node<ast::Declaration>, out: &mut Vec<Stmt>) -> Result<()> {
        let span = self.span(declaration.span);
        let alone = declaration.node.declarators.is_empty();
        let specifiers = self.specifiers(&declaration.node.specifiers, alone, span)?;
        for init in &declaration.node.declarators {
            let declarator = &init.node.declarator;
            let (name, ty) = self.declarator(specifiers.ty, declarator)?;
            let span = self.span(declarator.span);
            let Some(name) = name else {
                return Err(Diagnostic::new("syntax", "a declaration without a name").at(span));
            };
            let declared = self.declared(name, ty, &specifiers, declarator)?;
            self.place_lengths(out);
            let initializer = init.node.initializer.as_ref();
            if specifiers.storage == Storage::Typedef {
                self.declare_typedef(declared)?;
            } else if self.types.as_function(declared.ty.ty).is_some() {
                if initializer.is_some() {
                    return Err(type_error("a function cannot be initialised like a variable", span));
                }
                self.declare_function(&declared, false)?;
            } else if self.function.is_none() || specifiers.storage == Storage::Extern {
                self.declare_linked(declared, initializer)?;
            } else if specifiers.storage == Storage::Static {
                self.declare_static_local(declared, initializer)?;
            } else {
                self.declare_local(declared, initializer, out)?;
            }
        }
        self.place_lengths(out);
        Ok(())
    }

    /// Puts the pending assignments to hidden lengths into the statement list.
    pub(super) fn place_lengths(&mut self, out: &mut Vec<Stmt>) {
        for assign in self.lengths.drain(..) {
            let span = assign.span;
            out.push(Stmt { kind: StmtKind::Expr(assign), span });
        }
    }

    fn declared<'s>(
        &mut self,
        name: String,
        ty: QType,
        specifiers: &'s Specifiers,
        declarator: &Node<ast::Declarator>,
    ) -> Result<Declared<'s>> {
        let span = self.span(declarator.span);
        let mut attributes = specifiers.attributes.clone();
        attributes.merge(&self.attributes_at(span.end)?);
        if let Some(diagnostic) = attributes.unsupported {
            return Err(diagnostic);
        }
        let ty = match &attributes.mode {
            Some(mode) => self.apply_mode(ty, mode, span)?,
            None => ty,
        };
        let symbol = declarator.node.extensions.iter().find_map(|extension| match &extension.node {
            ast::Extension::AsmLabel(label) => Some(label),
            _ => None,
        });
        let symbol = match symbol {
            Some(label) => Some(self.plain_string(label)?),
            None => None,
        };
        attributes.align = attributes.align.max(specifiers.align);
        Ok(Declared { name, ty, specifiers, attributes, symbol, span })
    }

    fn declare_typedef(&mut self, declared: Declared<'_>) -> Result<()> {
        if let Some((Symbol::Typedef(old), _)) = self.names.get_here(&declared.name)
            && !self.compatible(old.ty.ty, declared.ty.ty)
        {
            return Err(self.conflict(&declared.name, declared.span));
        }
        if declared.attributes.transparent_union
            && let Some(record) = self.types.as_record(declared.ty.ty)
            && let Some(body) = &mut self.types.record_mut(record).body
        {
            body.transparent = true;
        }
        let typedef = Typedef { ty: declared.ty, align: declared.attributes.align };
        self.names.set(&declared.name, Symbol::Typedef(typedef), declared.span);
        Ok(())
    }

    fn declare_function(&mut self, declared: &Declared<'_>, definition: bool) -> Result<FuncId> {
        let Declared { name, ty, specifiers, attributes, symbol, span } = declared;
        let is_static = specifiers.storage == Storage::Static;
        let gnu_inline = specifiers.inline && (attributes.gnu_inline || self.dialect.gnu89_inline);
        let is_extern = specifiers.storage == Storage::Extern;
        let id = match self.linked.get(name.as_str()) {
            Some(Symbol::Func(id)) => *id,
            Some(_) => return Err(self.conflict(name, *span)),
            None => {
                self.funcs.push(Func {
                    name: name.clone(),
                    ty: ty.ty,
                    linkage: if is_static { Linkage::Internal } else { Linkage::External },
                    symbol: None,
                    attributes: FuncAttributes::default(),
                    body: FuncBody::None,
                    span: *span,
                });
                FuncId(self.funcs.len() as u32 - 1)
            }
        };
        if let Some((symbol, _)) = self.names.get_here(name)
            && !matches!(symbol, Symbol::Func(_) | Symbol::Unsupported(_))
        {
            return Err(self.conflict(name, *span));
        }
        let old = self.funcs[id.0 as usize].ty;
        let merged = match self.composite(old, ty.ty) {
            Some(merged) => merged,
            None if self.implicit.contains(&id) => ty.ty,
            None => return Err(self.conflict(name, *span)),
        };
        self.implicit.remove(&id);
        let func = &mut self.funcs[id.0 as usize];
        func.ty = merged;
        func.symbol = func.symbol.take().or_else(|| symbol.clone());
        func.attributes.noreturn |= attributes.noreturn;
        func.attributes.weak |= attributes.weak;
        func.attributes.constructor = func.attributes.constructor.or(attributes.constructor);
        func.attributes.destructor = func.attributes.destructor.or(attributes.destructor);
        func.attributes.returns_twice |= attributes.returns_twice;
        if is_static {
            func.linkage = Linkage::Internal;
        }
        let inline = self.inline.entry(id).or_insert(Inline { only_inline: true, gnu_extern: false });
        inline.only_inline &= specifiers.inline && !is_extern && !gnu_inline;
        if definition {
            inline.gnu_extern = gnu_inline && is_extern;
        }
        self.linked.insert(name.clone(), Symbol::Func(id));
        self.names.set(name, Symbol::Func(id), *span);
        Ok(id)
    }

    /// An object with linkage, at file scope or by a local `extern`.
    fn declare_linked(&mut self, declared: Declared<'_>, init: Option<&Node<ast::Initializer>>) -> Result<()> {
        let Declared { name, ty, specifiers, attributes, symbol, span } = declared;
        self.require_object(ty, &name, span)?;
        let is_extern = specifiers.storage == Storage::Extern;
        let id = match self.linked.get(&name) {
            Some(Symbol::Global(id)) => {
                let id = *id;
                let old = self.globals[id.0 as usize].ty;
                match self.composite(old.ty, ty.ty) {
                    Some(merged) => self.globals[id.0 as usize].ty = QType { ty: merged, quals: old.quals },
                    None => return Err(self.conflict(&name, span)),
                }
                id
            }
            Some(_) => return Err(self.conflict(&name, span)),
            None => self.global(Global {
                name: name.clone(),
                kind: GlobalKind::Variable,
                ty,
                linkage: match specifiers.storage {
                    Storage::Static => Linkage::Internal,
                    _ => Linkage::External,
                },
                definition: Definition::Declared,
                symbol: None,
                align: None,
                thread_local: specifiers.thread_local,
                weak: false,
                span,
            }),
        };
        if let Some((symbol, _)) = self.names.get_here(&name)
            && !matches!(symbol, Symbol::Global(_) | Symbol::Unsupported(_))
        {
            return Err(self.conflict(&name, span));
        }
        self.linked.insert(name.clone(), Symbol::Global(id));
        self.names.set(&name, Symbol::Global(id), span);
        let global = &mut self.globals[id.0 as usize];
        global.symbol = global.symbol.take().or(symbol);
        global.align = global.align.max(attributes.align);
        global.weak |= attributes.weak;
        global.thread_local |= specifiers.thread_local;
        if let Some(init) = init {
            if matches!(global.definition, Definition::Defined(_)) {
                return Err(Diagnostic::new("redefinition", format!("`{name}` is defined twice")).at(span));
            }
            global.span = span;
            let target = global.ty;
            let (init, ty) = self.static_initializer(target, init)?;
            let global = &mut self.globals[id.0 as usize];
            global.ty.ty = ty;
            global.definition = Definition::Defined(init);
        } else if !is_extern && matches!(global.definition, Definition::Declared) {
            global.definition = Definition::Tentative;
            global.span = span;
        }
        Ok(())
    }

    fn declare_static_local(&mut self, declared: Declared<'_>, init: Option<&Node<ast::Initializer>>) -> Result<()> {
        let Declared { name, ty, specifiers, attributes, symbol, span } = declared;
        self.require_object(ty, &name, span)?;
        self.require_new(&name, span)?;
        let id = self.global(Global {
            name: name.clone(),
            kind: GlobalKind::Variable,
            ty,
            linkage: Linkage::None,
            definition: Definition::Defined(Init::Zero),
            symbol,
            align: attributes.align,
            thread_local: specifiers.thread_local,
            weak: false,
            span,
        });
        self.names.set(&name, Symbol::Global(id), span);
        if let Some(init) = init {
            let (init, ty) = self.static_initializer(ty, init)?;
            let global = &mut self.globals[id.0 as usize];
            global.ty.ty = ty;
            global.definition = Definition::Defined(init);
        }
        self.require_complete(self.globals[id.0 as usize].ty, &name, span)
    }

    fn declare_local(
        &mut self,
        declared: Declared<'_>,
        init: Option<&Node<ast::Initializer>>,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let Declared { name, ty, attributes, span, .. } = declared;
        self.require_object(ty, &name, span)?;
        self.require_new(&name, span)?;
        let local = self.new_local(Some(name.clone()), ty, attributes.align, span);
        self.names.set(&name, Symbol::Local(local), span);
        let init = match init {
            Some(init) => {
                let (init, ty) = self.initializer(ty, init)?;
                self.fun().locals[local.0 as usize].ty.ty = ty;
                Some(init)
            }
            None => None,
        };
        let ty = self.fun().locals[local.0 as usize].ty;
        self.require_complete(ty, &name, span)?;
        out.push(Stmt { kind: StmtKind::Declare(local, init), span });
        Ok(())
    }

    fn require_new(&self, name: &str, span: Span) -> Result<()> {
        match self.names.get_here(name) {
            Some(_) => {
                Err(Diagnostic::new("redefinition", format!("`{name}` is declared twice in one scope")).at(span))
            }
            None => Ok(()),
        }
    }

    fn require_object(&self, ty: QType, name: &str, span: Span) -> Result<()> {
        if ty.ty == Types::VOID {
            return Err(type_error(format!("`{name}` cannot have type `void`"), span));
        }
        Ok(())
    }

    fn require_complete(&self, ty: QType, name: &str, span: Span) -> Result<()> {
        let variable = self.is_variable(ty.ty);
        if !variable && self.types.size_of(ty.ty).is_none() {
            let ty = self.types.describe(ty);
            return Err(type_error(format!("`{name}` has the incomplete type `{ty}`"), span));
        }
        Ok(())
    }

    /// Whether the size of an object of this type is known only at run time.
    pub(super) fn is_variable(&self, ty: TypeId) -> bool {
        match &self.types[ty] {
            Type::Array { len: ArrayLen::Variable(_), .. } => true,
            Type::Array { elem, .. } => self.is_variable(elem.ty),
            _ => false,
        }
    }

    fn conflict(&self, name: &str, span: Span) -> Diagnostic {
        Diagnostic::new("conflict", format!("`{name}` is declared with two different types")).at(span)
    }

    /// At the end of the unit, what is only tentatively defined gets its type completed (6.9.2).
    pub(super) fn complete_tentative(&mut self) -> Result<()> {
        for i in 0..self.globals.len() {
            let Global { ty, definition, name, span, .. } = &self.globals[i];
            if !matches!(definition, Definition::Tentative) {
                continue;
            }
            if let Type::Array { elem, len: ArrayLen::Unknown } = self.types[ty.ty] {
                self.globals[i].ty.ty = self.types.array_of(elem, 1);
            } else {
                self.require_complete(*ty, name, *span)?;
            }
        }
        for func in &mut self.funcs {
            if matches!(func.body, FuncBody::None) && func.linkage == Linkage::External {
                func.attributes.noreturn |= builtin::never_returns(&func.name);
                func.attributes.returns_twice |= builtin::returns_twice(&func.name);
            }
        }
        Ok(())
    }

    fn definition(&mut self, definition: &Node<ast::FunctionDefinition>, reason: Option<Diagnostic>) -> Result<()> {
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
            let target = self.types.pointee(ty.ty).map(|t| self.types[t.ty].clone());
            if let Some(Type::Array { len: ArrayLen::Unknown, .. }) = target {
                let (_, ty) = self.parameter(parameter)?;
                self.fun().locals[local.0 as usize].ty = ty;
                lengths.append(&mut self.lengths);
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

    pub(super) fn static_assert(&mut self, assertion: &Node<ast::StaticAssert>) -> Result<()> {
        let span = self.span(assertion.span);
        if self.integer_constant(&assertion.node.expression)? == 0 {
            let message = self.plain_string(&assertion.node.message)?;
            return Err(Diagnostic::new("static-assert", format!("static assertion failed: {message}")).at(span));
        }
        Ok(())
    }
}

fn declarator_name(declarator: &ast::Declarator) -> Option<&str> {
    match &declarator.kind.node {
        ast::DeclaratorKind::Abstract => None,
        ast::DeclaratorKind::Identifier(name) => Some(&name.node.name),
        ast::DeclaratorKind::Declarator(inner) => declarator_name(&inner.node),
    }
}
