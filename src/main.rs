//! The `qicc` program; see `qicc::cli`.

fn main() -> std::process::ExitCode {
    qicc::cli::main()
}
