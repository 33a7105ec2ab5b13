//! Text for the sites where novels are published, by profiles.
//!
//! A profile says how a site wants its text: the title line, indents, blank lines, the mark of a scene break, what
//! becomes of each mark, and how long a chapter may be. Profiles are data with a date and a source; authors copy and
//! edit them.

mod check;
mod profile;
mod render;
mod shipped;
#[cfg(test)]
mod tests;

pub use check::{SiteWarning, SiteWarningKind};
pub use profile::{
    Dots, Escape, Length, LocalName, Note, ProfileError, Ruby, SiteMarks, SiteProfile, Wrap, profile,
};
pub use render::{SiteChapter, SiteVolume, chapter_text, site};
pub use shipped::shipped;
