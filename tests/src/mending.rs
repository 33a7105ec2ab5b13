//! Mending sessions over the whole stack, with fixers that behave in a known way.
//!
//! [`chapters`] are cuts of real novels, [`books`] plants errors of known truth into paragraphs in which the rules find
//! nothing. A [`Fixer`] is a model that answers by this truth, well or badly. A [`Desk`] is a novel with the workflow
//! service and such a model on loopback; [`run`] mends one of its chapters and lists what went against the claims.

mod book;
mod chapters;
mod claims;
mod desk;
mod fixer;
mod plant;
mod run;

pub use book::{Book, books};
pub use chapters::{Chapter, Language, chapters};
pub use desk::Desk;
pub use fixer::{Fixer, Mender, is_of_half};
pub use plant::{Planted, PlantedChapter, RULES};
pub use run::{Outcome, Totals, mend, run, run_book};
