//! Data models: how wide the C types are, and how they are aligned.
//!
//! The two models of SV-COMP, with the layout rules of the System V ABI that gcc and clang follow on x86: ILP32 is
//! i386, LP64 is x86-64. Plain `char` and plain bit-fields are signed in both.

use super::{FloatKind, IntKind};

/// The widths of `long` and of pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DataModel {
    Ilp32,
    Lp64,
}

impl DataModel {
    /// The size of an integer type in bytes.
    pub fn int_size(self, kind: IntKind) -> u64 {
        use IntKind::*;
        match kind {
            Bool | Char | SChar | UChar => 1,
            Short | UShort => 2,
            Int | UInt => 4,
            Long | ULong => self.pointer_size(),
            LongLong | ULongLong => 8,
            Int128 | UInt128 => 16,
        }
    }

    /// The width of an integer type in bits; `_Bool` has one.
    pub fn int_bits(self, kind: IntKind) -> u32 {
        match kind {
            IntKind::Bool => 1,
            _ => self.int_size(kind) as u32 * 8,
        }
    }

    /// The alignment of an integer type as a struct member.
    pub fn int_align(self, kind: IntKind) -> u64 {
        self.scalar_align(self.int_size(kind))
    }

    pub fn float_size(self, kind: FloatKind) -> u64 {
        match (kind, self) {
            (FloatKind::Float16, _) => 2,
            (FloatKind::Float, _) => 4,
            (FloatKind::Double, _) => 8,
            (FloatKind::LongDouble, DataModel::Ilp32) => 12,
            (FloatKind::LongDouble, DataModel::Lp64) | (FloatKind::Float128, _) => 16,
        }
    }

    /// The width of a floating format in bits, without padding.
    pub fn float_bits(self, kind: FloatKind) -> u32 {
        match kind {
            FloatKind::Float16 => 16,
            FloatKind::Float => 32,
            FloatKind::Double => 64,
            FloatKind::LongDouble => 80,
            FloatKind::Float128 => 128,
        }
    }

    pub fn float_align(self, kind: FloatKind) -> u64 {
        match kind {
            FloatKind::Float128 => 16,
            _ => self.scalar_align(self.float_size(kind)),
        }
    }

    pub fn pointer_size(self) -> u64 {
        match self {
            DataModel::Ilp32 => 4,
            DataModel::Lp64 => 8,
        }
    }

    /// `va_list`: one pointer on i386, an array of one four-word structure on x86-64.
    pub fn va_list_size(self) -> u64 {
        match self {
            DataModel::Ilp32 => 4,
            DataModel::Lp64 => 24,
        }
    }

    pub fn size_type(self) -> IntKind {
        match self {
            DataModel::Ilp32 => IntKind::UInt,
            DataModel::Lp64 => IntKind::ULong,
        }
    }

    pub fn ptrdiff_type(self) -> IntKind {
        match self {
            DataModel::Ilp32 => IntKind::Int,
            DataModel::Lp64 => IntKind::Long,
        }
    }

    /// `wchar_t` is `long` on i386 and `int` on x86-64.
    pub fn wchar_type(self) -> IntKind {
        match self {
            DataModel::Ilp32 => IntKind::Long,
            DataModel::Lp64 => IntKind::Int,
        }
    }

    /// i386 aligns eight-byte scalars in memory to four bytes.
    fn scalar_align(self, size: u64) -> u64 {
        match self {
            DataModel::Ilp32 => size.min(4),
            DataModel::Lp64 => size,
        }
    }
}
