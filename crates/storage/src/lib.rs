//! Safe SQLite files: opening, locking, migration on a copy, backup, writing.
//!
//! A [`Kind`] describes a kind of file, and a [`Format`] how to prove that two files of it hold the same;
//! [`File`] is an open file. This crate knows nothing of novels: the SQL of a kind is in the crate that owns it.
//! A file that can be rebuilt uses [`connect`] and [`Error`] only.
//!
//! Invariants: when a commit returns, its data is on the disk; a file that is not of the kind is left byte for byte
//! as it is; no SQL from a file runs before its schema was compared; a migration or a backup never leaves half a
//! file under its name. Deliberately absent: the clock (the caller passes the time in ms since 1970).
//!
//! | Modules | Purpose |
//! |---|---|
//! | `kind`, `file`, `inspect` | a kind of file; creating, opening, closing; what a file is |
//! | `schema`, `structure` | migrations, and a file against the schemas they create; SQLite's own checks |
//! | `migrate`, `backup` | migrating on a copy; verified copies, and which of them to keep |
//! | `connect`, `writer`, `stored` | connections with their settings; the single writer; writes that stored nothing |
//! | `lock`, `guard`, `cloud` | one writer for each file; locks that stay while it is open; synced folders |
//! | `disk`, `names`, `regular` | renames that survive a power cut; names beside a file; regular files only |
//! | `error`, `step` | failures and SQLite's result codes; fault-test hooks |

pub mod backup;
mod cloud;
pub mod connect;
mod disk;
mod error;
mod file;
mod guard;
mod inspect;
mod kind;
mod lock;
mod migrate;
pub mod names;
mod regular;
pub mod schema;
mod step;
mod stored;
pub mod structure;
mod writer;

pub use cloud::CloudFolder;
pub use error::{Error, Foreign, Noun, Result};
pub use file::{File, Mode, NewFile, OpenOptions, OpenReport, ReadTx};
pub use kind::{Format, Kind};
pub use lock::Holder;
pub use migrate::Migrated;
pub use regular::{open_regular, read_regular, refuse_special};
pub use step::step;
pub use stored::{Outcome, new_id};
pub use writer::{WriteTx, WriterConnection};
