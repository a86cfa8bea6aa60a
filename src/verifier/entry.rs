//! A `main` for a text that starts with another function: what SV-COMP's verifiers begin with.

use regex::{Captures, Regex};
use std::sync::LazyLock;

/// What a text consists of, as far as names are concerned: literals and comments have none in them.
static TOKEN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?s)"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|/\*.*?\*/|//[^\n]*|\.?[0-9][\w.$]*|[A-Za-z_$][\w$]*"#).ok()
});

/// The text with a function `main` that calls the entry. A function that has the name already gets another one, as has
/// everything else with that name; lines stay where they are.
pub(super) fn with_main(text: &str, entry: &str) -> Option<String> {
    let mut name = "program_main".to_owned();
    while text.contains(&name) {
        name.push('_');
    }
    let rename = |token: &Captures| if &token[0] == "main" { name.clone() } else { token[0].to_owned() };
    let mut text = TOKEN.as_ref()?.replace_all(text, rename).into_owned();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(&format!("int main(void) {{ {entry}(); return 0; }}\n"));
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_changed_and_nothing_else() {
        let text = "int main(int n) { return n ? main(n - 1) : puts(\"main \\\" main\"); } /* main */\n\
                    struct s { int main; }; char c = '\"'; int domain, main2, x = 0xmain; // main\nvoid start(void)";
        let expected = "int program_main(int n) { return n ? program_main(n - 1) : puts(\"main \\\" main\"); } /* main */\n\
                        struct s { int program_main; }; char c = '\"'; int domain, main2, x = 0xmain; // main\n\
                        void start(void)\nint main(void) { start(); return 0; }\n";
        assert_eq!(with_main(text, "start").as_deref(), Some(expected));
        let taken = with_main("int main, program_main;\n", "f");
        assert_eq!(taken.as_deref(), Some("int program_main_, program_main;\nint main(void) { f(); return 0; }\n"));
    }
}
