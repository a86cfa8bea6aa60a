//! A program that does what one execution did: every choice is made as it was there.
//!
//! Each edge that chooses reads what was chosen from a table, in the order of the execution. Choices that the execution
//! does not come to are gone. What functions of the C library return is what the execution got from them, too.

use super::symbolic::{Content, Execution};
use super::table::Table;
use crate::cfa::library::{self, Effect};
use crate::cfa::{BinaryOp, Body, Callee, Edge, EdgeId, Expr, ExprKind, FuncId, LocId, Op, Place, PlaceKind, Program};
use crate::ctype::{IntKind, Type, TypeId, Types};
use crate::engine::term::signed;
use crate::source::Span;

/// The program of an execution; or why there is none. With what whole objects get, as far as it is known, if that is
/// wanted: where they have pointers, those point nowhere.
pub fn replay(program: &Program, execution: &Execution, contents: bool) -> Result<Program, String> {
    let mut replayed = Replay { program: program.clone(), execution, contents };
    for number in 0..program.functions.len() {
        let function = FuncId(number as u32);
        let Some(cfa) = program[function].cfa() else { continue };
        for id in cfa.edge_ids() {
            if let Some(ops) = replayed.ops(function, id, &cfa[id])? {
                replayed.put(function, id, ops);
            }
        }
    }
    Ok(replayed.program)
}

struct Replay<'a> {
    program: Program,
    execution: &'a Execution,
    contents: bool,
}

impl Replay<'_> {
    /// What an edge does instead, if it chooses.
    fn ops(&mut self, function: FuncId, id: EdgeId, edge: &Edge) -> Result<Option<Vec<Op>>, String> {
        let mut ops = Vec::new();
        match &edge.op {
            Op::Havoc { places, objects, .. } => {
                for (number, place) in (0..).zip(places) {
                    let inputs = self.execution.inputs.get(&(function, id, number));
                    ops.extend(self.read(place, inputs, edge.span)?);
                }
                for number in 0..places.len() + objects.len() {
                    let which = (function, id, number as u32);
                    let Some(contents) = self.execution.contents.get(&which).filter(|_| self.contents) else {
                        continue;
                    };
                    let pointer = match places.get(number) {
                        Some(place) => {
                            let ty = self.program.types.pointer_to(place.ty);
                            Expr { kind: ExprKind::AddrOf(place.clone()), ty }
                        }
                        None => objects[number - places.len()].clone(),
                    };
                    ops.extend(self.fill(&pointer, contents, edge.span));
                }
            }
            Op::Call { dst, callee, .. } => {
                let inputs = self.execution.inputs.get(&(function, id, 0));
                let results = self.execution.results.get(&(function, id));
                let Callee::Direct(called) = callee else {
                    return match inputs.or(results) {
                        Some(_) => Err("a function without a body is called through a pointer".into()),
                        None => Ok(None),
                    };
                };
                let called = &self.program[*called];
                let known = library::known(&called.name);
                if called.is_defined() || called.attributes.builtin {
                    return Ok(None);
                }
                let is_pointer = |place: &&Place| matches!(self.program.types[place.ty.ty], Type::Pointer(_));
                if library::is_computed(&called.name) {
                    return Ok(None);
                }
                match (known.map(|known| known.effect), dst.as_ref(), results) {
                    (Some(Effect::Modelled), Some(place), Some(results)) if is_pointer(&place) => {
                        match (results.contains(&0), results.iter().all(|result| *result == 0)) {
                            (false, _) => return Ok(None),
                            (true, true) => ops.push(zero(&self.program.types, place)),
                            (true, false) => return Err(format!("{} returns a null pointer once", called.name)),
                        }
                    }
                    (Some(Effect::Modelled), Some(place), Some(results)) => {
                        ops.push(edge.op.clone());
                        let (place, results) = (place.clone(), results.clone());
                        ops.extend(self.read(&place, Some(&results), edge.span)?);
                    }
                    (Some(Effect::Modelled), None, _) => return Ok(None),
                    (Some(_), Some(place), _) if !self.program.types.is_scalar(place.ty.ty) => return Ok(None),
                    // What a call with another effect did was chosen behind it: a real one could do something else, or
                    // fail, as where a stream is what the execution took it for.
                    (_, None, _) if called.attributes.noreturn => return Ok(None),
                    (_, Some(place), _) => {
                        let place = place.clone();
                        ops.extend(self.read(&place, inputs, edge.span)?);
                    }
                    (_, None, _) => {}
                }
            }
            _ => return Ok(None),
        }
        Ok(Some(ops))
    }

    /// Operations that give a place what was chosen for it.
    fn read(&mut self, place: &Place, values: Option<&Vec<u128>>, span: Span) -> Result<Vec<Op>, String> {
        let types = &self.program.types;
        let Some(values) = values else {
            return Ok(if types.is_scalar(place.ty.ty) { vec![zero(types, place)] } else { Vec::new() });
        };
        let ty = place.ty.ty;
        let values = values.iter().map(|value| constant(types, ty, *value)).collect::<Result<_, _>>()?;
        let table = Table::new(&mut self.program, "chosen", ty, values, span);
        Ok(vec![table.read(place, ty), table.advance()])
    }

    /// Operations that give an object what it got each time; none if that is not known, or was of several sizes.
    fn fill(&mut self, pointer: &Expr, contents: &[Content], span: Span) -> Vec<Op> {
        let Some((offset, bytes)) = contents.first() else { return Vec::new() };
        let alike = |(other, content): &Content| other == offset && content.len() == bytes.len();
        if bytes.is_empty() || !contents.iter().all(alike) {
            return Vec::new();
        }
        let types = &mut self.program.types;
        let (byte, long) = (types.int(IntKind::UChar), types.int(IntKind::LongLong));
        let to_byte = types.pointer_to(byte);
        let values = contents.iter().flat_map(|(_, bytes)| bytes).map(|value| Expr::int(byte, i128::from(*value)));
        let table = Table::new(&mut self.program, "content", byte, values.collect(), span);
        let at = |number: usize| {
            let distance = Expr::int(long, number as i128 - offset);
            let address = Expr::binary(BinaryOp::PtrAdd, pointer.clone().cast(to_byte), distance, to_byte);
            Place { kind: PlaceKind::Deref(Box::new(address)), ty: byte.into() }
        };
        (0..bytes.len()).flat_map(|number| [table.read(&at(number), byte), table.advance()]).collect()
    }

    /// Puts operations in the place of an edge's.
    fn put(&mut self, function: FuncId, id: EdgeId, ops: Vec<Op>) {
        let Body::Cfa(cfa) = &mut self.program.functions[function.0 as usize].body else { return };
        let Edge { to, span, .. } = cfa.edges[id.0 as usize];
        let mut ops = ops.into_iter();
        cfa.edges[id.0 as usize].op = ops.next().unwrap_or(Op::Skip);
        let mut last = id.0 as usize;
        for op in ops {
            let between = LocId(cfa.locations);
            cfa.locations += 1;
            cfa.edges[last].to = between;
            last = cfa.edges.len();
            cfa.edges.push(Edge { from: between, to, op, span });
        }
    }
}

fn zero(types: &Types, place: &Place) -> Op {
    Op::Assign { place: place.clone(), value: Expr::zero(types, place.ty.ty) }
}

/// A constant of a scalar type from its bits.
fn constant(types: &Types, ty: TypeId, bits: u128) -> Result<Expr, String> {
    match types[ty] {
        Type::Int(IntKind::Bool) if bits > 1 => Err("a _Bool that is neither 0 nor 1".into()),
        Type::Int(_) | Type::Enum(..) => {
            let width = types.size_of(ty).unwrap_or(16) as u32 * 8;
            Ok(Expr::int(ty, if types.is_signed(ty) { signed(bits, width) } else { bits as i128 }))
        }
        Type::Float(_) => Ok(Expr { kind: ExprKind::Float(bits), ty }),
        _ if bits == 0 => Ok(Expr::zero(types, ty)),
        _ => Err("a pointer is chosen".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::tests::built;

    /// What of an object is not known is not put into the program.
    #[test]
    fn contents_that_are_not_known() {
        let mut program = built("void f(int *); int main(void) { int x = 0; f(&x); return x; }");
        crate::property::undefined(&mut program);
        let mut edges = program.defined().flat_map(|(id, cfa)| cfa.edge_ids().map(move |edge| (id, edge)));
        let is_havoc = |(id, edge): &(FuncId, EdgeId)| {
            program[*id].cfa().is_some_and(|cfa| matches!(cfa[*edge].op, Op::Havoc { .. }))
        };
        let (function, edge) = edges.find(is_havoc).expect("what f changes");
        let tables = |bytes: &[u8]| {
            let contents = [((function, edge, 0), vec![(0, bytes.to_vec())])].into();
            let replayed = replay(&program, &Execution { contents, ..Execution::default() }, true).expect("a program");
            replayed.globals.len() - program.globals.len()
        };
        assert_eq!(tables(&[1, 0, 0, 0]), 2);
        assert_eq!(tables(&[]), 0);
    }
}
