//! Calls, variable arguments, inline assembly.

use super::expr::is_lvalue;
use super::order::Writes;
use super::*;
use crate::frontend::typed::Expr as Source;

impl Lower<'_> {
    /// Evaluates the callee and the arguments in order, then calls. The call does not move the destination.
    pub(super) fn call(&mut self, callee: &typed::Callee, args: &[Source], dst: Option<Place>) -> Result<()> {
        let (callee, returns, function) = match callee {
            typed::Callee::Direct(func) => {
                let declared = &self.context.funcs[func.0 as usize];
                (Callee::Direct(*func), !declared.attributes.noreturn, declared.ty)
            }
            typed::Callee::Indirect(pointer) => {
                let mut writes = Writes::default();
                args.iter().filter(|arg| arg.effects).for_each(|arg| writes.add(arg));
                let function = self.types.pointee(pointer.ty.ty).map_or(Types::VOID, |target| target.ty);
                let pointer = self.value(pointer)?;
                (Callee::Indirect(self.keep(pointer, &writes)), true, function)
            }
        };
        let args = self.arguments(args)?;
        let callee = self.as_called(callee, function, &args);
        // A call may be discarded; its function returns nothing or what the destination holds.
        let result = self.types.as_function(self.plain(function)).map(|function| function.ret.ty);
        let dst = dst.filter(|_| result != Some(Types::VOID));
        self.emit(Op::Call { dst, callee, args });
        if !returns {
            self.here = self.new_location();
        }
        Ok(())
    }

    /// A function that was called before its prototype came, with other arguments than that wants: C89 calls it as
    /// what it was declared, `int f()`.
    fn as_called(&self, callee: Callee, function: TypeId, args: &[Expr]) -> Callee {
        let (Callee::Direct(func), Some(known)) = (&callee, self.types.as_function(self.plain(function))) else {
            return callee;
        };
        let enough = if known.variadic { args.len() >= known.params.len() } else { args.len() == known.params.len() };
        if !known.prototype || enough && args.iter().zip(&known.params).all(|(arg, param)| arg.ty == param.ty) {
            return callee;
        }
        let seen = FunctionType { ret: known.ret, params: Vec::new(), variadic: false, prototype: false };
        let pointer = |ty: &Type| self.types.find(ty).and_then(|ty| self.types.find(&Type::Pointer(ty.into())));
        match (pointer(&Type::Function(seen)), self.types.find(&Type::Pointer(self.plain(function).into()))) {
            (Some(seen), Some(known)) => {
                let function = Expr { kind: ExprKind::Function(*func), ty: known };
                Callee::Indirect(function.cast(seen))
            }
            _ => callee,
        }
    }

    /// The values of operands, evaluated from left to right.
    pub(super) fn arguments(&mut self, args: &[Source]) -> Result<Vec<Expr>> {
        self.unsequenced(args);
        let last_effect = args.iter().rposition(|arg| arg.effects).unwrap_or(0);
        let mut later = vec![Writes::default(); last_effect];
        for i in (0..last_effect).rev() {
            if let Some(after) = later.get(i + 1) {
                later[i] = after.clone();
            }
            if args[i + 1].effects {
                later[i].add(&args[i + 1]);
            }
        }
        let mut values = Vec::with_capacity(args.len());
        for (i, arg) in args.iter().enumerate() {
            let value = self.value(arg)?;
            values.push(match later.get(i) {
                Some(writes) => self.keep(value, writes),
                None => value,
            });
        }
        Ok(values)
    }

    pub(super) fn va_arg(&mut self, list: &Source, dst: Place) -> Result<()> {
        let list = if is_lvalue(list) { Expr::load(self.place(list)?) } else { self.value(list)? };
        self.emit(Op::Call { dst: Some(dst), callee: Callee::VaArg, args: vec![list] });
        Ok(())
    }

    /// Assembly: its outputs hold any value afterwards. Inputs are evaluated first; then the outputs are located, all
    /// before any of them changes.
    pub(super) fn asm(&mut self, asm: &Asm<Source>) -> Result<()> {
        let mut writes = Writes::default();
        asm.outputs.iter().for_each(|output| writes.add(&output.value));
        let mut later = writes.clone();
        asm.inputs.iter().for_each(|input| later.add(&input.value));
        let mut inputs = Vec::new();
        for input in &asm.inputs {
            let value = if is_lvalue(&input.value) {
                let place = self.place(&input.value)?;
                AsmValue::Place(self.keep_place(place, &later))
            } else {
                let value = self.value(&input.value)?;
                AsmValue::Value(self.keep(value, &later))
            };
            inputs.push(operand(input, value));
        }
        let mut places = Vec::new();
        for output in &asm.outputs {
            let place = self.place(&output.value)?;
            places.push(self.keep_place(place, &writes));
        }
        // One output's store must not move another output.
        let mut stores = Writes::default();
        places.iter().for_each(|place| stores.add_place(place));
        let places: Vec<Place> = places.into_iter().map(|place| self.keep_place(place, &stores)).collect();
        let outputs = asm.outputs.iter().zip(&places);
        let outputs = outputs.map(|(output, place)| operand(output, AsmValue::Place(place.clone()))).collect();
        let asm = Asm {
            template: asm.template.clone(),
            basic: asm.basic,
            volatile: asm.volatile,
            outputs,
            inputs,
            clobbers: asm.clobbers.clone(),
        };
        self.emit(Op::Havoc { places, objects: Vec::new(), cause: Cause::Asm(Box::new(asm)) });
        Ok(())
    }
}

fn operand(source: &AsmOperand<Source>, value: AsmValue) -> AsmOperand<AsmValue> {
    AsmOperand { name: source.name.clone(), constraint: source.constraint.clone(), value }
}
