//! Pure checks of text: the length gate for streamed answers, the consistency rules, and the rules of mending.
//!
//! All are functions of text and canon, without async code, SQL, clock or models.

pub mod gate;
pub mod mending;
pub mod rules;
