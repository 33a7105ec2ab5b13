//! Language models: providers, requests, and reading of answers.
//!
//! The crate knows nothing about novels or SQL. [`chat`] defines requests and [`wire`] their wire form; [`stream`]
//! reads answers and [`structured`] reads structured answers; [`providers`], [`route`], [`retry`] and [`breaker`]
//! decide which model is called and which one next; [`call`] combines them over HTTP. [`keys`] stores the keys.
//!
//! Always: a request goes only to the host of a provider that the author set up; a key is never part of a value that
//! can be shown, logged or serialised; a broken stream is never reported as complete; no request is repeated after
//! text was shown.
//!
//! | Module | What it does |
//! |---|---|
//! | [`providers`], [`route`] | providers, presets, which model does which task; values without secrets |
//! | [`keys`] | the keychain, memory, or a file under a passphrase; a key is never printed |
//! | [`client`], [`chat`] | one request: its wire form, four timers, cancellation |
//! | [`stream`] | the decoder for SSE, NDJSON and plain JSON, with the dialects of the supported servers |
//! | [`call`], [`retry`], [`breaker`] | routes with fallback; no retry after text was shown |
//! | [`structured`] | JSON by schema, JSON mode or prompt; repairs syntax only |
//! | [`tokens`], [`usage`], [`cache`] | token estimates and their calibration, prices, cached answers |
//! | [`probe`] | "test connection": finds out what a server supports by asking it |

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
