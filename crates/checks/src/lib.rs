//! Pure judges of text. For now one: the word-count gate.
//!
//! Text goes in, decisions come out: no async, no SQL, no clock, no models.

pub mod gate;
