//! The arithmetic of the packed engine, for each kind of processor.
//!
//! A [`Level`] names a set of instructions; [`Kernels`] is the proof that this processor has them, and the only way to
//! run anything of this module. Always: the integers of a product of bytes are the same at every level; what follows in
//! floats differs by rounding at most.

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
pub(crate) use rows::{Norm, One, add_and_norm, attend_one, gelu, norm, quantise, relu, softmax};

/// A set of instructions that the arithmetic can be done with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// What every processor has.
    Scalar,
    /// ARM, 128 bits; products of bytes as for [`Level::Scalar`].
    Neon,
    /// ARM with the `sdot` instruction (ARMv8.2 and later, all of Apple's).
    NeonDot,
    /// x86 of 2013 and later.
    Avx2,
    /// Intel of the 12th generation and later, AMD Zen 5 and later.
    AvxVnni,
    /// x86 with 512 bits; products of bytes as for [`Level::Avx2`].
    Avx512,
    /// x86 with 512 bits and `vpdpbusd`: Intel servers of 2019 and later, AMD Zen 4 and later.
    Avx512Vnni,
}

impl Level {
    /// All levels, the quickest last.
    pub const ALL: [Self; 7] =
        [Self::Scalar, Self::Neon, Self::NeonDot, Self::Avx2, Self::AvxVnni, Self::Avx512, Self::Avx512Vnni];

    /// The levels this processor has, the quickest last.
    pub fn offered() -> Vec<Self> {
        Self::ALL.into_iter().filter(|level| level.is_offered()).collect()
    }

    /// Whether products of floats are done in a way of its own.
    pub fn has_float_kernels(self) -> bool {
        matches!(self, Self::Scalar | Self::Neon | Self::Avx2 | Self::Avx512)
    }

    /// Whether products of bytes are done in a way of its own.
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

/// Kernels that this processor can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernels {
    /// Private: a level comes in only by [`Kernels::held_to`], which looks at the processor.
    level: Level,
}

impl Kernels {
    /// The quickest ones.
    pub fn best() -> Self {
        Self { level: Level::offered().last().copied().unwrap_or(Level::Scalar) }
    }

    /// Those of one level; `None` when this processor does not have it.
    pub fn held_to(level: Level) -> Option<Self> {
        level.is_offered().then_some(Self { level })
    }

    /// The level.
    pub fn level(self) -> Level {
        self.level
    }
}
