//! The files of an import, gathered into one plan.

use wenfang_documents::{Comment, Document, Format};

use super::{ImportError, ImportOptions, ImportPlan, placed_comments};
use crate::change::{Change, ChangeLog, ChangeRule};
use crate::decode::Decoded;
use crate::notation::Notation;
use crate::outline::Part;
use crate::rich::{self, Rich};
use crate::source::{Outcome, Place, Source};
use crate::split::Split;
use crate::warning::{self, Warning};
use crate::{Encoding, assemble, notation, plain_text};

/// The parts, warnings and changes of the files read so far.
#[derive(Default)]
pub(super) struct Gathered {
    parts: Vec<Part>,
    warnings: Vec<Warning>,
    changes: Vec<Change>,
    comments: Vec<Comment>,
    pub format: Option<Format>,
}

impl Gathered {
    /// Adds a document and returns the size of its text.
    pub fn add_document(
        &mut self,
        document: Document,
        options: &ImportOptions,
        (name, place): (Option<&str>, Place),
    ) -> Result<usize, ImportError> {
        let mut rich = Rich::new(document, self.comments.len());
        options.split.require_affordable(rich.text.len())?;
        let text = std::mem::take(&mut rich.text);
        let source = Source { text: &text, notation: notation::of(None), name, place, rich: Some(&rich) };
        let mut outcome = plain_text::import(&source, &options.split);
        let (title, author) = (rich.title.take(), rich.author.take());
        let has_title_line = rich.has_title_line;
        self.comments.append(&mut rich.comments.clone());
        if place == Place::First {
            // A title in the text comes before the title of the properties.
            let at = if has_title_line { 0 } else { outcome.parts.len() };
            outcome.parts.splice(at..at, title.map(Part::Title).into_iter().chain(author.map(Part::Author)));
        }
        self.parts.append(&mut outcome.parts);
        self.warnings.append(&mut outcome.warnings);
        outcome.log.extend(rich.into_log());
        let file = |change| Change { file: name.map(str::to_owned), ..change };
        self.changes.extend(outcome.log.into_changes(&text).into_iter().map(file));
        Ok(text.len())
    }

    /// Adds a text.
    pub fn add_text(
        &mut self,
        decoded: &Decoded,
        options: &ImportOptions,
        (notation, name, place): (&'static Notation, Option<&str>, Place),
    ) {
        let mut log = ChangeLog::default();
        let prepared = (notation.prepare)(&decoded.text, &mut log);
        let text = prepared.as_ref().map_or(decoded.text.as_str(), |prepared| &prepared.text);
        let source = Source { text, notation, name, place, rich: None };
        let mut outcome = read(&source, &options.split);
        outcome.log.extend(log);
        let earlier = self.changes.len();
        self.add(outcome, (decoded, text), name);
        if let Some(prepared) = &prepared {
            for change in &mut self.changes[earlier..] {
                change.line = prepared.lines.get(change.line - 1).copied().unwrap_or(change.line);
            }
        }
    }

    fn add(&mut self, mut outcome: Outcome, (decoded, text): (&Decoded, &str), file: Option<&str>) {
        outcome.log.add_many(ChangeRule::LineEnds, decoded.cleaned.line_ends);
        outcome.log.add_many(ChangeRule::Controls, decoded.cleaned.controls);
        outcome.log.add_many(ChangeRule::Replaced, decoded.replacements);
        if decoded.replacements > 0 {
            self.warnings.push(Warning::Replaced { count: decoded.replacements });
        }
        self.parts.append(&mut outcome.parts);
        self.warnings.append(&mut outcome.warnings);
        let changes = outcome.log.into_changes(text);
        self.changes
            .extend(changes.into_iter().map(|change| Change { file: file.map(str::to_owned), ..change }));
    }

    pub fn into_plan(mut self, encoding: Encoding) -> ImportPlan {
        let mut warnings = self.warnings;
        let (title, author, volumes) = assemble::tree(self.parts, &self.comments);
        warnings.extend(warning::on(&volumes));
        let mut unplaced = ChangeLog::default();
        rich::note_unplaced(&self.comments, &placed_comments(&volumes), &mut unplaced);
        self.changes.extend(unplaced.into_changes(""));
        ImportPlan {
            title,
            author,
            encoding,
            format: self.format,
            volumes,
            warnings,
            changes: self.changes,
            tool: None,
            cards: Vec::new(),
            days: Vec::new(),
            target: None,
        }
    }
}

fn read(source: &Source<'_>, split: &Split) -> Outcome {
    let by_marks = if matches!(split, Split::Auto) { (source.notation.read)(source) } else { None };
    by_marks.unwrap_or_else(|| plain_text::import(source, split))
}
