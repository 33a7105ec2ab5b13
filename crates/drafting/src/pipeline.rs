//! Generation profiles and the artifacts that their steps read.

pub mod include;
pub mod text;
pub mod view;
