//! What every use case shares, whatever its domain.
//!
//! A use case is an async function from a request struct to an answer struct over an open project. This crate has its
//! errors, with a code for programs, a message and a hint for people; the macro that lists the commands of a domain; the
//! collection of their TypeScript types; and the files that belong to the user rather than to a novel.
//!
//! | Module | Contents |
//! |---|---|
//! | [`command`] | a command and its properties, [`command_list!`] |
//! | [`error`] | codes, and the errors of lower crates in terms of them |
//! | [`files`] | config files and atomic writes |
//! | [`folders`] | the user's folders on this machine |
//! | [`request`] | pieces of requests |
//! | [`typescript`](mod@typescript) | the types of requests and answers for the window |

pub mod command;
pub mod error;
pub mod files;
pub mod folders;
mod qc;
pub mod request;
pub mod typescript;

pub use command::{Announce, Command, Needs, ProjectGuard, Tag, answer, first, parse, unknown};
pub use error::{Code, Error, Result};
pub use folders::Folders;
pub use request::{NoParams, double_option};
pub use typescript::{Types, typescript};

/// Runs blocking work on a thread of its own.
pub async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Error::new(Code::Internal, error.to_string(), "Please report this."))
}
