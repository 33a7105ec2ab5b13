//! What a reader could not put into the tree, counted by kind.

use std::collections::BTreeMap;

/// A kind of content that a tree does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LossKind {
    /// Colours, sizes, fonts, underlines and the like were dropped. The text is kept.
    Formatting,
    /// A text box. Its text follows its paragraph.
    TextBox,
    /// A table. Its rows are lines.
    Table,
    /// Text that a tracked change deletes.
    TrackedDeletion,
    /// A field, such as a page number or a table of contents.
    Field,
    Picture,
    /// A header or a footer.
    HeaderFooter,
    /// A title page, or a line that a writer of manuscripts puts before or after the text.
    TitlePage,
    /// A link. Its text is kept; its target is not followed.
    Link,
    /// A document of another kind inside a project: a PDF, a web page, a sound.
    Attachment,
    /// Marks of a writing tool in its text, such as style markers.
    ToolMark,
    /// A custom field of a writing tool.
    CustomField,
    /// A part that a project lists but whose file is missing.
    MissingPart,
    /// A file of a project that the project does not list.
    UnlistedPart,
    /// A document in the trash of a project.
    Trash,
    /// A character that the source's encoding has no text for.
    Undecodable,
    /// The file ends before its text does.
    CutShort,
}

/// How often one kind of content was left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loss {
    pub count: usize,
    /// The visible characters that are not in the tree.
    pub characters: usize,
    /// The first of them: a name or the beginning of the text, at most 60 characters.
    pub first: String,
}

/// Losses by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses(BTreeMap<LossKind, Loss>);

/// The longest sample of a loss, in characters.
const SAMPLE_CHARS: usize = 60;

impl Losses {
    /// Counts one loss. `dropped` is the text that is not in the tree; empty if no text is lost.
    pub fn note(&mut self, kind: LossKind, dropped: &str) {
        self.add(kind, dropped, dropped.chars().filter(|c| !c.is_whitespace()).count());
    }

    /// Counts one loss without lost text, and names it.
    pub fn name(&mut self, kind: LossKind, name: &str) {
        self.add(kind, name, 0);
    }

    fn add(&mut self, kind: LossKind, sample: &str, characters: usize) {
        let loss = self.0.entry(kind).or_default();
        loss.count += 1;
        loss.characters += characters;
        if loss.first.is_empty() {
            loss.first = sample.trim().chars().take(SAMPLE_CHARS).collect();
        }
    }

    /// Adds the losses of another document.
    pub fn extend(&mut self, other: Self) {
        for (kind, loss) in other.0 {
            let own = self.0.entry(kind).or_default();
            own.count += loss.count;
            own.characters += loss.characters;
            if own.first.is_empty() {
                own.first = loss.first;
            }
        }
    }

    /// The losses of one kind.
    pub fn of(&self, kind: LossKind) -> Option<&Loss> {
        self.0.get(&kind)
    }

    pub fn iter(&self) -> impl Iterator<Item = (LossKind, &Loss)> {
        self.0.iter().map(|(kind, loss)| (*kind, loss))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_counted_by_kind() {
        let mut losses = Losses::default();
        losses.note(LossKind::TrackedDeletion, "删 去");
        losses.note(LossKind::TrackedDeletion, "more");
        losses.name(LossKind::Picture, "media/image1.png");
        let deleted = losses.of(LossKind::TrackedDeletion).unwrap();
        assert_eq!((deleted.count, deleted.characters, deleted.first.as_str()), (2, 6, "删 去"));
        assert_eq!(losses.of(LossKind::Picture).unwrap().characters, 0);
    }
}
