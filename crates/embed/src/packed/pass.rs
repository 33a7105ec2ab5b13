//! The pass of one micro-batch through the layers.

use std::ops::Range;

use crate::folder::{Activation, Pooling};
use crate::kernels::{Block, add_and_norm, gelu, norm, relu};

use super::attention::{Attention, Heads};
use super::linear::Input;
use super::model::{Layer, Model, Projection};

/// The buffers of a micro-batch, reused for the next one.
#[derive(Debug, Default)]
pub(super) struct Pass {
    /// One row per token, between the layers.
    rows: Input,
    /// The output of attention.
    attended: Input,
    /// The intermediate rows of the feed-forward part.
    wide: Input,
    /// Queries, keys and values.
    projected: Block,
    /// Queries of the first rows.
    queries: Block,
    /// The update to be added to the rows.
    change: Block,
    attention: Attention,
}

impl Pass {
    /// Computes the vectors of texts, in order, not yet normalised.
    pub(super) fn run(&mut self, model: &Model, texts: &[Vec<u32>]) -> Vec<Vec<f32>> {
        let mut end = 0;
        let texts_at: Vec<Range<usize>> = texts
            .iter()
            .map(|text| {
                end += text.len();
                end - text.len()..end
            })
            .collect();
        self.look_up(model, texts);
        // After the last layer of a model that pools by `[CLS]`, there is one row per text.
        let mut pooled: Vec<Range<usize>> = texts_at.clone();
        for layer in &model.layers {
            self.attend(model, layer, &texts_at);
            if let Projection::First { .. } = layer.projection {
                pooled = (0..texts.len()).map(|row| row..row + 1).collect();
            }
            self.feed_forward(model, layer);
        }
        pooled.into_iter().map(|text| self.pool(model, text)).collect()
    }

    /// Looks up the vectors of tokens and positions.
    fn look_up(&mut self, model: &Model, texts: &[Vec<u32>]) {
        let hidden = model.hidden;
        let rows = &mut self.rows.floats;
        rows.shape(texts.iter().map(Vec::len).sum(), hidden);
        let places = texts.iter().flat_map(|text| text.iter().enumerate());
        for (row, (position, token)) in places.enumerate() {
            let word = &model.embeddings.words[*token as usize * hidden..][..hidden];
            let position = &model.embeddings.positions[position * hidden..][..hidden];
            for ((x, word), position) in rows.row_mut(row).iter_mut().zip(word).zip(position) {
                *x = word + position;
            }
        }
        norm(model.kernels, &model.embeddings.norm, rows);
    }

    /// The first half of a layer: adds the output of attention to `rows` and normalises.
    fn attend(&mut self, model: &Model, layer: &Layer, texts: &[Range<usize>]) {
        let (kernels, scheme) = (model.kernels, model.scheme);
        let heads = Heads { hidden: model.hidden, head: model.head };
        self.rows.ready(kernels, scheme);
        match &layer.projection {
            Projection::Whole(projection) => {
                projection.apply(kernels, &self.rows, &mut self.projected);
                self.attended.floats.shape(self.rows.floats.rows(), model.hidden);
                for text in texts {
                    let from = (&self.projected, text.clone());
                    self.attention.all_rows(kernels, heads, from, &mut self.attended.floats);
                }
            }
            Projection::First { query, keys_and_values } => {
                keys_and_values.apply(kernels, &self.rows, &mut self.projected);
                // From here on, `rows` contains only the first row of each text.
                for (row, text) in texts.iter().enumerate() {
                    let stride = self.rows.floats.stride();
                    let first = text.start * stride;
                    self.rows.floats.values_mut().copy_within(first..first + model.hidden, row * stride);
                }
                self.rows.floats.shape(texts.len(), model.hidden);
                self.rows.ready(kernels, scheme);
                query.apply(kernels, &self.rows, &mut self.queries);
                self.attended.floats.shape(texts.len(), model.hidden);
                for (row, text) in texts.iter().enumerate() {
                    let from = (self.queries.row(row), &self.projected, text.clone());
                    self.attention.one_row(kernels, heads, from, self.attended.floats.row_mut(row));
                }
            }
        }
        self.attended.ready(kernels, scheme);
        layer.attention_out.apply(kernels, &self.attended, &mut self.change);
        add_and_norm(kernels, &layer.attention_norm, &mut self.rows.floats, &self.change);
    }

    /// The second half of a layer.
    fn feed_forward(&mut self, model: &Model, layer: &Layer) {
        let (kernels, scheme) = (model.kernels, model.scheme);
        self.rows.ready(kernels, scheme);
        layer.up.apply(kernels, &self.rows, &mut self.wide.floats);
        match model.activation {
            Activation::Gelu => gelu(kernels, &mut self.wide.floats),
            Activation::Relu => relu(kernels, &mut self.wide.floats),
        }
        self.wide.ready(kernels, scheme);
        layer.down.apply(kernels, &self.wide, &mut self.change);
        add_and_norm(kernels, &layer.out_norm, &mut self.rows.floats, &self.change);
    }

    /// Combines the rows of a text into its vector.
    fn pool(&self, model: &Model, text: Range<usize>) -> Vec<f32> {
        let rows = &self.rows.floats;
        match model.pooling {
            Pooling::Cls => rows.row(text.start).to_vec(),
            Pooling::Mean => {
                let mut mean = vec![0.0; model.hidden];
                for row in text.clone() {
                    for (sum, x) in mean.iter_mut().zip(rows.row(row)) {
                        *sum += x;
                    }
                }
                let per = 1.0 / text.len() as f32;
                mean.iter_mut().for_each(|x| *x *= per);
                mean
            }
        }
    }
}
