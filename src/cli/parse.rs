//! `qicc parse`: reads programs and stops there. For finding out what the front end cannot read, and how fast it is.

use super::{OK, UNUSABLE, input, output};
use crate::frontend::load;
use crate::source::Diagnostic;
use std::fmt::Write;
use std::time::Instant;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: input::Args,

    /// Type the program too
    #[arg(long)]
    typed: bool,

    /// Print the C that comes of it
    #[arg(long)]
    emit: bool,
}

pub(super) fn run(args: &Args) -> u8 {
    load::with_threads(0, || parse(args)).unwrap_or(UNUSABLE)
}

fn parse(args: &Args) -> u8 {
    let start = Instant::now();
    if args.typed {
        return match args.input.typed() {
            Ok(typed) if args.emit => {
                for unit in typed.units {
                    let program = match crate::cfa::lower::unit(unit) {
                        Ok(program) => program,
                        Err(error) => {
                            output::diagnostics(&typed.map, &[error]);
                            return UNUSABLE;
                        }
                    };
                    for function in &program.functions {
                        if let crate::cfa::Body::Unsupported(diagnostic) = &function.body {
                            output::diagnostics(&typed.map, &[diagnostic.clone()]);
                        }
                    }
                    let options = crate::emit::Options { library: true, check_layout: true, line_directives: false };
                    _ = output::print(&crate::emit::print(&program, &typed.map, &options));
                }
                OK
            }
            Ok(typed) => {
                let functions: usize = typed.units.iter().map(|unit| unit.funcs.len()).sum();
                _ = output::print(&format!("typed, {functions} functions: {:.3} s\n", start.elapsed().as_secs_f64()));
                OK
            }
            Err(code) => code,
        };
    }
    let loaded = args.input.load();
    let read = start.elapsed();
    let mut errors: Vec<Diagnostic> = loaded.errors;
    let (mut externals, mut unsupported) = (0, 0);
    for unit in &loaded.units {
        for external in unit.externals() {
            match external {
                Ok(external) => {
                    externals += 1;
                    unsupported += u32::from(external.unsupported.is_some());
                }
                Err(error) => errors.push(error),
            }
        }
    }
    let mut text = String::new();
    _ = writeln!(
        text,
        "read {:.3} s, parsed {:.3} s: {externals} externals, {unsupported} unsupported",
        read.as_secs_f64(),
        (start.elapsed() - read).as_secs_f64()
    );
    _ = output::print(&text);
    if errors.is_empty() {
        return OK;
    }
    output::diagnostics(&loaded.map, &errors);
    UNUSABLE
}
