//! Generation profiles and the artifacts that their steps read.

pub mod text;
pub mod view;
