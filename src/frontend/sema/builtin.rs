//! What gcc and clang know without a declaration.
//!
//! Some builtins are decided here (`__builtin_constant_p`, `__builtin_expect`, …), some become expressions of their own
//! (the overflow builtins), the rest stay calls to a function of that name, which the printer does not declare.

use super::*;
use crate::ctype::{FloatKind, FunctionType, IntKind, Quals, Type};
use lang_c::ast;
use lang_c::span::Node;

/// Functions by the name behind `__builtin_`, with their types: the result, then the parameters, a letter each (see
/// [`Sema::letter`]). Those of the C library are also what an implicit declaration of the plain name means.
const FUNCTIONS: &[(&str, &str)] = &[
    ("abort", "v"),
    ("abs", "ii"),
    ("alloca", "pz"),
    ("alloca_with_align", "pzz"),
    ("bcmp", "iPPz"),
    ("bcopy", "vPpz"),
    ("bswap16", "tt"),
    ("bswap32", "uu"),
    ("bswap64", "MM"),
    ("bzero", "vpz"),
    ("calloc", "pzz"),
    ("ceil", "dd"),
    ("ceilf", "ff"),
    ("ceill", "DD"),
    ("clz", "iu"),
    ("clzl", "im"),
    ("clzll", "iM"),
    ("clrsb", "ii"),
    ("clrsbl", "il"),
    ("clrsbll", "iL"),
    ("copysign", "ddd"),
    ("copysignf", "fff"),
    ("copysignl", "DDD"),
    ("cos", "dd"),
    ("ctz", "iu"),
    ("ctzl", "im"),
    ("ctzll", "iM"),
    ("exit", "vi"),
    ("_exit", "vi"),
    ("exp", "dd"),
    ("extract_return_addr", "pp"),
    ("fabs", "dd"),
    ("fabsf", "ff"),
    ("fabsl", "DD"),
    ("ffs", "ii"),
    ("ffsl", "il"),
    ("ffsll", "iL"),
    ("floor", "dd"),
    ("floorf", "ff"),
    ("floorl", "DD"),
    ("fmod", "ddd"),
    ("fprintf", "ipS."),
    ("fputc", "iip"),
    ("fputs", "iSp"),
    ("frame_address", "pu"),
    ("free", "vp"),
    ("fwrite", "zPzzp"),
    ("ia32_pause", "v"),
    ("labs", "ll"),
    ("llabs", "LL"),
    ("log", "dd"),
    ("malloc", "pz"),
    ("memchr", "pPiz"),
    ("memcmp", "iPPz"),
    ("memcpy", "ppPz"),
    ("memmove", "ppPz"),
    ("mempcpy", "ppPz"),
    ("memset", "ppiz"),
    ("parity", "iu"),
    ("parityl", "im"),
    ("parityll", "iM"),
    ("popcount", "iu"),
    ("popcountl", "im"),
    ("popcountll", "iM"),
    ("pow", "ddd"),
    ("printf", "iS."),
    ("putchar", "ii"),
    ("puts", "iS"),
    ("realloc", "ppz"),
    ("return_address", "pu"),
    ("round", "dd"),
    ("sin", "dd"),
    ("snprintf", "iszS."),
    ("sprintf", "isS."),
    ("sqrt", "dd"),
    ("sqrtf", "ff"),
    ("stack_restore", "vp"),
    ("stack_save", "p"),
    ("stpcpy", "ssS"),
    ("strcasecmp", "iSS"),
    ("strcat", "ssS"),
    ("strchr", "sSi"),
    ("strcmp", "iSS"),
    ("strcpy", "ssS"),
    ("strcspn", "zSS"),
    ("strdup", "sS"),
    ("strlen", "zS"),
    ("strncasecmp", "iSSz"),
    ("strncat", "ssSz"),
    ("strncmp", "iSSz"),
    ("strncpy", "ssSz"),
    ("strndup", "sSz"),
    ("strpbrk", "sSS"),
    ("strrchr", "sSi"),
    ("strspn", "zSS"),
    ("strstr", "sSS"),
    ("trap", "v"),
    ("trunc", "dd"),
    ("unreachable", "v"),
    ("va_arg_pack_len", "i"),
    ("vfprintf", "ipSa"),
    ("vprintf", "iSa"),
    ("vsnprintf", "iszSa"),
    ("vsprintf", "isSa"),
    ("__memcpy_chk", "ppPzz"),
    ("__memmove_chk", "ppPzz"),
    ("__mempcpy_chk", "ppPzz"),
    ("__memset_chk", "ppizz"),
    ("__snprintf_chk", "isziz S."),
    ("__sprintf_chk", "isizS."),
    ("__stpcpy_chk", "ssSz"),
    ("__strcat_chk", "ssSz"),
    ("__strcpy_chk", "ssSz"),
    ("__strncat_chk", "ssSzz"),
    ("__strncpy_chk", "ssSzz"),
    ("__vsnprintf_chk", "isziz Sa"),
    ("__vsprintf_chk", "isizSa"),
];

/// Builtins that take any floating type and give an `int`.
const CLASSIFIERS: &[&str] = &[
    "isnan",
    "isinf",
    "isinf_sign",
    "isfinite",
    "isnormal",
    "signbit",
    "signbitf",
    "signbitl",
    "fpclassify",
    "isgreater",
    "isgreaterequal",
    "isless",
    "islessequal",
    "islessgreater",
    "isunordered",
    "finite",
    "isnanf",
    "isnanl",
    "isinff",
    "isinfl",
];

/// Undefined functions of these names never return, whatever their declaration says.
pub(super) fn never_returns(name: &str) -> bool {
    let plain = name.strip_prefix("__builtin_");
    matches!(plain.unwrap_or(name), "abort" | "exit" | "_exit" | "_Exit")
        || matches!(plain, Some("unreachable" | "trap"))
}

/// Functions that may return a second time.
pub(super) fn returns_twice(name: &str) -> bool {
    matches!(name, "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" | "vfork" | "savectx" | "getcontext")
}

impl Sema<'_> {
    /// Typedefs that are there before the first line.
    pub(super) fn predefine(&mut self, span: Span) {
        let typedef = scope::Typedef { ty: Types::VA_LIST.into(), align: None };
        self.names.set("__builtin_va_list", Symbol::Typedef(typedef), span);
    }

    /// A builtin used by name, other than in a call that is treated specially.
    pub(super) fn implicit_builtin(&mut self, name: &str, span: Span) -> Option<FuncId> {
        let plain = name.strip_prefix("__builtin_")?;
        let ty = self.known_function(plain)?;
        Some(self.builtin_function(name, ty, span))
    }

    /// The type of a function of the C library that the compiler knows.
    pub(super) fn known_function(&mut self, name: &str) -> Option<TypeId> {
        let (_, letters) = FUNCTIONS.iter().find(|(known, _)| *known == name)?;
        let letters = letters.replace(' ', "");
        let (fixed, variadic) = match letters.strip_suffix('.') {
            Some(fixed) => (fixed, true),
            None => (letters.as_str(), false),
        };
        let mut types: Vec<QType> = fixed.chars().map(|c| self.letter(c).into()).collect();
        let ret = types.remove(0);
        Some(self.types.intern(Type::Function(FunctionType { ret, params: types, variadic, prototype: true })))
    }

    fn letter(&mut self, letter: char) -> TypeId {
        let int = |kind| self.types.int(kind);
        let constant = |ty| QType { ty, quals: Quals::CONST };
        match letter {
            'v' => Types::VOID,
            'i' => Types::INT,
            'u' => Types::UINT,
            't' => int(IntKind::UShort),
            'l' => int(IntKind::Long),
            'm' => int(IntKind::ULong),
            'L' => int(IntKind::LongLong),
            // `uint64_t` is `unsigned long` where that is wide enough, but only its width matters here.
            'M' => int(IntKind::ULongLong),
            'z' => self.types.size_t(),
            'd' => Types::DOUBLE,
            'f' => self.types.float(FloatKind::Float),
            'D' => self.types.float(FloatKind::LongDouble),
            'a' => Types::VA_LIST,
            'p' => self.types.pointer_to(Types::VOID),
            'P' => self.types.pointer_to(constant(Types::VOID)),
            's' => self.types.pointer_to(Types::CHAR),
            'S' => self.types.pointer_to(constant(Types::CHAR)),
            other => unreachable!("`{other}` is no letter of the table"),
        }
    }

    fn builtin_function(&mut self, name: &str, ty: TypeId, span: Span) -> FuncId {
        // Generic builtins have one entry per type.
        let key = format!("{name} {}", self.types.describe(ty));
        if let Some(Symbol::Func(id)) = self.linked.get(&key) {
            return *id;
        }
        let attributes = FuncAttributes { builtin: true, noreturn: never_returns(name), ..FuncAttributes::default() };
        self.funcs.push(Func {
            name: name.to_string(),
            ty,
            linkage: Linkage::External,
            symbol: None,
            attributes,
            body: FuncBody::None,
            span,
        });
        let id = FuncId(self.funcs.len() as u32 - 1);
        self.linked.insert(key, Symbol::Func(id));
        id
    }

    /// A call to a builtin that is more than a function, or of a type that depends on its arguments.
    pub(super) fn builtin_call(
        &mut self,
        name: &str,
        args: &[Node<ast::Expression>],
        span: Span,
    ) -> Result<Option<Expr>> {
        if name.starts_with("__sync_") || name.starts_with("__atomic_") {
            return self.atomic(name, args, span).map(Some);
        }
        let Some(plain) = name.strip_prefix("__builtin_") else { return Ok(None) };
        let result = match (plain, args) {
            ("expect" | "expect_with_probability" | "assume_aligned", [value, rest @ ..]) => {
                let value = self.value(value)?;
                let value = if plain == "assume_aligned" {
                    value
                } else {
                    let long = self.types.int(IntKind::Long);
                    self.assign_convert(value, long, "`__builtin_expect`")?
                };
                self.after(rest, value, span)?
            }
            ("constant_p", [value]) => {
                let value = self.value(value)?;
                let constant = matches!(value.kind, ExprKind::Int(_) | ExprKind::Float(_))
                    || matches!(&value.kind, ExprKind::Decay(place) if self.is_string_literal(place));
                self.int_expr(constant as i128, Types::INT, span)
            }
            ("types_compatible_p", [a, b]) => {
                let (a, b) = (self.type_operand(a, span)?, self.type_operand(b, span)?);
                self.int_expr(self.compatible(a, b) as i128, Types::INT, span)
            }
            ("choose_expr", [cond, then, other]) => {
                return if self.integer_constant(cond)? != 0 { self.expr(then) } else { self.expr(other) }.map(Some);
            }
            ("object_size" | "dynamic_object_size", [pointer, kind]) => {
                self.value(pointer)?;
                let unknown = if self.integer_constant(kind)? & 2 == 0 { -1 } else { 0 };
                self.int_expr(unknown, self.types.size_t(), span)
            }
            ("classify_type", [value]) => {
                let value = self.value(value)?;
                let class = match self.types[value.ty.ty] {
                    Type::Void => 0,
                    Type::Int(_) | Type::Enum(..) => 1,
                    Type::Pointer(_) => 5,
                    Type::Float(_) => 8,
                    _ => 12,
                };
                self.int_expr(class, Types::INT, span)
            }
            ("prefetch", [pointer, ..]) => {
                let pointer = self.value(pointer)?;
                let effects = pointer.effects;
                self.expr_of(ExprKind::Cast(Box::new(pointer)), Types::VOID, span, effects)
            }
            ("speculation_safe_value", [value, ..]) => self.value(value)?,
            ("bswap128", [value]) => {
                let ty = self.types.int(IntKind::UInt128);
                let value = self.value(value)?;
                let value = self.assign_convert(value, ty, "an argument")?;
                self.builtin_result(name, vec![value], ty, span)
            }
            ("va_start", [list, rest @ ..]) => self.va_operation(name, list, rest, span)?,
            ("va_end" | "va_copy", [list, rest @ ..]) => self.va_operation(name, list, rest, span)?,
            ("inf" | "inff" | "infl" | "huge_val" | "huge_valf" | "huge_vall" | "inff128" | "huge_valf128", []) => {
                let kind = float_suffix(plain.trim_start_matches("inf").trim_start_matches("huge_val"));
                let bits = literal::special_float(kind, false);
                self.expr_of(ExprKind::Float(bits), self.types.float(kind), span, false)
            }
            ("nan" | "nanf" | "nanl" | "nanf128", [tag]) if is_empty_string(tag) => {
                let kind = float_suffix(plain.trim_start_matches("nan"));
                let bits = literal::special_float(kind, true);
                self.expr_of(ExprKind::Float(bits), self.types.float(kind), span, false)
            }
            _ if CLASSIFIERS.contains(&plain) => {
                let values = args.iter().map(|arg| self.value(arg)).collect::<Result<Vec<_>>>()?;
                self.builtin_result(name, values, Types::INT, span)
            }
            (_, [value]) if bit_operation(plain).is_some() => {
                let operation = bit_operation(plain).expect("one of them");
                self.bits(name, operation, value, span)?
            }
            _ if plain.contains("overflow") => return self.overflow(plain, args, span).map(Some),
            _ if self.known_function(plain).is_some() => return Ok(None),
            _ => return Err(unsupported(format!("`{name}`"), span)),
        };
        Ok(Some(result))
    }

    /// A call to a builtin whose type follows from its arguments.
    fn builtin_result(&mut self, name: &str, args: Vec<Expr>, ret: TypeId, span: Span) -> Expr {
        let params = args.iter().map(|arg| QType::from(arg.ty.ty)).collect();
        let function = FunctionType { ret: ret.into(), params, variadic: false, prototype: true };
        let ty = self.types.intern(Type::Function(function));
        let func = self.builtin_function(name, ty, span);
        self.expr_of(ExprKind::Call { callee: Callee::Direct(func), args }, ret, span, true)
    }

    /// The value, once the other arguments have been evaluated for their effects.
    fn after(&mut self, rest: &[Node<ast::Expression>], value: Expr, span: Span) -> Result<Expr> {
        let mut result = value;
        for other in rest {
            let other = self.value(other)?;
            if other.effects {
                let ty = result.ty;
                result = self.expr_of(ExprKind::Comma(Box::new(other), Box::new(result)), ty, span, true);
            }
        }
        Ok(result)
    }

    fn is_string_literal(&self, place: &Expr) -> bool {
        match place.kind {
            ExprKind::Var(Var::Global(id)) => self.globals[id.0 as usize].kind == GlobalKind::StringLiteral,
            _ => false,
        }
    }

    /// The type in an argument that is one; it arrives as `sizeof (T)`.
    fn type_operand(&mut self, arg: &Node<ast::Expression>, span: Span) -> Result<TypeId> {
        match &arg.node {
            ast::Expression::SizeOfTy(of) => Ok(self.type_name(&of.node.0)?.ty),
            ast::Expression::SizeOfVal(of) => Ok(self.expr(&of.node.0)?.ty.ty),
            _ => Err(type_error("this must be a type", span)),
        }
    }

    fn va_operation(
        &mut self,
        name: &str,
        list: &Node<ast::Expression>,
        rest: &[Node<ast::Expression>],
        span: Span,
    ) -> Result<Expr> {
        let list = self.value(list)?;
        if list.ty.ty != Types::VA_LIST {
            return Err(type_error(format!("the first operand of `{name}` must be a `va_list`"), span));
        }
        let mut args = vec![list];
        for arg in rest {
            args.push(self.value(arg)?);
        }
        Ok(self.builtin_result(name, args, Types::VOID, span))
    }

    fn overflow(&mut self, plain: &str, args: &[Node<ast::Expression>], span: Span) -> Result<Expr> {
        let op = match plain {
            _ if plain.contains("add") => BinaryOp::Add,
            _ if plain.contains("sub") => BinaryOp::Sub,
            _ if plain.contains("mul") => BinaryOp::Mul,
            _ => return Err(unsupported(format!("`__builtin_{plain}`"), span)),
        };
        let [lhs, rhs, last] = args else {
            return Err(type_error(format!("`__builtin_{plain}` takes three arguments"), span));
        };
        let (mut lhs, mut rhs, last) = (self.value(lhs)?, self.value(rhs)?, self.value(last)?);
        // `__builtin_sadd_overflow`, `__builtin_umulll_overflow`: operands of one fixed type.
        if let Some(kind) = fixed_overflow_type(plain) {
            let ty = self.types.int(kind);
            lhs = self.assign_convert(lhs, ty, "an argument")?;
            rhs = self.assign_convert(rhs, ty, "an argument")?;
        }
        let (target, ptr) = match (plain.ends_with("_p"), self.types.pointee(last.ty.ty)) {
            (true, _) => (last.ty.ty, None),
            (false, Some(target)) => (target.ty, Some(Box::new(last))),
            (false, None) => return Err(type_error("the result of an overflow builtin needs a pointer", span)),
        };
        for ty in [lhs.ty.ty, rhs.ty.ty, target] {
            if self.types.as_int(ty).is_none() {
                return Err(type_error("overflow builtins take integers", span));
            }
        }
        if let (Some(a), Some(b), None, Some(kind)) =
            (self.constant_value(&lhs), self.constant_value(&rhs), &ptr, self.types.as_int(target))
        {
            let exact = match op {
                BinaryOp::Add => a.checked_add(b),
                BinaryOp::Sub => a.checked_sub(b),
                _ => a.checked_mul(b),
            };
            let wraps = exact.is_none_or(|exact| self.types.wrap(kind, exact) != exact);
            return Ok(self.int_expr(wraps as i128, Types::BOOL, span));
        }
        let (lhs, rhs) = (Box::new(lhs), Box::new(rhs));
        let kind = ExprKind::Overflow { op, lhs, rhs, target, ptr };
        Ok(self.expr_of(kind, Types::BOOL, span, true))
    }

    /// `__builtin_popcount` and the like, which are constant where their operand is.
    fn bits(&mut self, name: &str, operation: BitOperation, arg: &Node<ast::Expression>, span: Span) -> Result<Expr> {
        let plain = name.trim_start_matches("__builtin_");
        let ty = self.known_function(plain).expect("in the table");
        let function = self.types.as_function(ty).expect("a function").clone();
        let (param, ret) = (function.params[0].ty, function.ret.ty);
        let value = self.value(arg)?;
        let value = self.assign_convert(value, param, "an argument")?;
        let width = self.types.as_int(param).map_or(32, |kind| self.types.model.int_bits(kind));
        if let Some(constant) = self.constant_value(&value)
            && let Some(result) = operation(constant as u64 & (u64::MAX >> (64 - width)), width)
        {
            return Ok(self.int_expr(result, ret, span));
        }
        Ok(self.builtin_result(name, vec![value], ret, span))
    }

    /// `__sync_*` and `__atomic_*`: their types follow from what the first argument points to.
    fn atomic(&mut self, name: &str, args: &[Node<ast::Expression>], span: Span) -> Result<Expr> {
        let mut values = args.iter().map(|arg| self.value(arg)).collect::<Result<Vec<_>>>()?;
        let target = values.first().and_then(|v| self.types.pointee(v.ty.ty)).map(|t| t.ty);
        let operation = name.trim_start_matches("__sync_").trim_start_matches("__atomic_");
        let target = match (target, operation) {
            (_, "synchronize" | "thread_fence" | "signal_fence") => Types::VOID,
            (Some(target), _) => target,
            (None, _) => return Err(type_error(format!("`{name}` needs a pointer"), span)),
        };
        let by_value = self.types.is_scalar(target);
        let ret = match operation {
            "synchronize" | "thread_fence" | "signal_fence" | "lock_release" | "store_n" | "store" | "clear"
            | "load" | "exchange" => Types::VOID,
            "bool_compare_and_swap"
            | "compare_exchange_n"
            | "compare_exchange"
            | "test_and_set"
            | "is_lock_free"
            | "always_lock_free" => Types::BOOL,
            _ if by_value => target,
            _ => return Err(unsupported(format!("`{name}` on this type"), span)),
        };
        // Operands that are values have the type of the target.
        let operands: &[usize] = match operation {
            "store_n" | "exchange_n" | "lock_test_and_set" => &[1],
            "bool_compare_and_swap" | "val_compare_and_swap" => &[1, 2],
            "compare_exchange_n" => &[2],
            _ if operation.contains("fetch") => &[1],
            _ => &[],
        };
        for &at in operands {
            if at < values.len() {
                let value = values[at].clone();
                values[at] = self.assign_convert(value, target, "an argument")?;
            }
        }
        Ok(self.builtin_result(name, values, ret, span))
    }
}

/// What a bit builtin computes from an operand of a width; `None` where it is undefined.
type BitOperation = fn(u64, u32) -> Option<i128>;

fn bit_operation(plain: &str) -> Option<BitOperation> {
    let stem = plain.trim_end_matches('l');
    Some(match stem {
        "popcount" => |x, _| Some(i128::from(x.count_ones())),
        "parity" => |x, _| Some(i128::from(x.count_ones() % 2)),
        "clz" => |x, width| (x != 0).then(|| i128::from(x.leading_zeros() + width) - 64),
        "ctz" => |x, _| (x != 0).then(|| i128::from(x.trailing_zeros())),
        "ffs" => |x, _| Some(if x == 0 { 0 } else { i128::from(x.trailing_zeros()) + 1 }),
        "bswap16" | "bswap32" | "bswap64" => |x, width| Some(i128::from(x.swap_bytes() >> (64 - width))),
        _ => return None,
    })
}

fn float_suffix(suffix: &str) -> FloatKind {
    match suffix {
        "f" => FloatKind::Float,
        "l" => FloatKind::LongDouble,
        "f128" => FloatKind::Float128,
        _ => FloatKind::Double,
    }
}

fn is_empty_string(expr: &Node<ast::Expression>) -> bool {
    match &expr.node {
        ast::Expression::StringLiteral(literal) => literal.node.iter().all(|part| part == "\"\""),
        _ => false,
    }
}

/// The operand type in the name of an overflow builtin of the fixed kind.
fn fixed_overflow_type(plain: &str) -> Option<IntKind> {
    let stem = plain.strip_suffix("_overflow")?;
    let (signed, rest) = match stem.split_at_checked(1)? {
        ("s", rest) => (true, rest),
        ("u", rest) => (false, rest),
        _ => return None,
    };
    let kind = match rest.strip_prefix("add").or(rest.strip_prefix("sub")).or(rest.strip_prefix("mul"))? {
        "" => IntKind::Int,
        "l" => IntKind::Long,
        "ll" => IntKind::LongLong,
        _ => return None,
    };
    Some(if signed { kind } else { kind.to_unsigned() })
}
