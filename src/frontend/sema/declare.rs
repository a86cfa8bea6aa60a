//! Declarations of objects, functions and typedefs.

use super::super::syntax::ExternalKind;
use super::attributes::Attributes;
use super::scope::Typedef;
use super::specifiers::{Specifiers, Storage};
use super::*;
use crate::ctype::{ArrayLen, Type};
use lang_c::ast;
use lang_c::span::Node;

/// One declarator of a declaration, resolved.
pub(super) struct Declared<'s> {
    pub name: String,
    pub ty: QType,
    specifiers: &'s Specifiers,
    pub attributes: Attributes,
    symbol: Option<String>,
    pub span: Span,
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
        let (specifiers, declarators): (_, Vec<&ast::Declarator>) = match node {
            ast::ExternalDeclaration::Declaration(declaration) => (
                &declaration.node.specifiers,
                declaration.node.declarators.iter().map(|d| &d.node.declarator.node).collect(),
            ),
            ast::ExternalDeclaration::FunctionDefinition(definition) => {
                (&definition.node.specifiers, vec![&definition.node.declarator.node])
            }
            ast::ExternalDeclaration::StaticAssert(_) => return,
        };
        let stored = specifiers.iter().any(|s| matches!(&s.node, ast::DeclarationSpecifier::StorageClass(_)));
        let defines_function = matches!(node, ast::ExternalDeclaration::FunctionDefinition(_));
        for declarator in declarators {
            if let Some(name) = declarator_name(declarator) {
                let name = self.side.original_name(name).to_string();
                self.names.set(&name, Symbol::Unsupported(diagnostic.clone()), span);
                if !stored && (defines_function || declarator::definition_parameters(declarator).is_none()) {
                    self.lost.push((name, diagnostic.clone()));
                }
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

    pub(super) fn declared<'s>(
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
        let inherited = self.typedef_align(specifiers.ty.ty, ty.ty, specifiers.align);
        attributes.align = attributes.align.max(inherited);
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

    pub(super) fn declare_function(&mut self, declared: &Declared<'_>, definition: bool) -> Result<FuncId> {
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
        func.attributes.always_inline |= attributes.always_inline;
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

    pub(super) fn require_new(&self, name: &str, span: Span) -> Result<()> {
        match self.names.get_here(name) {
            Some(_) => {
                Err(Diagnostic::new("redefinition", format!("`{name}` is declared twice in one scope")).at(span))
            }
            None => Ok(()),
        }
    }

    pub(super) fn require_object(&self, ty: QType, name: &str, span: Span) -> Result<()> {
        if ty.ty == Types::VOID {
            return Err(type_error(format!("`{name}` cannot have type `void`"), span));
        }
        Ok(())
    }

    fn require_complete(&self, ty: QType, name: &str, span: Span) -> Result<()> {
        let variable = self.is_variable(ty.ty);
        if !variable && self.types.size_of(ty.ty).is_none() {
            let message = format!("`{name}` has the incomplete type `{}`", self.types.describe(ty));
            return Err(self.incomplete(ty.ty, message, span));
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
