//! What the functions of the C library do, as data: what they write, and what they want of their arguments.
//!
//! The table speaks about functions that the program does not define; one that it defines is what its body says. What
//! is not in the table may write to everything that its arguments point to. A function's forms under other names
//! (`__builtin_memcpy`, `__builtin___memcpy_chk`, `__memcpy_chk`) want the same of their arguments, which stand at the
//! same positions; the few where they do not have rows of their own.

use super::passes::is_nondeterministic;
use crate::ctype::{TypeId, Types};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What a call may change, beyond what it returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// No object of the program.
    Nothing,
    /// What C says; the verifiers know it, and where the pointer that it returns comes from.
    Modelled,
    /// The objects that its arguments point to, if their types are not const.
    Writes,
    /// What [`Effect::Writes`] says if the format, which is the argument at this position, has a `%n` or is not known.
    Formats(usize),
}

/// What a call wants of its arguments, by their positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// As many bytes as the second says.
    Block(usize, usize),
    /// As many bytes as the product of the others says.
    Blocks(usize, usize, usize),
    /// One byte.
    Byte(usize),
    /// A string.
    String(usize),
    /// A string, or as many characters as the second says.
    Bounded(usize, usize),
    /// Bytes up to the first that is the second, or as many as the third says.
    Until(usize, usize, usize),
    /// Room for the strings that the others are, one behind the other, and a zero. Their needs come before.
    Room(usize, &'static [usize]),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    pub effect: Effect,
    pub needs: &'static [Need],
}

/// What is known of an undefined function of this name.
pub fn known(name: &str) -> Option<Known> {
    if is_nondeterministic(name) {
        return Some(Known { effect: Effect::Nothing, needs: &[] });
    }
    if is_atomic(name) {
        return Some(Known { effect: Effect::Modelled, needs: &[] });
    }
    let exact = ROWS.get(name).copied();
    exact.or_else(|| {
        let known = *ROWS.get(plain(name)?)?;
        // What verifiers know, they know under its own name.
        let effect = if known.effect == Effect::Modelled { Effect::Writes } else { known.effect };
        Some(Known { effect, ..known })
    })
}

/// Whether a builtin is an atomic operation that verifiers know. `__atomic_compare_exchange` is not one of them, which
/// to CBMC 5.12 leaves what was expected as it was, nor is `__atomic_clear`, which to both versions does nothing.
pub fn is_atomic(name: &str) -> bool {
    let is_operation = |word: &str| matches!(word, "add" | "and" | "nand" | "or" | "sub" | "xor");
    if let Some(rest) = name.strip_prefix("__sync_") {
        let other =
            ["bool_compare_and_swap", "val_compare_and_swap", "lock_test_and_set", "lock_release", "synchronize"];
        let operation = rest.strip_prefix("fetch_and_").or(rest.strip_suffix("_and_fetch"));
        return other.contains(&rest) || operation.is_some_and(is_operation);
    }
    let Some(rest) = name.strip_prefix("__atomic_") else { return false };
    let other = ["load_n", "store_n", "exchange_n", "load", "store", "exchange", "thread_fence", "signal_fence"];
    let operation = rest.strip_prefix("fetch_").or(rest.strip_suffix("_fetch"));
    other.contains(&rest) || operation.is_some_and(is_operation)
}

/// Functions of the C library whose results only depend on their arguments. To the verifier some of them return any
/// value: what a run says is more than that.
pub fn is_computed(name: &str) -> bool {
    const PLAIN: [&str; 46] = [
        "acos",
        "acosh",
        "asin",
        "asinh",
        "atan",
        "atan2",
        "atanh",
        "atof",
        "atoi",
        "atol",
        "atoll",
        "cbrt",
        "cos",
        "cosh",
        "erf",
        "erfc",
        "exp",
        "exp2",
        "expm1",
        "fdim",
        "fma",
        "fmod",
        "hypot",
        "ldexp",
        "lgamma",
        "log",
        "log10",
        "log1p",
        "log2",
        "logb",
        "lrint",
        "llrint",
        "lround",
        "llround",
        "nearbyint",
        "nextafter",
        "pow",
        "remainder",
        "rint",
        "scalbn",
        "sin",
        "sinh",
        "sqrt",
        "tan",
        "tanh",
        "tgamma",
    ];
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let is = |name: &str| PLAIN.contains(&name);
    is(plain) || plain.strip_suffix(['f', 'l']).is_some_and(is)
}

/// Functions that leave `errno` as it is.
const QUIET: &str = "\
    memcpy memmove mempcpy bcopy memset bzero explicit_bzero memcmp bcmp memchr memrchr memmem strcpy stpcpy strcat strncpy \
    stpncpy strncat strlcpy strlcat strlen strnlen strcmp strcasecmp strncmp strncasecmp strchr strrchr strchrnul index \
    rindex strstr strcasestr strpbrk strspn strcspn strtok strtok_r strsep isalnum isalpha isblank iscntrl isdigit \
    isgraph islower isprint ispunct isspace isupper isxdigit isascii tolower toupper toascii __ctype_b_loc \
    __ctype_tolower_loc __ctype_toupper_loc __ctype_get_mb_cur_max __errno_location abs labs llabs imaxabs div ldiv lldiv \
    ffs ffsl ffsll";

/// Whether an undefined function may change `errno`.
pub fn changes_errno(name: &str) -> bool {
    let plain = plain(name).unwrap_or(name);
    // What the compiler computes by itself; the others are functions of the C library.
    let computed = name.starts_with("__builtin_") && !ROWS.contains_key(plain);
    let quiet = computed || is_nondeterministic(name) || is_atomic(name);
    !quiet && QUIET.split_whitespace().all(|other| other != plain)
}

/// The plain name of a function that the compiler, or a fortified library, has under another one.
pub fn plain(name: &str) -> Option<&str> {
    let checked = |name: &'_ str| name.len().checked_sub("_chk".len()).filter(|_| name.ends_with("_chk"));
    if let Some(rest) = name.strip_prefix("__builtin___") {
        return checked(rest).map(|end| &rest[..end]);
    }
    if let Some(rest) = name.strip_prefix("__builtin_") {
        return Some(rest);
    }
    let rest = name.strip_prefix("__")?;
    checked(rest).map(|end| &rest[..end])
}

/// Whether a type is one of the library's own: programs have pointers to it, and never look inside.
pub fn is_opaque(types: &Types, ty: TypeId) -> bool {
    let tag = types.as_record(ty).and_then(|record| types[record].tag.as_deref());
    matches!(tag, Some("_IO_FILE" | "__sFILE" | "__dirstream"))
}

static ROWS: LazyLock<BTreeMap<&'static str, Known>> = LazyLock::new(|| {
    let names = |(names, effect, needs): &(&'static str, Effect, &'static [Need])| {
        let known = Known { effect: *effect, needs };
        names.split_whitespace().map(move |name| (name, known)).collect::<Vec<_>>()
    };
    TABLE.iter().flat_map(names).collect()
});

const TABLE: &[(&str, Effect, &[Need])] = {
    use Effect::{Formats, Modelled, Nothing, Writes};
    use Need::{Block, Blocks, Bounded, Byte, Room, String, Until};
    &[
        // Blocks of memory.
        ("memcpy memmove", Modelled, &[Block(0, 2), Block(1, 2)]),
        ("mempcpy bcopy", Modelled, &[Block(0, 2), Block(1, 2)]),
        ("memset", Modelled, &[Block(0, 2)]),
        ("bzero", Modelled, &[Block(0, 1)]),
        ("explicit_bzero", Modelled, &[Block(0, 1)]),
        ("memcmp bcmp", Nothing, &[Block(0, 2), Block(1, 2)]),
        ("memchr", Modelled, &[Until(0, 1, 2)]),
        ("memrchr", Modelled, &[Block(0, 2)]),
        ("memmem", Modelled, &[Block(0, 1), Block(2, 3)]),
        // Strings.
        ("strcpy", Modelled, &[String(1), Room(0, &[1])]),
        ("stpcpy", Modelled, &[String(1), Room(0, &[1])]),
        ("strcat", Modelled, &[String(0), String(1), Room(0, &[0, 1])]),
        ("strncpy", Modelled, &[Bounded(1, 2), Block(0, 2)]),
        ("stpncpy", Modelled, &[Bounded(1, 2), Block(0, 2)]),
        ("strncat", Modelled, &[String(0), Bounded(1, 2), Room(0, &[0, 1])]),
        ("strlcpy", Modelled, &[String(1), Block(0, 2)]),
        ("strlcat", Modelled, &[Bounded(0, 2), String(1), Block(0, 2)]),
        ("strxfrm", Writes, &[String(1), Block(0, 2)]),
        ("strlen", Nothing, &[String(0)]),
        ("strnlen strndup", Modelled, &[Bounded(0, 1)]),
        ("strcmp strcasecmp strcoll", Nothing, &[String(0), String(1)]),
        ("strncmp strncasecmp", Nothing, &[Bounded(0, 2), Bounded(1, 2)]),
        ("strchr strrchr strdup", Modelled, &[String(0)]),
        ("strchrnul index rindex", Modelled, &[String(0)]),
        ("strstr strcasestr strpbrk strspn strcspn", Modelled, &[String(0), String(1)]),
        ("strtok strtok_r strsep", Modelled, &[String(1)]),
        ("atoi atol atoll atof", Nothing, &[String(0)]),
        ("strtol strtoul strtoll strtoull", Modelled, &[String(0)]),
        ("strtoimax strtoumax strtod strtof strtold", Writes, &[String(0)]),
        ("strerror", Nothing, &[]),
        // Formatted output and input.
        ("printf vprintf", Formats(0), &[]),
        ("fprintf vfprintf dprintf vdprintf syslog", Formats(1), &[]),
        ("__printf_chk __vprintf_chk __builtin___printf_chk __builtin___vprintf_chk", Formats(1), &[]),
        ("__fprintf_chk __vfprintf_chk __builtin___fprintf_chk __builtin___vfprintf_chk", Formats(2), &[]),
        ("sprintf vsprintf", Writes, &[Byte(0)]),
        ("snprintf vsnprintf", Writes, &[Block(0, 1)]),
        ("asprintf vasprintf", Writes, &[]),
        ("scanf fscanf sscanf vscanf vfscanf vsscanf", Writes, &[]),
        ("__isoc99_scanf __isoc99_fscanf __isoc99_sscanf", Writes, &[]),
        ("__isoc23_scanf __isoc23_fscanf __isoc23_sscanf", Writes, &[]),
        // Files.
        ("puts perror fputs", Nothing, &[String(0)]),
        ("putchar putc fputc putchar_unlocked putc_unlocked getchar getc fgetc", Nothing, &[]),
        ("getchar_unlocked getc_unlocked ungetc", Nothing, &[]),
        ("fopen freopen fdopen popen tmpfile fclose pclose fflush feof ferror clearerr fileno", Nothing, &[]),
        ("fseek fseeko ftell ftello rewind setlinebuf", Nothing, &[]),
        ("fgets", Writes, &[Block(0, 1)]),
        ("__fgets_chk", Writes, &[Block(0, 2)]),
        ("gets", Writes, &[Byte(0)]),
        ("fread", Writes, &[Blocks(0, 1, 2)]),
        ("__fread_chk", Writes, &[Blocks(0, 2, 3)]),
        ("fwrite", Nothing, &[Blocks(0, 1, 2)]),
        ("read pread pread64 recv recvfrom readlink", Writes, &[Block(1, 2)]),
        ("write pwrite pwrite64 send sendto", Nothing, &[Block(1, 2)]),
        ("fcntl ioctl", Writes, &[]),
        ("getcwd getentropy getrandom gethostname", Writes, &[Block(0, 1)]),
        ("open open64 openat creat close lseek dup dup2 isatty fsync umask chmod access", Nothing, &[]),
        ("socket listen shutdown remove rename unlink rmdir mkdir chdir system", Nothing, &[]),
        // Memory.
        ("malloc calloc realloc reallocarray free alloca", Modelled, &[]),
        ("aligned_alloc memalign valloc posix_memalign", Modelled, &[]),
        // Processes, time, chance.
        ("abort exit _exit _Exit quick_exit", Nothing, &[]),
        ("getpid getppid getuid geteuid getgid getegid kill sleep usleep alarm sched_yield", Nothing, &[]),
        ("getenv secure_getenv setenv unsetenv", Nothing, &[]),
        ("clock difftime", Nothing, &[]),
        ("time mktime", Writes, &[]),
        ("rand srand random srandom drand48 lrand48 mrand48 srand48", Nothing, &[]),
        ("rand_r", Writes, &[]),
        // Characters and numbers.
        ("isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper", Nothing, &[]),
        ("isxdigit isascii tolower toupper toascii", Nothing, &[]),
        ("__ctype_b_loc", Modelled, &[]),
        ("__ctype_tolower_loc __ctype_toupper_loc __ctype_get_mb_cur_max", Nothing, &[]),
        ("__errno_location", Modelled, &[]),
        ("abs labs llabs imaxabs div ldiv lldiv ffs ffsl ffsll", Nothing, &[]),
        ("acos acosf acosl acosh acoshf acoshl asin asinf asinl asinh asinhf asinhl", Nothing, &[]),
        ("atan atanf atanl atan2 atan2f atan2l atanh atanhf atanhl cbrt cbrtf cbrtl", Nothing, &[]),
        ("ceil ceilf ceill copysign copysignf copysignl cos cosf cosl cosh coshf coshl", Nothing, &[]),
        ("erf erff erfl erfc erfcf erfcl exp expf expl exp2 exp2f exp2l expm1 expm1f expm1l", Nothing, &[]),
        ("fabs fabsf fabsl fdim fdimf fdiml floor floorf floorl fma fmaf fmal", Nothing, &[]),
        ("fmax fmaxf fmaxl fmin fminf fminl fmod fmodf fmodl hypot hypotf hypotl", Nothing, &[]),
        ("ilogb ilogbf ilogbl ldexp ldexpf ldexpl lgamma lgammaf lgammal", Nothing, &[]),
        ("llrint llrintf llrintl llround llroundf llroundl lrint lrintf lrintl lround lroundf lroundl", Nothing, &[]),
        ("log logf logl log10 log10f log10l log1p log1pf log1pl log2 log2f log2l logb logbf logbl", Nothing, &[]),
        ("nan nanf nanl nearbyint nearbyintf nearbyintl nextafter nextafterf nextafterl", Nothing, &[]),
        ("pow powf powl remainder remainderf remainderl rint rintf rintl round roundf roundl", Nothing, &[]),
        ("scalbln scalblnf scalblnl scalbn scalbnf scalbnl sin sinf sinl sinh sinhf sinhl", Nothing, &[]),
        ("sqrt sqrtf sqrtl tan tanf tanl tanh tanhf tanhl tgamma tgammaf tgammal trunc truncf truncl", Nothing, &[]),
        ("frexp frexpf frexpl modf modff modfl remquo remquof remquol sincos sincosf sincosl", Writes, &[]),
        // What the compiler computes.
        ("__builtin_bswap16 __builtin_bswap32 __builtin_bswap64", Nothing, &[]),
        ("__builtin_clz __builtin_clzl __builtin_clzll __builtin_ctz __builtin_ctzl __builtin_ctzll", Nothing, &[]),
        ("__builtin_clrsb __builtin_clrsbl __builtin_clrsbll", Nothing, &[]),
        ("__builtin_parity __builtin_parityl __builtin_parityll", Nothing, &[]),
        ("__builtin_popcount __builtin_popcountl __builtin_popcountll", Nothing, &[]),
        ("__builtin_isnan __builtin_isinf __builtin_isinf_sign __builtin_isfinite __builtin_isnormal", Nothing, &[]),
        ("__builtin_signbit __builtin_signbitf __builtin_signbitl __builtin_fpclassify", Nothing, &[]),
        ("__builtin_isgreater __builtin_isgreaterequal __builtin_isless __builtin_islessequal", Nothing, &[]),
        ("__builtin_islessgreater __builtin_isunordered", Nothing, &[]),
        ("__builtin_huge_val __builtin_huge_valf __builtin_huge_vall", Nothing, &[]),
        ("__builtin_inf __builtin_inff __builtin_infl __builtin_nans", Nothing, &[]),
        ("__builtin_object_size __builtin_dynamic_object_size __builtin_prefetch", Nothing, &[]),
        ("__builtin_unreachable __builtin_trap __builtin_ia32_pause __builtin_frame_address", Nothing, &[]),
        ("__builtin_return_address __builtin_extract_return_addr", Nothing, &[]),
        ("__builtin_alloca __builtin_alloca_with_align", Modelled, &[]),
        ("__builtin_stack_save __builtin_stack_restore", Modelled, &[]),
        ("__builtin_va_start __builtin_va_end __builtin_va_copy", Modelled, &[]),
    ]
};

#[cfg(test)]
mod tests {
    use super::*;
    use Effect::{Modelled, Writes};
    use Need::{Block, Bounded, Room, String};

    #[test]
    fn every_name_has_one_row() {
        let names: usize = TABLE.iter().map(|row| row.0.split_whitespace().count()).sum();
        assert_eq!(names, ROWS.len());
    }

    #[test]
    fn other_names_of_a_function() {
        let needs = |name| known(name).map(|known| known.needs);
        assert_eq!(plain("__builtin___memcpy_chk"), Some("memcpy"));
        assert_eq!(plain("__memcpy_chk"), Some("memcpy"));
        assert_eq!(plain("__builtin_strlen"), Some("strlen"));
        assert_eq!(plain("memcpy"), None);
        assert_eq!(needs("__memcpy_chk"), needs("memcpy"));
        assert_eq!(needs("__fgets_chk"), Some([Block(0, 2)].as_slice()));
        assert_eq!(known("memcpy").map(|known| known.effect), Some(Modelled));
        // CBMC has no model of it.
        assert_eq!(known("__builtin_memcpy").map(|known| known.effect), Some(Writes));
        assert_eq!(known("frobnicate"), None);
    }

    /// What a need mentions has been seen before.
    #[test]
    fn room_is_for_strings_that_were_measured() {
        for (names, _, needs) in TABLE {
            for (at, need) in needs.iter().enumerate() {
                let Room(_, of) = need else { continue };
                let measured = |arg: &usize| {
                    needs[..at].iter().any(|need| matches!(need, String(seen) | Bounded(seen, _) if seen == arg))
                };
                assert!(of.iter().all(measured), "{names}");
            }
        }
    }
}
