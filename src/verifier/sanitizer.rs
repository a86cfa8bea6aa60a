//! What a test says has gone wrong, and where: one that was compiled with sanitizers, or has checks of ours.
//!
//! The place is that of the innermost call in a file of the program: what goes wrong in a function of the library goes
//! wrong where it is called, and what a function of the program does wrong is no fault of its callers, which are in the
//! same report. A function that only says that there is an error is a part of the call.

use super::VIOLATED;
use crate::cfa::PropertyKind;

/// One thing that went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// In the sanitizer's words.
    pub words: String,
    /// File, without folders, and line.
    pub place: Option<(String, u32)>,
}

/// The words for what [`violation`] says.
pub const CALLED: &str = "an error function is called";

/// The line that a test prints where it is violated. A program may end with any exit code, but none prints this by
/// accident.
const MARK: &str = "qicc: violated";

/// Whether a test says that it is violated.
pub fn says(said: &str) -> bool {
    said.lines().any(|line| line.trim() == MARK)
}

/// The C function `qicc_violated`, which says so and ends a test. It asks for functions of the C library by their
/// symbols: the program may declare them in other words.
pub fn violation() -> String {
    VIOLATION.replace("VIOLATED", &VIOLATED.to_string()).replace("MARK", MARK)
}

const VIOLATION: &str = r#"
extern long qicc_write(int, const void *, unsigned long) __asm__("write");
extern void qicc_leave(int) __asm__("_exit");
extern void __sanitizer_print_stack_trace(void) __attribute__((weak));

static void qicc_violated(void) {
  qicc_write(2, "\nMARK\n", sizeof "\nMARK\n" - 1);
  if (__sanitizer_print_stack_trace)
    __sanitizer_print_stack_trace();
  qicc_leave(VIOLATED);
}
"#;

/// A text of [`crate::emit::for_test`] as a program that says where it is violated.
pub fn checked(text: &str) -> String {
    format!("{text}\n{}\nvoid reach_error(void) {{ qicc_violated(); }}\n", violation())
}

/// All reports, in their order. `files` are those of the program; calls of `errors` are where they are called from.
pub fn reports(said: &str, files: &[String], errors: &[String]) -> Vec<Report> {
    let (mut found, mut open): (Vec<Report>, bool) = (Vec::new(), false);
    for line in said.lines() {
        if let Some((place, words)) = line.split_once(": runtime error: ") {
            let mut parts = place.rsplitn(3, ':');
            let (_, number, file) = (parts.next(), parts.next(), parts.next());
            let number = number.and_then(|number| number.parse().ok());
            let place = file.zip(number).map(|(file, number)| (base(file).to_owned(), number));
            let inside = place.as_ref().is_some_and(|(file, _)| files.contains(file));
            found.push(Report { words: words.to_owned(), place: place.filter(|_| inside) });
            open = !inside;
        } else if let Some((_, words)) = line.split_once("ERROR: AddressSanitizer: ") {
            found.push(Report { words: words.to_owned(), place: None });
            open = true;
        } else if line.trim() == MARK {
            found.push(Report { words: CALLED.to_owned(), place: None });
            open = true;
        } else if let (true, Some(frame)) = (open, frame(line)) {
            let (function, file, number) = frame;
            if files.iter().any(|known| known == file) && !errors.iter().any(|known| known == function) {
                if let Some(last) = found.last_mut() {
                    last.place = Some((file.to_owned(), number));
                }
                open = false;
            }
        } else if line.trim().is_empty() && found.last().is_some_and(|last| last.place.is_none()) {
            // What comes behind the first stack is about something else.
            open = false;
        }
    }
    found
}

/// The function, the file and the line of a line like `    #1 0x55f2 in main /tmp/a.c:8:3`.
fn frame(line: &str) -> Option<(&str, &str, u32)> {
    let (_, rest) = line.trim().strip_prefix('#')?.split_once(" in ")?;
    let (function, place) = rest.split_once(' ')?;
    let mut parts = place.trim().split(':');
    let (file, number) = (parts.next()?, parts.next()?.parse().ok()?);
    Some((function, base(file), number))
}

fn base(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Whether a report is about what a property of this kind forbids.
pub fn is_about(words: &str, kind: PropertyKind) -> bool {
    let has = |any: &[&str]| any.iter().any(|part| words.contains(part));
    const CRASH: &str = "SEGV";
    match kind {
        PropertyKind::Assertion | PropertyKind::ErrorCall | PropertyKind::ErrorLabel => has(&[CALLED, "ABRT"]),
        PropertyKind::Overflow => has(&["overflow: ", "cannot be represented in type"]),
        PropertyKind::Division => has(&["division by zero", "FPE"]),
        PropertyKind::Shift => has(&["shift"]),
        PropertyKind::Null => has(&["null pointer", CRASH]),
        PropertyKind::Free => has(&["free"]),
        PropertyKind::Bounds | PropertyKind::Pointer | PropertyKind::Arithmetic => {
            let memory =
                ["out of bounds", "buffer-", "use-after", "underflow", "insufficient space", "pointer", "misaligned"];
            has(&memory) || has(&[CRASH, "negative-size-param", "overlap", "unknown-crash", "BUS"])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(said: &str) -> Vec<(String, Option<(String, u32)>)> {
        let reports = reports(said, &["a.c".into()], &["reach_error".into()]);
        reports.into_iter().map(|report| (report.words, report.place)).collect()
    }

    #[test]
    fn where_it_happens_and_not_where_it_is_called() {
        let said = "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6\nREAD of size 4\n    \
                    #0 0x55f2 in f /tmp/t/a.c:3\n    #1 0x55f3 in main /tmp/t/a.c:8\n\n\
                    allocated by thread T0 here:\n    #0 0x7f in __interceptor_malloc x.cpp:69\n    #1 0x5 in main /tmp/a.c:5\n";
        let words = "heap-buffer-overflow on address 0x6".to_owned();
        assert_eq!(found(said), [(words, Some(("a.c".into(), 3)))]);
    }

    #[test]
    fn calls_of_the_library_and_of_error_functions_are_where_they_are_called() {
        let said = format!(
            "==1==ERROR: AddressSanitizer: attempting double-free on 0x6 in thread T0:\n    #0 0x7f in free x.cpp:52\n    \
             #1 0x55f2 in main /tmp/t/a.c:9\n\n{MARK}\n    #0 0x1 in violated inputs.c:3\n    \
             #1 0x2 in reach_error /tmp/t/a.c:1\n    #2 0x3 in main /tmp/t/a.c:10:3\n"
        );
        let places: Vec<_> = found(&said).into_iter().map(|(_, place)| place).collect();
        assert_eq!(places, [Some(("a.c".into(), 9)), Some(("a.c".into(), 10))]);
    }

    #[test]
    fn what_was_undefined() {
        let said = "../a.c:7:5: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented\n";
        assert_eq!(found(said)[0].1, Some(("a.c".into(), 7)));
        assert!(is_about(&found(said)[0].0, PropertyKind::Overflow));
        assert!(!is_about(&found(said)[0].0, PropertyKind::Bounds));
    }
}
