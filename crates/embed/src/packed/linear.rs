//! A linear layer in floats or in bytes.

use crate::identity::Scheme;
use crate::kernels::{Block, ByteMatrix, FloatMatrix, Kernels, Left, QuantisedBlock, quantise};

/// `y = W x + b` for each row `x`.
#[derive(Debug)]
pub(super) enum Linear {
    Float(FloatMatrix),
    Byte(ByteMatrix),
}

impl Linear {
    /// Packs weights of shape `[outputs][inputs]`.
    pub(super) fn new((kernels, scheme): (Kernels, Scheme), weights: &[f32], bias: &[f32]) -> Self {
        match scheme {
            Scheme::Int8 => Self::Byte(ByteMatrix::new(kernels, weights, bias)),
            Scheme::F32 | Scheme::NGram => Self::Float(FloatMatrix::new(kernels, weights, bias)),
        }
    }

    /// Writes `y` for all rows to `out`, which is resized to fit. For bytes, call [`Input::ready`] first.
    pub(super) fn apply(&self, kernels: Kernels, input: &Input, out: &mut Block) {
        match self {
            Self::Float(matrix) => {
                let left = Left::of(&input.floats);
                out.shape(left.rows, matrix.columns());
                let stride = out.stride();
                matrix.multiply(kernels, left, (out.values_mut(), stride));
            }
            Self::Byte(matrix) => matrix.multiply(kernels, &input.bytes, out),
        }
    }
}

/// The input rows of linear layers: as floats, and as bytes once quantised.
#[derive(Debug, Default)]
pub(super) struct Input {
    pub floats: Block,
    pub bytes: QuantisedBlock,
}

impl Input {
    /// Prepares the rows for layers of a scheme.
    pub(super) fn ready(&mut self, kernels: Kernels, scheme: Scheme) {
        if scheme == Scheme::Int8 {
            quantise(kernels, &self.floats, &mut self.bytes);
        }
    }
}
