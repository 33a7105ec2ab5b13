//! The arithmetic of the packed engine for each kind of processor.
//!
//! A [`Level`] names an instruction set; [`Kernels`] proves that this processor supports it and is required by
//! everything in this module. Always: the integer results of byte products are identical at every level; the
//! subsequent float arithmetic differs by rounding at most.

mod aligned;
mod block;
mod bytes;
mod floats;
#[cfg(target_arch = "aarch64")]
mod neon;
mod panels;
mod portable;
mod rows;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(test)]
mod tests;

pub(crate) use block::{Block, QuantisedBlock};
pub(crate) use bytes::ByteMatrix;
pub(crate) use floats::{FloatMatrix, Left, Right};
pub(crate) use rows::{Norm, RowQuery, add_and_norm, attend_row, gelu, norm, quantise, relu, softmax};

/// An instruction set for the arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Supported by every processor.
    Scalar,
    /// ARM, 128 bits; byte products as in [`Level::Scalar`].
    Neon,
    /// ARM with the `sdot` instruction (ARMv8.2 and later, all Apple processors).
    NeonDot,
    /// x86 since 2013.
    Avx2,
    /// Intel since the 12th generation, AMD since Zen 5.
    AvxVnni,
    /// x86 with 512 bits; byte products as in [`Level::Avx2`].
    Avx512,
    /// x86 with 512 bits and `vpdpbusd`: Intel servers since 2019, AMD since Zen 4.
    Avx512Vnni,
}

impl Level {
    /// All levels, the fastest last.
    pub const ALL: [Self; 7] =
        [Self::Scalar, Self::Neon, Self::NeonDot, Self::Avx2, Self::AvxVnni, Self::Avx512, Self::Avx512Vnni];

    /// The levels that this processor supports, the fastest last.
    pub fn offered() -> Vec<Self> {
        Self::ALL.into_iter().filter(|level| level.is_offered()).collect()
    }

    /// Whether the level has its own kernels for float products.
    pub fn has_float_kernels(self) -> bool {
        matches!(self, Self::Scalar | Self::Neon | Self::Avx2 | Self::Avx512)
    }

    /// Whether the level has its own kernels for byte products.
    pub fn has_byte_kernels(self) -> bool {
        !matches!(self, Self::Neon | Self::Avx512)
    }

    #[cfg(target_arch = "x86_64")]
    fn is_offered(self) -> bool {
        let avx2 = || is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        let avx512 = || {
            avx2()
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
        };
        match self {
            Self::Scalar => true,
            Self::Neon | Self::NeonDot => false,
            Self::Avx2 => avx2(),
            Self::AvxVnni => avx2() && is_x86_feature_detected!("avxvnni"),
            Self::Avx512 => avx512(),
            Self::Avx512Vnni => avx512() && is_x86_feature_detected!("avx512vnni"),
        }
    }

    #[cfg(target_arch = "aarch64")]
    fn is_offered(self) -> bool {
        match self {
            Self::Scalar => true,
            Self::Neon => std::arch::is_aarch64_feature_detected!("neon"),
            Self::NeonDot => Self::Neon.is_offered() && std::arch::is_aarch64_feature_detected!("dotprod"),
            _ => false,
        }
    }

    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    fn is_offered(self) -> bool {
        self == Self::Scalar
    }
}

/// Kernels that this processor supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernels {
    /// Private: a level is set only by [`Kernels::held_to`] and [`Kernels::best`], which check the processor.
    level: Level,
}

impl Kernels {
    /// The fastest kernels.
    pub fn best() -> Self {
        Self { level: Level::offered().last().copied().unwrap_or(Level::Scalar) }
    }

    /// The kernels of one level; `None` if this processor does not support it.
    pub fn held_to(level: Level) -> Option<Self> {
        level.is_offered().then_some(Self { level })
    }

    pub fn level(self) -> Level {
        self.level
    }
}
