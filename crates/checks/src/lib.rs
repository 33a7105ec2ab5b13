//! Pure judges of text: the word-count gate, and the rules of consistency.
//!
//! Text goes in, decisions come out: no async, no SQL, no clock, no models.

pub mod evaluation;
pub mod gate;
pub mod rules;
