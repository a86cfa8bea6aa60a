//! Statements (6.8).

use super::*;
use lang_c::ast;
use lang_c::span::Node;

impl Sema<'_> {
    /// A statement in a scope of its own, appended to `out`.
    pub(super) fn statement(&mut self, statement: &Node<ast::Statement>, out: &mut Vec<Stmt>) -> Result<()> {
        let span = self.span(statement.span);
        let kind = match &statement.node {
            ast::Statement::Compound(_) => {
                self.enter_scope();
                let mut block = Vec::new();
                self.statement_list(statement, &mut block)?;
                self.leave_scope();
                StmtKind::Block(block)
            }
            ast::Statement::Labeled(labeled) => {
                self.label(&labeled.node.label, span, out)?;
                return self.statement(&labeled.node.statement, out);
            }
            ast::Statement::Expression(None) => return Ok(()),
            ast::Statement::Expression(Some(expr)) => StmtKind::Expr(self.value(expr)?),
            ast::Statement::If(branch) => self.if_statement(&branch.node)?,
            ast::Statement::Switch(switch) => self.switch(&switch.node)?,
            ast::Statement::While(repeat) => {
                let cond = self.condition(&repeat.node.expression)?;
                StmtKind::While(cond, self.single(&repeat.node.statement)?)
            }
            ast::Statement::DoWhile(repeat) => {
                let body = self.single(&repeat.node.statement)?;
                StmtKind::DoWhile(body, self.condition(&repeat.node.expression)?)
            }
            ast::Statement::For(repeat) => self.for_statement(&repeat.node, span)?,
            ast::Statement::Goto(name) => {
                let span = self.span(name.span);
                StmtKind::Goto(self.label_id(&name.node.name, span, false)?)
            }
            ast::Statement::Continue => StmtKind::Continue,
            ast::Statement::Break => StmtKind::Break,
            ast::Statement::Return(value) => self.return_statement(value.as_deref(), span)?,
            ast::Statement::Asm(asm) => self.asm(&asm.node, span)?,
        };
        out.push(Stmt { kind, span });
        Ok(())
    }

    /// The items of a block, in the scope at hand.
    pub(super) fn statement_list(&mut self, statement: &Node<ast::Statement>, out: &mut Vec<Stmt>) -> Result<()> {
        match &statement.node {
            ast::Statement::Compound(items) => items.iter().try_for_each(|item| self.block_item(item, out)),
            _ => self.statement(statement, out),
        }
    }

    pub(super) fn block_item(&mut self, item: &Node<ast::BlockItem>, out: &mut Vec<Stmt>) -> Result<()> {
        match &item.node {
            ast::BlockItem::Declaration(declaration) => self.declaration(declaration, out),
            ast::BlockItem::StaticAssert(assertion) => self.static_assert(assertion),
            ast::BlockItem::Statement(statement) => self.statement(statement, out),
        }
    }

    /// The body of a loop or a branch: one statement, in a scope of its own.
    fn single(&mut self, statement: &Node<ast::Statement>) -> Result<Box<Stmt>> {
        let span = self.span(statement.span);
        let mut block = Vec::new();
        self.enter_scope();
        self.statement(statement, &mut block)?;
        self.leave_scope();
        Ok(Box::new(match block.len() {
            1 => block.pop().expect("one statement"),
            _ => Stmt { kind: StmtKind::Block(block), span },
        }))
    }

    fn condition(&mut self, expr: &Node<ast::Expression>) -> Result<Expr> {
        let cond = self.value(expr)?;
        self.require_scalar(&cond)?;
        Ok(cond)
    }

    fn if_statement(&mut self, branch: &ast::IfStatement) -> Result<StmtKind> {
        let cond = self.condition(&branch.condition)?;
        let then = self.single(&branch.then_statement)?;
        let other = match &branch.else_statement {
            Some(statement) => Some(self.single(statement)?),
            None => None,
        };
        Ok(StmtKind::If(cond, then, other))
    }

    fn switch(&mut self, switch: &ast::SwitchStatement) -> Result<StmtKind> {
        let value = self.value(&switch.expression)?;
        if self.types.as_int(value.ty.ty).is_none() {
            return Err(type_error("`switch` needs an integer", value.span));
        }
        let value = self.promote(value);
        self.fun().switches.push(Switch { ty: value.ty.ty, cases: BTreeMap::new() });
        let body = self.single(&switch.statement)?;
        self.fun().switches.pop();
        Ok(StmtKind::Switch(value, body))
    }

    fn for_statement(&mut self, repeat: &ast::ForStatement, span: Span) -> Result<StmtKind> {
        self.enter_scope();
        let mut block = Vec::new();
        match &repeat.initializer.node {
            ast::ForInitializer::Empty => {}
            ast::ForInitializer::Expression(expr) => {
                let value = self.value(expr)?;
                block.push(Stmt { span: value.span, kind: StmtKind::Expr(value) });
            }
            ast::ForInitializer::Declaration(declaration) => self.declaration(declaration, &mut block)?,
            ast::ForInitializer::StaticAssert(assertion) => self.static_assert(assertion)?,
        }
        let cond = match &repeat.condition {
            Some(expr) => Some(self.condition(expr)?),
            None => None,
        };
        let step = match &repeat.step {
            Some(expr) => Some(self.value(expr)?),
            None => None,
        };
        let body = self.single(&repeat.statement)?;
        self.leave_scope();
        let kind = StmtKind::For(cond, step, body);
        if block.is_empty() {
            return Ok(kind);
        }
        block.push(Stmt { kind, span });
        Ok(StmtKind::Block(block))
    }

    fn return_statement(&mut self, value: Option<&Node<ast::Expression>>, span: Span) -> Result<StmtKind> {
        let ret = self.fun().ret;
        let Some(value) = value else { return Ok(StmtKind::Return(None)) };
        let value = self.value(value)?;
        if ret.ty == Types::VOID {
            if value.ty.ty != Types::VOID && value.effects {
                // gcc warns, evaluates it and returns nothing.
                let value = self.expr_of(ExprKind::Cast(Box::new(value)), Types::VOID, span, true);
                return Ok(StmtKind::Return(Some(value)));
            }
            return Ok(StmtKind::Return(value.effects.then_some(value)));
        }
        let value = self.assign_convert(value, ret.ty, "`return`")?;
        Ok(StmtKind::Return(Some(value)))
    }

    fn label(&mut self, label: &Node<ast::Label>, span: Span, out: &mut Vec<Stmt>) -> Result<()> {
        let kind = match &label.node {
            ast::Label::Identifier(name) => {
                let span = self.span(name.span);
                StmtKind::Label(self.label_id(&name.node.name, span, true)?)
            }
            ast::Label::Case(expr) => {
                let value = self.case_value(expr)?;
                self.new_case(value, value, span)?;
                StmtKind::Case(value, value)
            }
            ast::Label::CaseRange(range) => {
                let low = self.case_value(&range.node.low)?;
                let high = self.case_value(&range.node.high)?;
                self.new_case(low, high, span)?;
                StmtKind::Case(low, high)
            }
            ast::Label::Default => {
                self.switch_type(span)?;
                StmtKind::Default
            }
        };
        out.push(Stmt { kind, span });
        Ok(())
    }

    fn case_value(&mut self, expr: &Node<ast::Expression>) -> Result<i128> {
        let span = self.span(expr.span);
        let ty = self.switch_type(span)?;
        let value = self.integer_constant(expr)?;
        let kind = self.types.as_int(ty).expect("a switch is over an integer");
        Ok(self.types.wrap(kind, value))
    }

    /// No value may be in two cases of one switch.
    fn new_case(&mut self, low: i128, high: i128, span: Span) -> Result<()> {
        let cases = &mut self.fun().switches.last_mut().expect("a switch is open").cases;
        let before = cases.range(..=high).next_back();
        if low <= high && before.is_some_and(|(_, &end)| end >= low) {
            return Err(Diagnostic::new("redefinition", "this case is there twice").at(span));
        }
        cases.insert(low, high);
        Ok(())
    }

    fn switch_type(&mut self, span: Span) -> Result<TypeId> {
        let ty = self.fun().switches.last().map(|switch| switch.ty);
        ty.ok_or_else(|| Diagnostic::new("syntax", "`case` and `default` belong into a `switch`").at(span))
    }

    fn label_id(&mut self, name: &str, span: Span, define: bool) -> Result<LabelId> {
        let name = self.side.original_name(name).to_string();
        let state = self.fun();
        let next = LabelId(state.labels.len() as u32);
        let entry = state.label_ids.entry(name.clone()).or_insert((next, span, false));
        if entry.0 == next {
            state.labels.push(name.clone());
        }
        if define {
            if entry.2 {
                return Err(Diagnostic::new("redefinition", format!("the label `{name}` is there twice")).at(span));
            }
            entry.2 = true;
        }
        Ok(entry.0)
    }

    fn asm(&mut self, asm: &ast::AsmStatement, span: Span) -> Result<StmtKind> {
        let asm = match asm {
            ast::AsmStatement::GnuBasic(template) => Asm {
                template: self.plain_string(template)?,
                basic: true,
                volatile: true,
                outputs: Vec::new(),
                inputs: Vec::new(),
                clobbers: Vec::new(),
            },
            ast::AsmStatement::GnuExtended(asm) => {
                let clobbers = asm.clobbers.iter().map(|c| self.plain_string(c)).collect::<Result<_>>()?;
                Asm {
                    template: self.plain_string(&asm.template)?,
                    basic: false,
                    volatile: asm.qualifier.is_some(),
                    outputs: self.asm_operands(&asm.outputs, true, span)?,
                    inputs: self.asm_operands(&asm.inputs, false, span)?,
                    clobbers,
                }
            }
        };
        Ok(StmtKind::Asm(asm))
    }

    fn asm_operands(
        &mut self,
        operands: &[Node<ast::GnuAsmOperand>],
        output: bool,
        span: Span,
    ) -> Result<Vec<AsmOperand<Expr>>> {
        let mut result = Vec::new();
        for operand in operands {
            let place = self.expr(&operand.node.variable_name)?;
            let constraint = self.plain_string(&operand.node.constraints)?;
            let lvalue = convert::is_lvalue(&place);
            if output && !lvalue {
                return Err(type_error("an output of assembly must be an object", span));
            }
            // A memory operand is the object itself.
            let memory = lvalue && constraint.contains('m') && !constraint.contains('r');
            let value = if output || memory { place } else { self.rvalue(place) };
            let name = operand.node.symbolic_name.as_ref().map(|n| n.node.name.clone());
            result.push(AsmOperand { name, constraint, value });
        }
        Ok(result)
    }
}
