//! The project file: one novel in one SQLite file.
//!
//! `storage` keeps the file safe; this crate says what a project file is, verifies and salvages it, and contains all its
//! SQL as plain functions over a connection; the caller owns the transaction. It has no writing rules and sends no
//! events.
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
//! | `pipelines` | profiles of generation, and where each is used |
//! | `mend` | mending: sessions, claims on scenes, rounds, issues, fixes, the audit log |
//! | `retention`, `logs` | what compaction must keep; deleting old logs |
//! | `open`, `schema` | opening a file; its kind, its schema and what a copy must preserve |
//! | `verify`, `damage`, `salvage`, `backup` | keeping it safe |
//! | `attached`, `watch`, `clock` | derived caches, progress, time |

pub mod artifacts;
mod attached;
pub mod backup;
pub mod blobs;
pub mod branches;
pub mod canon;
pub mod checkpoints;
mod clock;
mod codec;
pub mod current;
mod damage;
pub mod drafts;
mod error;
pub mod findings;
pub mod generations;
pub mod logs;
pub mod manuscript;
pub mod mend;
pub mod meta;
mod open;
pub mod parts;
pub mod pipelines;
pub mod proposals;
pub mod receipts;
mod records;
pub mod retention;
mod row_hash;
pub mod salvage;
pub mod scene_checks;
pub mod scene_versions;
pub mod schema;
pub mod settings;
pub mod spans;
pub mod statistics;
pub mod usage;
pub mod verify;
pub mod waivers;
pub mod watch;
pub mod workflows;

pub use clock::Clock;
pub use damage::Damage;
pub use error::{Error, Result};
pub use open::{OpenOptions, Project};
pub use wenfang_storage::connect::{Journal, assert_settings};
pub use wenfang_storage::{
    CloudFolder, Error as FileError, Foreign, Holder, Migrated, Mode, OpenReport, ReadTx, WriteTx,
    WriterConnection, read_regular, refuse_special, step,
};
