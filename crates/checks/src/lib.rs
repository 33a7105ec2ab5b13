//! Pure checks of text: the length gate for streamed answers, and the consistency rules.
//!
//! Both are functions of text and canon, without async code, SQL, clock or models.

pub mod gate;
pub mod rules;
