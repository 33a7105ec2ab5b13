//! Models of language: who serves them, how they are asked, how their answers are read.
//!
//! The crate knows nothing of novels and nothing of SQL. Requests and their wire form are in [`chat`], answers are read by
//! [`stream`], structured answers by [`structured`]; [`providers`], [`route`], [`retry`] and [`breaker`] say who is asked and
//! who is asked next; [`call`] puts them together over HTTP. Keys are in [`keys`] and nowhere else.
//!
//! Always: a request goes only to the host of a provider the author set up; a key is never in a value that can be
//! shown, logged or serialised; a broken stream is never taken for a complete one; after text was shown nothing is asked again.

pub mod breaker;
pub mod cache;
pub mod call;
pub mod chat;
pub mod client;
pub mod keys;
pub mod probe;
pub mod providers;
pub mod retry;
pub mod route;
pub mod stream;
pub mod structured;
pub mod tokens;
pub mod usage;
pub mod wire;

mod random;
