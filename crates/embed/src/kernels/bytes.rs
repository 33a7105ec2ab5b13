//! Byte products: 8-bit weights scaled per output channel, 8-bit activations scaled per row.
//!
//! Activations are unsigned (0 to 255 between the minimum and maximum of their row). Weights are scaled so that two
//! neighbours never exceed 128 together: then `vpmaddubsw`, the only AVX2 instruction for this purpose, never
//! saturates, and every level computes the same integers. Compared with the full ±127 this costs 0.3 bits of
//! precision of the weights.
#![allow(unsafe_code, reason = "tiles work on pointers; bounds are checked here, once for each product")]

use super::aligned::Aligned;
#[cfg(target_arch = "aarch64")]
use super::neon;
use super::panels::tiles;
#[cfg(target_arch = "x86_64")]
use super::x86;
use super::{Block, Kernels, Level, QuantisedBlock, portable};

/// One tile: rows of quantised activations times one panel of weights.
///
/// With the integer sum `n = Σ left[r][d] × panel[d][c]`,
/// `out[r][c] = scale[c] × (row_scale[r] × n + row_low[r] × sum[c]) + bias[c]`.
#[derive(Clone, Copy)]
pub(super) struct ByteTile {
    /// The depth in steps of four bytes.
    pub quads: usize,
    pub left: *const u8,
    pub left_stride: usize,
    pub row_scales: *const f32,
    pub row_lows: *const f32,
    /// `quads` × the panel width of the level × 4, in the order of `place`.
    pub panel: *const i8,
    /// One entry per column of the panel.
    pub channels: Channels,
    pub out: *mut f32,
    pub out_stride: usize,
}

/// Scale, sum of weights and bias of each output channel.
#[derive(Clone, Copy)]
pub(super) struct Channels {
    pub scales: *const f32,
    pub sums: *const f32,
    pub bias: *const f32,
}

/// The maximum sum of two neighbouring weights before rounding: at most 128 after it, and 255 × 128 is below 2¹⁵.
const MAX_PAIR: f32 = 127.0;

/// Weights as bytes, in panels, in the order of `place`.
#[derive(Clone, Debug)]
pub(crate) struct ByteMatrix {
    panels: Aligned<i8>,
    scales: Aligned<f32>,
    sums: Aligned<f32>,
    bias: Aligned<f32>,
    depth: usize,
    columns: usize,
}

/// The columns of a panel and the maximum rows of a tile.
fn shape(level: Level) -> (usize, usize) {
    match level {
        Level::Scalar | Level::Neon => (16, portable::BYTE_ROWS),
        Level::Avx2 | Level::Avx512 => (16, 4),
        Level::NeonDot | Level::AvxVnni => (16, 6),
        Level::Avx512Vnni => (32, 12),
    }
}

/// The offset in its panel of the weight for a column and depth: byte instructions require four depths of each
/// channel side by side; without them the depths follow one another.
fn place(level: Level, width: usize, (column, depth): (usize, usize)) -> usize {
    match level {
        Level::Scalar | Level::Neon => depth * width + column,
        _ => (depth / 4 * width + column) * 4 + depth % 4,
    }
}

/// The quantisation step of a channel: derived from its largest pair of neighbouring weights.
fn step(channel: &[f32]) -> f32 {
    let pair = channel.chunks(2).map(|pair| pair.iter().map(|weight| weight.abs()).sum::<f32>());
    pair.fold(0.0, f32::max) / MAX_PAIR
}

impl ByteMatrix {
    /// Quantises and packs weights of shape `[columns][depth]`, with a bias per column.
    pub(crate) fn new(kernels: Kernels, weights: &[f32], bias: &[f32]) -> Self {
        let (width, _) = shape(kernels.level);
        let columns = bias.len();
        let depth = weights.len().checked_div(columns).unwrap_or(0);
        let (padded, quads) = (columns.next_multiple_of(width), depth.div_ceil(4));
        let mut matrix = Self {
            panels: Aligned::zeros(padded * quads * 4),
            scales: Aligned::zeros(padded),
            sums: Aligned::zeros(padded),
            bias: Aligned::zeros(padded),
            depth,
            columns,
        };
        matrix.bias[..columns].copy_from_slice(bias);
        for (column, channel) in weights.chunks_exact(depth.max(1)).enumerate() {
            let step = step(channel);
            let per = if step > 0.0 { 1.0 / step } else { 0.0 };
            let panel = (column / width) * width * quads * 4;
            let mut sum = 0;
            for (at, weight) in channel.iter().enumerate() {
                let byte = (weight * per).round() as i8;
                sum += i32::from(byte);
                matrix.panels[panel + place(kernels.level, width, (column % width, at))] = byte;
            }
            matrix.scales[column] = step;
            matrix.sums[column] = sum as f32;
        }
        matrix
    }

    /// Writes the product of all rows of `left` to `out`, which is resized to fit.
    pub(crate) fn multiply(&self, kernels: Kernels, left: &QuantisedBlock, out: &mut Block) {
        let (width, height) = shape(kernels.level);
        let padded = self.columns.next_multiple_of(width);
        let quads = self.depth.div_ceil(4);
        out.shape(left.rows(), self.columns);
        if left.rows() == 0 || self.columns == 0 {
            return;
        }
        let (left_stride, out_stride) = (left.stride(), out.stride());
        assert!(left.columns() == self.depth && left.bytes.len() >= left.rows() * left_stride);
        assert!(left_stride >= quads * 4 && left.lows.len() == left.rows());
        assert!(out.values().len() >= left.rows() * out_stride && out_stride >= padded);
        assert!(self.panels.len() == padded * quads * 4 && self.scales.len() == padded);
        assert!(self.sums.len() == padded && self.bias.len() == padded);
        let values = out.values_mut().as_mut_ptr();
        for first in (0..padded).step_by(width) {
            for rows in tiles(left.rows(), height) {
                // SAFETY: the offsets are within the lengths asserted above.
                let tile = unsafe {
                    ByteTile {
                        quads,
                        left: left.bytes.as_ptr().add(rows.start * left_stride),
                        left_stride,
                        row_scales: left.scales.as_ptr().add(rows.start),
                        row_lows: left.lows.as_ptr().add(rows.start),
                        panel: self.panels.as_ptr().add(first * quads * 4),
                        channels: Channels {
                            scales: self.scales.as_ptr().add(first),
                            sums: self.sums.as_ptr().add(first),
                            bias: self.bias.as_ptr().add(first),
                        },
                        out: values.add(rows.start * out_stride + first),
                        out_stride,
                    }
                };
                // SAFETY: `kernels` proves that the processor supports the level; the tile has `rows.len()` rows of
                // `quads` × 4 bytes to read and `width` floats to write, and the panel has the layout of the level.
                unsafe {
                    match kernels.level {
                        #[cfg(target_arch = "x86_64")]
                        Level::Avx512Vnni => x86::byte_avx512_vnni(&tile, rows.len()),
                        #[cfg(target_arch = "x86_64")]
                        Level::AvxVnni => x86::byte_avx_vnni(&tile, rows.len()),
                        #[cfg(target_arch = "x86_64")]
                        Level::Avx2 | Level::Avx512 => x86::byte_avx2(&tile, rows.len()),
                        #[cfg(target_arch = "aarch64")]
                        Level::NeonDot => neon::byte(&tile, rows.len()),
                        _ => portable::byte(&tile, rows.len()),
                    }
                }
            }
        }
    }
}
