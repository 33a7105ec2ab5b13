//! Generation profiles and the artifacts that their steps read.

pub mod view;
