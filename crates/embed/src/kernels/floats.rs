//! Products of float matrices.
#![allow(unsafe_code, reason = "tiles work on pointers; bounds are checked here, once for each product")]

use super::aligned::Aligned;
#[cfg(target_arch = "aarch64")]
use super::neon;
use super::panels::tiles;
#[cfg(target_arch = "x86_64")]
use super::x86;
use super::{Block, Kernels, Level, portable};

/// One tile: `rows` rows of the left matrix times one panel of the right one.
///
/// For each row `r` and column `c` of the panel, `out[r][c] = bias[c] + Σ left[r][d] × panel[d][c]`.
#[derive(Clone, Copy)]
pub(super) struct FloatTile {
    /// The columns of the left matrix and rows of the panel.
    pub depth: usize,
    pub left: *const f32,
    pub left_stride: usize,
    /// `depth` × the panel width of the level.
    pub panel: *const f32,
    /// One entry per column of the panel.
    pub bias: *const f32,
    pub out: *mut f32,
    pub out_stride: usize,
}

/// Rows of a left matrix: `rows` rows, `stride` numbers apart.
#[derive(Clone, Copy)]
pub(crate) struct Left<'v> {
    pub values: &'v [f32],
    pub stride: usize,
    pub rows: usize,
}

impl<'v> Left<'v> {
    /// All rows of a block.
    pub(crate) fn of(block: &'v Block) -> Self {
        Self { values: block.values(), stride: block.stride(), rows: block.rows() }
    }
}

/// A right matrix before packing.
#[derive(Clone, Copy)]
pub(crate) enum Right<'v> {
    /// One row per column of the product (`[columns][depth]`, as weights are stored), `stride` numbers apart.
    ByColumn { values: &'v [f32], stride: usize },
    /// One row per number summed over (`[depth][columns]`), `stride` numbers apart.
    ByDepth { values: &'v [f32], stride: usize },
}

/// A right matrix in panels of `width` columns, one depth after the other, padded with zeros.
#[derive(Clone, Debug)]
pub(crate) struct FloatMatrix {
    panels: Aligned<f32>,
    bias: Aligned<f32>,
    depth: usize,
    columns: usize,
}

impl Default for FloatMatrix {
    fn default() -> Self {
        Self { panels: Aligned::zeros(0), bias: Aligned::zeros(0), depth: 0, columns: 0 }
    }
}

/// The columns of a panel and the maximum rows of a tile.
fn shape(level: Level) -> (usize, usize) {
    match level {
        Level::Scalar => (16, portable::FLOAT_ROWS),
        Level::Neon | Level::NeonDot | Level::Avx2 | Level::AvxVnni => (16, 6),
        Level::Avx512 | Level::Avx512Vnni => (32, 12),
    }
}

impl FloatMatrix {
    /// Packs weights of shape `[columns][depth]` for the kernels, with a bias per column.
    pub(crate) fn new(kernels: Kernels, weights: &[f32], bias: &[f32]) -> Self {
        let columns = bias.len();
        let depth = weights.len().checked_div(columns).unwrap_or(0);
        let mut matrix = Self::default();
        matrix.pack(kernels, Right::ByColumn { values: weights, stride: depth }, (depth, columns));
        matrix.bias[..columns].copy_from_slice(bias);
        matrix
    }

    /// Packs another matrix into the memory of this one, with a bias of zero.
    pub(crate) fn pack(&mut self, kernels: Kernels, right: Right<'_>, (depth, columns): (usize, usize)) {
        let (width, _) = shape(kernels.level);
        let padded = columns.next_multiple_of(width);
        (self.depth, self.columns) = (depth, columns);
        self.panels.resize(padded * depth);
        self.bias.resize(padded);
        self.bias.fill(0.0);
        for (at, panel) in self.panels.chunks_exact_mut((width * depth).max(1)).enumerate() {
            let first = at * width;
            let here = width.min(columns - first);
            match right {
                Right::ByColumn { values, stride } => {
                    if here < width {
                        panel.fill(0.0);
                    }
                    for column in 0..here {
                        let source = &values[(first + column) * stride..][..depth];
                        for (value, line) in source.iter().zip(panel.chunks_exact_mut(width)) {
                            line[column] = *value;
                        }
                    }
                }
                Right::ByDepth { values, stride } => {
                    for (row, line) in panel.chunks_exact_mut(width).enumerate() {
                        line[..here].copy_from_slice(&values[row * stride + first..][..here]);
                        line[here..].fill(0.0);
                    }
                }
            }
        }
    }

    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// Writes the product to rows that start `stride` numbers apart in `out`. Whole panels are written: up to 31
    /// numbers after the columns are overwritten too.
    pub(crate) fn multiply(&self, kernels: Kernels, left: Left<'_>, (out, stride): (&mut [f32], usize)) {
        let (width, height) = shape(kernels.level);
        let padded = self.columns.next_multiple_of(width);
        if left.rows == 0 || self.columns == 0 {
            return;
        }
        assert!(left.values.len() >= (left.rows - 1) * left.stride + self.depth);
        assert!(out.len() >= (left.rows - 1) * stride + padded && stride >= self.columns);
        assert!(self.panels.len() == padded * self.depth && self.bias.len() == padded);
        for first in (0..padded).step_by(width) {
            for rows in tiles(left.rows, height) {
                // SAFETY: the offsets are within the lengths asserted above.
                let tile = unsafe {
                    FloatTile {
                        depth: self.depth,
                        left: left.values.as_ptr().add(rows.start * left.stride),
                        left_stride: left.stride,
                        panel: self.panels.as_ptr().add(first * self.depth),
                        bias: self.bias.as_ptr().add(first),
                        out: out.as_mut_ptr().add(rows.start * stride + first),
                        out_stride: stride,
                    }
                };
                // SAFETY: `kernels` proves that the processor supports the level; the tile has `rows.len()` rows of
                // `depth` numbers to read and `width` to write, and the panel is `depth` × `width`.
                unsafe {
                    match kernels.level {
                        #[cfg(target_arch = "x86_64")]
                        Level::Avx512 | Level::Avx512Vnni => x86::float_avx512(&tile, rows.len()),
                        #[cfg(target_arch = "x86_64")]
                        Level::Avx2 | Level::AvxVnni => x86::float_avx2(&tile, rows.len()),
                        #[cfg(target_arch = "aarch64")]
                        Level::Neon | Level::NeonDot => neon::float(&tile, rows.len()),
                        _ => portable::float(&tile, rows.len()),
                    }
                }
            }
        }
    }
}
