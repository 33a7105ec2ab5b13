//! A scripted model server: it speaks the OpenAI-compatible protocol over loopback as real servers do, including
//! their faults.
//!
//! A [`Script`] maps requests to [`Answer`]s; [`ModelServer`] answers and records the requests. It listens on
//! 127.0.0.1 only. The same script and the same order of requests give the same bytes, whatever the clock says.
//! Faults occur at the exact byte or piece that the script names. Deliberately absent: TLS, persistent connections,
//! tool calls, and any understanding of the requests.
//!
//! ```no_run
//! use wenfang_model_server::{Fault, ModelServer, answer, rule, script};
//!
//! # async fn test() {
//! let server = ModelServer::start(script(vec![
//!     rule(answer::failing(503)).times(1),
//!     rule(answer::text("不写了。").fault(Fault::StallAfterDeltas(1))).user_contains("停"),
//!     rule(answer::prose(800)),
//! ]))
//! .await;
//! let url = server.base_url(); // http://127.0.0.1:PORT/v1
//! let requests = server.wait_for_requests(2).await;
//! # }
//! ```

pub mod answer;
mod compose;
mod connection;
mod deliver;
mod dialect;
mod files;
mod prose;
mod quirk;
mod recorded;
mod script;
mod server;

pub use answer::{Answer, Fault, Framing, Prose, Usage};
pub use dialect::Dialect;
pub use files::{FileAsked, FileServer};
pub use quirk::Quirk;
pub use recorded::{Ended, How, Recorded};
pub use script::{Rule, Script, When, answers_in_turn, rule, script};
pub use server::ModelServer;
