//! The project file: one novel in one SQLite file.
//!
//! This crate opens, locks, migrates, verifies and backs up project files, and contains all SQL as plain functions
//! over a connection; the caller owns the transaction. It has no writing rules and sends no events.
//!
//! Invariants of a file it wrote: every row with the author's text carries a hash of it; a text is stored once, by
//! content; positions are dense ranks; ids are never reused.
//!
//! [`Project`] is the entry point; `docs/project-file.md` describes how a file is opened, saved, verified and salvaged.
//!
//! | Modules | Tables, or purpose |
//! |---|---|
//! | `parts`, `manuscript` | `volumes`, `chapters`, `scenes`; the same in reading order, with counts |
//! | `scene_versions`, `branches`, `drafts` | versions, branches and drafts of scenes |
//! | `blobs`, `codec` | texts and records by content |
//! | `checkpoints`, `current` | checkpoints; the current state beside them |
//! | `canon`, `proposals`, `settings` | the canon, proposals, settings of the novel |
//! | `findings`, `waivers`, `scene_checks` | results of checks |
//! | `generations`, `spans`, `usage` | what models wrote and cost |
//! | `artifacts`, `workflows` | values of steps; runs, steps, events |
//! | `open`, `inspect`, `lock`, `schema`, `migrate`, `connect`, `writer`, `stored`, `regular` | opening a file and writing to it |
//! | `verify`, `damage`, `salvage`, `backup`, `disk`, `cloud` | keeping it safe |
//! | `attached`, `watch`, `clock`, `step` | derived caches, progress, time, fault-test hooks |

pub mod artifacts;
mod attached;
pub mod backup;
pub mod blobs;
pub mod branches;
pub mod canon;
pub mod checkpoints;
mod clock;
pub mod cloud;
mod codec;
mod connect;
pub mod current;
mod damage;
mod disk;
pub mod drafts;
mod error;
pub mod findings;
pub mod generations;
mod inspect;
mod lock;
pub mod manuscript;
pub mod meta;
mod migrate;
mod open;
pub mod parts;
pub mod proposals;
mod records;
mod regular;
pub mod retention;
mod row_hash;
pub mod salvage;
pub mod scene_checks;
pub mod scene_versions;
pub mod schema;
pub mod settings;
pub mod spans;
pub mod statistics;
mod step;
mod stored;
pub mod usage;
pub mod verify;
pub mod waivers;
pub mod watch;
pub mod workflows;
mod writer;

pub use clock::Clock;
pub use connect::{Journal, assert_settings};
pub use damage::Damage;
pub use error::{Error, Foreign, Result};
pub use lock::Holder;
pub use migrate::Migrated;
pub use open::{Mode, OpenOptions, OpenReport, Project, ReadTx};
pub use regular::{open_regular, read_regular, refuse_special};
pub use step::step;
pub use writer::{WriteTx, WriterConnection};
