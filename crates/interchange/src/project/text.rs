//! The texts of scenes and of their earlier versions.

use std::collections::BTreeSet;

use wenfang_documents::{Block, Comment, Document, Losses, Paragraph, Part, Snapshot, Span};
use wenfang_story::Timestamp;
use wenfang_text::CanonicalText;

use super::about::Words;
use crate::change::ChangeLog;
use crate::plan::{PlannedComment, PlannedVersion, planned_comments};
use crate::rich::{self, Rich};

/// Turns blocks into texts, and counts what was changed.
pub(super) struct Texts {
    comments: Vec<Comment>,
    losses: Losses,
    log: ChangeLog,
}

impl Texts {
    pub fn new(comments: Vec<Comment>, losses: Losses) -> Self {
        Self { comments, losses, log: ChangeLog::default() }
    }

    /// The text of a scene and its comments.
    pub fn scene(&mut self, blocks: Vec<Block>) -> (CanonicalText, Vec<PlannedComment>) {
        let (text, anchors) = rich::taken(&self.lines(blocks));
        (CanonicalText::new(text), planned_comments(anchors, &self.comments))
    }

    /// The earlier versions of a scene, oldest first. A version without a date is older than every dated one.
    pub fn versions(&mut self, snapshots: Vec<Snapshot>, words: &Words) -> Vec<PlannedVersion> {
        let mut versions: Vec<PlannedVersion> = Vec::with_capacity(snapshots.len());
        for snapshot in snapshots {
            let taken_at = snapshot.taken_at.parse::<jiff::Timestamp>().ok();
            let label = match (snapshot.title.trim(), taken_at) {
                ("", Some(_)) => words.snapshot.to_owned(),
                ("", None) => format!("{} {}", words.snapshot, snapshot.taken_at).trim_end().to_owned(),
                (title, _) => title.to_owned(),
            };
            let (text, _) = rich::taken(&self.lines(snapshot.blocks));
            let taken_at = taken_at.map(|at| Timestamp::from(at.as_millisecond()));
            versions.push(PlannedVersion { label, taken_at, text: CanonicalText::new(text) });
        }
        versions.sort_by_key(|version| version.taken_at);
        versions
    }

    fn lines(&mut self, blocks: Vec<Block>) -> String {
        let document = Document { parts: vec![Part { blocks, ..Part::default() }], ..Document::default() };
        let rich = Rich::new(document, 0);
        let text = rich.scene_text();
        self.log.extend(rich.into_log());
        text
    }

    /// All changes. `placed` are the numbers of the comments that are in the texts.
    pub fn finish(mut self, placed: &BTreeSet<usize>) -> ChangeLog {
        rich::note(&self.losses, &mut self.log);
        rich::note_unplaced(&self.comments, placed, &mut self.log);
        self.log
    }
}

/// The beginning of a text, without its marks.
pub(super) fn sample(blocks: &[Block]) -> String {
    let spans = blocks.iter().take(20).filter_map(|block| match block {
        Block::Paragraph(Paragraph { spans, .. }) | Block::Heading { spans, .. } => Some(spans),
        Block::Break | Block::PageStart => None,
    });
    spans
        .flatten()
        .filter_map(|span| match span {
            Span::Text { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect()
}
