//! Sentences and stopping points. (to come)

mod grapheme;

pub(crate) use grapheme::graphemes;
pub use grapheme::{Snap, snap_to_grapheme};
