//! Attention of rows to the rows of their own text.

use std::ops::Range;

use crate::kernels::{Block, FloatMatrix, Kernels, Left, Right, RowQuery, attend_row, softmax};

/// The number of floats of all heads together, and of one head.
#[derive(Clone, Copy)]
pub(super) struct Heads {
    pub hidden: usize,
    pub head: usize,
}

/// Buffers for one head of one text.
#[derive(Debug, Default)]
pub(super) struct Attention {
    keys: FloatMatrix,
    values: FloatMatrix,
    scores: Block,
}

impl Attention {
    /// Computes the attention of every row of one text. `from` has queries, keys and values side by side in each row;
    /// `out` receives the result in the same rows.
    pub(super) fn all_rows(
        &mut self,
        kernels: Kernels,
        Heads { hidden, head }: Heads,
        (from, text): (&Block, Range<usize>),
        out: &mut Block,
    ) {
        let (rows, stride) = (text.len(), from.stride());
        let start = text.start * stride;
        for first in (0..hidden).step_by(head) {
            let part = |column: usize| &from.values()[start + column + first..];
            let keys = Right::ByColumn { values: part(hidden), stride };
            self.keys.pack(kernels, keys, (head, rows));
            let values = Right::ByDepth { values: part(2 * hidden), stride };
            self.values.pack(kernels, values, (rows, head));
            self.scores.shape(rows, rows);
            let width = self.scores.stride();
            let queries = Left { values: part(0), stride, rows };
            self.keys.multiply(kernels, queries, (self.scores.values_mut(), width));
            softmax(kernels, &mut self.scores);
            // A head narrower than a panel overwrites the start of the next one, which is written after it.
            let (begin, step) = (text.start * out.stride() + first, out.stride());
            self.values.multiply(kernels, Left::of(&self.scores), (&mut out.values_mut()[begin..], step));
        }
    }

    /// Computes the attention of one row, `query`, to all rows of its text. `from` has keys and values side by side
    /// in each row.
    pub(super) fn one_row(
        &mut self,
        kernels: Kernels,
        Heads { hidden, head }: Heads,
        (query, from, text): (&[f32], &Block, Range<usize>),
        out: &mut [f32],
    ) {
        let (rows, stride) = (text.len(), from.stride());
        let start = text.start * stride;
        self.scores.shape(1, rows);
        for first in (0..hidden).step_by(head) {
            let part =
                |column: usize| Left { values: &from.values()[start + column + first..], stride, rows };
            let here = first..first + head;
            let row_query = RowQuery { query: &query[here.clone()], keys: part(0), values: part(hidden) };
            attend_row(kernels, &row_query, self.scores.row_mut(0), &mut out[here]);
        }
    }
}
