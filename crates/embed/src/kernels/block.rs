//! Matrices that kernels read and write.

use super::aligned::Aligned;

/// Rows are padded to whole panels of the widest kind, plus one more panel so that rows of a power of two do not all
/// map to the same few cache lines.
const PAD: usize = 32;

/// A row-major matrix. It keeps its memory when it shrinks, so one block serves many micro-batches.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    values: Aligned<f32>,
    rows: usize,
    columns: usize,
}

impl Default for Block {
    fn default() -> Self {
        Self { values: Aligned::zeros(0), rows: 0, columns: 0 }
    }
}

impl Block {
    /// Sets the size to `rows` × `columns`; the contents are undefined until written.
    pub(crate) fn shape(&mut self, rows: usize, columns: usize) {
        self.values.resize(rows * (columns.next_multiple_of(PAD) + PAD));
        (self.rows, self.columns) = (rows, columns);
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// The distance between the starts of adjacent rows: at least the columns, in whole panels.
    pub(crate) fn stride(&self) -> usize {
        self.columns.next_multiple_of(PAD) + PAD
    }

    /// All values, including the padding of the rows.
    pub(crate) fn values(&self) -> &[f32] {
        &self.values
    }

    pub(crate) fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    pub(crate) fn row(&self, at: usize) -> &[f32] {
        let start = at * self.stride();
        &self.values[start..start + self.columns]
    }

    pub(crate) fn row_mut(&mut self, at: usize) -> &mut [f32] {
        let start = at * self.stride();
        &mut self.values[start..start + self.columns]
    }
}

/// A row-major matrix of bytes: byte `q` in row `r` represents `lows[r] + scales[r] × q`.
#[derive(Clone, Debug)]
pub(crate) struct QuantisedBlock {
    pub(super) bytes: Aligned<u8>,
    pub(super) scales: Vec<f32>,
    pub(super) lows: Vec<f32>,
    columns: usize,
}

impl Default for QuantisedBlock {
    fn default() -> Self {
        Self { bytes: Aligned::zeros(0), scales: Vec::new(), lows: Vec::new(), columns: 0 }
    }
}

impl QuantisedBlock {
    /// Sets the size to `rows` × `columns`; the contents are undefined until written.
    pub(super) fn shape(&mut self, rows: usize, columns: usize) {
        self.columns = columns;
        self.bytes.resize(rows * self.stride());
        self.scales.resize(rows, 0.0);
        self.lows.resize(rows, 0.0);
    }

    pub(super) fn rows(&self) -> usize {
        self.scales.len()
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    pub(super) fn stride(&self) -> usize {
        self.columns.next_multiple_of(64) + 64
    }
}
