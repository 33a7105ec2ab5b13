//! What a document has and a manuscript does not, as changes.

use std::collections::BTreeSet;

use wenfang_documents::{Comment, LossKind, Losses};

use crate::change::{ChangeLog, ChangeRule};
use crate::lines::visible;

pub(crate) fn note(losses: &Losses, log: &mut ChangeLog) {
    for (kind, loss) in losses.iter() {
        log.add_sampled(rule(kind), loss.count, loss.characters, &loss.first);
    }
}

/// Counts the comments whose passage is in no scene, such as those in a footnote, with their replies.
pub(crate) fn note_unplaced(comments: &[Comment], placed: &BTreeSet<usize>, log: &mut ChangeLog) {
    let unplaced = comments.iter().enumerate().filter(|(number, _)| !placed.contains(number));
    for (_, comment) in unplaced {
        let replies: usize = comment.replies.iter().map(|reply| visible(&reply.text)).sum();
        log.add_sampled(ChangeRule::Comment, 1, visible(&comment.text) + replies, &comment.text);
    }
}

fn rule(kind: LossKind) -> ChangeRule {
    match kind {
        LossKind::Formatting => ChangeRule::Formatting,
        LossKind::TextBox => ChangeRule::TextBox,
        LossKind::Table => ChangeRule::Table,
        LossKind::TrackedDeletion => ChangeRule::TrackedDeletion,
        LossKind::Field => ChangeRule::Field,
        LossKind::Picture => ChangeRule::Picture,
        LossKind::HeaderFooter => ChangeRule::HeaderFooter,
        LossKind::TitlePage => ChangeRule::TitlePage,
        LossKind::Link => ChangeRule::Link,
        LossKind::Attachment => ChangeRule::Attachment,
        LossKind::ToolMark => ChangeRule::ToolMark,
        LossKind::CustomField => ChangeRule::CustomField,
        LossKind::MissingPart => ChangeRule::MissingPart,
        LossKind::UnlistedPart => ChangeRule::UnlistedPart,
        LossKind::Undecodable => ChangeRule::Undecodable,
        LossKind::Trash => ChangeRule::Trash,
        LossKind::CutShort => ChangeRule::CutShort,
    }
}
