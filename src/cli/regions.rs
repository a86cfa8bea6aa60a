//! `qicc regions`: the pieces of a program that can be checked by themselves, and what is to be proved in each.

use super::output::GraphFormat;
use super::question::{self, Question};
use super::{input, output};
use crate::region::{Calls, Hierarchy, Names};
use crate::report::regions::{self, Regions};

const EXAMPLES: &str = "\
Examples:
  qicc regions main.c                      a tree: functions, their loops, and the assertions in each
  qicc regions --check bounds,null main.c  with other kinds of properties
  qicc regions --quiet main.c              the regions alone
  qicc regions --region parse:120 main.c   one region, and what is inside
  qicc regions --format dot main.c | dot -Tsvg -o main.svg";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    input: input::Args,

    #[command(flatten)]
    asked: question::Args,

    /// Show only this region and what is inside, by the name that stands first in its line
    #[arg(long, value_name = "ID")]
    region: Option<String>,

    /// How to show it
    #[arg(long, value_enum, default_value_t = GraphFormat::Text)]
    format: GraphFormat,

    /// Only how many properties there are in each region
    #[arg(short, long)]
    quiet: bool,
}

pub(super) fn run(args: &Args) -> u8 {
    let question = match Question::of(&args.input, &args.asked) {
        Ok(question) => question,
        Err(code) => return code,
    };
    let calls = Calls::by_address(&question.program);
    let hierarchy = Hierarchy::new(&question.program, &calls, &question.originals);
    let names = Names::new(&hierarchy, &question.program, &question.map);
    let only = match args.region.as_ref().map(|name| names.find(name)).transpose() {
        Ok(only) => only,
        Err(error) => return output::unusable(error),
    };
    let shown = Regions {
        files: args.input.names(),
        program: &question.program,
        map: &question.map,
        hierarchy: &hierarchy,
        names: &names,
        properties: &question.ids,
        asked: &question.asked,
        notes: &question.notes,
        only,
        quiet: args.quiet,
    };
    let text = match args.format {
        GraphFormat::Text => regions::text(&shown, output::styles(&std::io::stdout())),
        GraphFormat::Json => regions::json(&shown),
        GraphFormat::Dot => regions::dot(&shown),
    };
    output::result(&text, None)
}
