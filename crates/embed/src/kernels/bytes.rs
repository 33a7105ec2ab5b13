//! Products of bytes: weights of eight bits for each output channel, activations of eight bits for each row.
//!
//! Activations are unsigned (0 to 255 between the least and the greatest of their row). Weights are scaled so that two
//! neighbours never exceed 128 together: then `vpmaddubsw`, the one instruction of AVX2 for the purpose, never saturates,
//! and every level comes to the same integers. Beside the full ±127 that costs 0.3 bits of the weights.
#![allow(unsafe_code, reason = "tiles work on pointers; bounds are checked here, once for each product")]

use super::aligned::Aligned;
#[cfg(target_arch = "aarch64")]
use super::neon;
use super::panels::tiles;
#[cfg(target_arch = "x86_64")]
use super::x86;
use super::{Block, Kernels, Level, QuantisedBlock, portable};

/// One tile: rows of quantised activations by one panel of weights.
///
/// With `n = Σ left[r][d] × panel[d][c]` in integers,
/// `out[r][c] = scale[c] × (row_scale[r] × n + row_low[r] × sum[c]) + bias[c]`.
#[derive(Clone, Copy)]
pub(super) struct ByteTile {
    /// Depth in steps of four bytes.
    pub quads: usize,
    pub left: *const u8,
    pub left_stride: usize,
    pub row_scales: *const f32,
    pub row_lows: *const f32,
    /// `quads` × the width of the level × 4, in the order of `place`.
    pub panel: *const i8,
    /// As many of each as the panel is wide.
    pub channels: Channels,
    pub out: *mut f32,
    pub out_stride: usize,
}

/// What each output channel is scaled by, the sum of its weights, what is added to it.
#[derive(Clone, Copy)]
pub(super) struct Channels {
    pub scales: *const f32,
    pub sums: *const f32,
    pub bias: *const f32,
}

/// The most that two neighbouring weights come to before they are rounded: after it, at most 128, and 255 × 128 is below
/// 2¹⁵.
const PAIR: f32 = 127.0;

/// Weights in bytes, in panels, in the order of `place`.
#[derive(Clone, Debug)]
pub(crate) struct ByteMatrix {
    panels: Aligned<i8>,
    scales: Aligned<f32>,
    sums: Aligned<f32>,
    bias: Aligned<f32>,
    depth: usize,
    columns: usize,
}

/// Columns of a panel and the most rows of a tile.
fn shape(level: Level) -> (usize, usize) {
    match level {
        Level::Scalar | Level::Neon => (16, portable::BYTE_ROWS),
        Level::Avx2 | Level::Avx512 => (16, 4),
        Level::NeonDot | Level::AvxVnni => (16, 6),
        Level::Avx512Vnni => (32, 12),
    }
}

/// Where in its panel the weight of a column and depth stands: instructions for bytes want four of each channel side by
/// side; without them one depth comes after the other.
fn place(level: Level, width: usize, (column, depth): (usize, usize)) -> usize {
    match level {
        Level::Scalar | Level::Neon => depth * width + column,
        _ => (depth / 4 * width + column) * 4 + depth % 4,
    }
}

/// The step of a channel: the largest for which no weight and no pair of neighbours is too large.
fn step(channel: &[f32]) -> f32 {
    let pair = channel.chunks(2).map(|pair| pair.iter().map(|weight| weight.abs()).sum::<f32>());
    pair.fold(0.0, f32::max) / PAIR
}

impl ByteMatrix {
    /// Quantises and packs weights of `[columns][depth]`, with what is added to each column.
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

    /// Writes the product of all rows of `left` to `out`, which takes their shape.
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
                // SAFETY: the offsets are below the lengths that were asserted above.
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
                // SAFETY: `kernels` proves that the processor has the level; the tile has `rows.len()` rows of
                // `quads` × 4 bytes to read and of `width` to write, and the panel is as the level wants it.
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
