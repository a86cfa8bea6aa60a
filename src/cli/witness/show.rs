//! x
#[derive(clap::Args)]
pub(super) struct Args {}
pub(super) fn run(_: &Args) -> u8 {
    2
}
