//! Reads a plain text as a list of parts.

use std::borrow::Cow;

use crate::change::{ChangeLog, ChangeRule};
use crate::foreign::{Origin, to_marks};
use crate::front;
use crate::heading::{Heading, Role, find};
use crate::layout::TextLayout;
use crate::lines::{self, Line};
use crate::outline::{ChapterHead, Part, Script, TitleSource};
use crate::rich::on_first_line;
use crate::scenes::{Piece, compose};
use crate::source::{Outcome, Place, Source};
use crate::spaced::{self, Spaced};
use crate::split::{Split, by_titles};
use crate::warning::Warning;
use crate::{aozora, contents, marked};
use wenfang_text::NovelLanguage;
use wenfang_text::marks::write;

/// Reads a plain text.
pub(crate) fn import(source: &Source<'_>, split: &Split) -> Outcome {
    let mut outcome = Outcome::default();
    if matches!(split, Split::Auto)
        && source.rich.is_none()
        && let Some(parts) = marked::read(source.text, &mut outcome.log)
    {
        outcome.parts = parts;
        return outcome;
    }
    outcome.log = ChangeLog::default();
    let lines = lines::split(source.text);
    let end = if source.rich.is_some() { lines.len() } else { aozora::book_end(&lines) };
    let (lines, colophon) = lines.split_at(end);
    for line in colophon.iter().filter(|line| !line.is_blank()) {
        outcome.log.add(ChangeRule::AozoraColophon, line.at, lines::visible(line.body));
    }
    let mut reading = Reading {
        lines,
        layout: layout(source, lines),
        source,
        script: Script::of(source.text),
        is_own_export: false,
        title_comments: Vec::new(),
        outcome,
    };
    let headings = reading.headings(split);
    reading.build_parts(headings);
    reading.outcome
}

/// The layout of a file. The paragraphs of a document are its lines.
fn layout(source: &Source<'_>, lines: &[Line<'_>]) -> TextLayout {
    if source.rich.is_some() { TextLayout::paragraphs(lines) } else { TextLayout::of(lines) }
}

struct Reading<'r, 't> {
    lines: &'r [Line<'t>],
    layout: TextLayout,
    source: &'r Source<'t>,
    script: Script,
    /// Whether the file has the spacing of our own export. Numbers alone on a line are then prose, and
    /// preserved blank lines are text.
    is_own_export: bool,
    /// The comments on titles that have had no scene yet.
    title_comments: Vec<usize>,
    outcome: Outcome,
}

impl<'r> Reading<'r, '_> {
    fn headings(&mut self, split: &Split) -> Vec<Heading> {
        let found = match split {
            Split::None => Vec::new(),
            Split::Pattern(pattern) => pattern.headings(self.lines),
            Split::Titles(titles) => {
                let (found, missing) = by_titles(self.lines, titles);
                self.outcome
                    .warnings
                    .extend(missing.into_iter().map(|title| Warning::TitleNotFound { title }));
                found
            }
            Split::Auto => self.auto(),
        };
        let (found, entries) = contents::without_contents(self.lines, found);
        if entries > 0 {
            self.outcome.warnings.push(Warning::ContentsList { entries });
        }
        if found.is_empty() && !matches!(split, Split::None) && self.source.name_title().is_none() {
            self.outcome.warnings.push(Warning::NoHeadings);
        }
        contents::without_repeats(self.lines, found, &mut self.outcome)
    }

    fn auto(&mut self) -> Vec<Heading> {
        if let Some(rich) = self.source.rich {
            let styled = rich.headings(self.lines, self.source.place, &mut self.outcome.parts);
            if !styled.is_empty() {
                return styled;
            }
        }
        let annotated = aozora::headings(self.lines);
        if !annotated.is_empty() {
            return annotated;
        }
        if !self.layout.is_wrapped()
            && self.source.rich.is_none()
            && let Some(found) = spaced::headings(self.lines)
        {
            self.layout = TextLayout::literal();
            self.is_own_export = true;
            return self.spaced(&found);
        }
        let mut found = find::find(self.lines, &self.layout);
        if found.is_empty() {
            found = self.first_line_as_heading();
        }
        if found.is_empty() { find::bare_chapters(self.lines) } else { found }
    }

    /// Returns the headings of Wenfang's own spacing. The title of the book is added to the parts directly.
    fn spaced(&mut self, found: &[(usize, Spaced)]) -> Vec<Heading> {
        let mut headings = Vec::new();
        for &(line, kind) in found {
            let heading = Heading::whole_line(line, self.lines[line].body);
            match kind {
                Spaced::Title => self.outcome.parts.push(Part::Title(heading.title)),
                Spaced::Volume => headings.push(Heading { role: Role::Volume, ..heading }),
                Spaced::Chapter => headings.push(heading),
            }
        }
        headings
    }

    /// In a folder import, a first line equal to the file name is the chapter heading.
    fn first_line_as_heading(&self) -> Vec<Heading> {
        let Some(name) = self.source.name_title() else { return Vec::new() };
        let Some(at) = self.lines.iter().position(|line| !line.is_blank()) else { return Vec::new() };
        let body = self.lines[at].body;
        let is_safe = |language| crate::file_name::safe_in(body, language) == name;
        let same = body == name || is_safe(NovelLanguage::Zh) || is_safe(NovelLanguage::En);
        if same { vec![Heading::whole_line(at, self.lines[at].body)] } else { Vec::new() }
    }

    /// Converts the file to a list of parts.
    fn build_parts(&mut self, headings: Vec<Heading>) {
        let first = headings.first().map_or(self.lines.len(), |heading| heading.line);
        let start = self.front(first, headings.is_empty());
        let named = headings.is_empty().then(|| self.only_chapter());
        match named {
            Some(head) => self.chapter(head, start..first, None),
            None => self.unnamed(self.script.front(), start..first),
        }
        let mut at = 0;
        while at < headings.len() {
            let heading = &headings[at];
            let mut next = at + 1;
            while heading.role == Role::Chapter
                && headings.get(next).is_some_and(|next| next.role == Role::Section)
            {
                next += 1;
            }
            let end = headings.get(next).map_or(self.lines.len(), |next| next.line);
            heading.note(self.lines, self.source.text, &mut self.outcome.log);
            if let Some((volume, _)) = &heading.volume {
                self.volume_name(volume, heading.line);
            }
            match heading.role {
                Role::Volume => {
                    self.outcome.parts.push(Part::Volume(Some(heading.title.clone())));
                    self.drop_notes(heading.line..heading.end);
                    self.unnamed(self.script.front(), heading.text_from..end);
                }
                Role::Chapter | Role::Section => {
                    let head = ChapterHead {
                        title: heading.title.clone(),
                        number: heading.number,
                        source: TitleSource::Heading(heading.confidence),
                    };
                    self.chapter(head, heading.text_from..end, Some((heading, &headings[at + 1..next])));
                }
            }
            at = next;
        }
    }

    /// Reads the title block before the first heading and returns the line after it.
    fn front(&mut self, first: usize, no_headings: bool) -> usize {
        if self.source.rich.is_some_and(|rich| rich.has_title_line) {
            return 0;
        }
        let titled = self.outcome.parts.iter().any(|part| matches!(part, Part::Title(_)));
        if titled {
            let title = self.lines.iter().position(|line| !line.is_blank()).unwrap_or(0);
            self.drop_notes(0..title + 1);
            return (title + 1).min(first);
        }
        if self.source.name_title().is_some() && no_headings || self.source.place == Place::Later {
            return 0;
        }
        let mut log = ChangeLog::default();
        let block = front::read(&self.lines[..first], &mut log);
        // Lines behind which nothing comes are the text.
        if self.lines[block.end..].iter().all(Line::is_blank) {
            return 0;
        }
        self.outcome.log.extend(log);
        self.outcome.parts.extend(block.title.map(Part::Title));
        self.outcome.parts.extend(block.author.map(Part::Author));
        self.drop_notes(0..block.end);
        block.end
    }

    /// Returns the single chapter of a file without headings.
    fn only_chapter(&self) -> ChapterHead {
        match self.source.name_title() {
            Some(name) => ChapterHead { title: name.to_owned(), number: None, source: TitleSource::FileName },
            None => ChapterHead::by_rule(self.script.whole()),
        }
    }

    /// Adds prose without a heading as a chapter of its own, if there is any.
    fn unnamed(&mut self, title: &str, range: std::ops::Range<usize>) {
        let has_text = |at: usize| match self.source.rich {
            Some(rich) => !rich.line(at).is_empty(),
            None => !aozora::without_layout(self.lines[at].body).trim().is_empty(),
        };
        if range.clone().any(has_text) {
            self.chapter(ChapterHead::by_rule(title), range, None);
        } else {
            self.drop_lines(range);
        }
    }

    fn drop_lines(&mut self, range: std::ops::Range<usize>) {
        let pieces = self.pieces(range);
        _ = compose(self.lines, &self.layout, &pieces, &mut self.outcome.log);
    }

    fn chapter(
        &mut self,
        head: ChapterHead,
        range: std::ops::Range<usize>,
        heading: Option<(&Heading, &[Heading])>,
    ) {
        self.outcome.parts.push(Part::Chapter(head));
        let mut pieces = Vec::new();
        if let Some((heading, _)) = heading
            && let Some(at) = heading.tail
        {
            let line = &self.lines[heading.line];
            let text = self.source.text[at..line.range().end].trim_end();
            let text = match self.source.rich {
                Some(_) => Cow::Owned(write::literal(text)),
                None => Cow::Borrowed(text),
            };
            self.outcome.log.add(ChangeRule::HeadingTail, at, 0);
            let tail = self.source.rich.is_none();
            pieces.push(Piece::Text { line: heading.line, at, text, tail });
        }
        if let Some((heading, _)) = heading {
            self.move_notes(heading, &mut pieces);
        }
        pieces.extend(self.pieces(range.clone()));
        let sections: Vec<usize> = match heading {
            Some((_, sections)) if !sections.is_empty() => {
                sections.iter().map(|section| section.line).collect()
            }
            _ if self.is_own_export => Vec::new(),
            _ => find::bare_sections(self.lines, range),
        };
        let mut next = sections.iter().peekable();
        for piece in &mut pieces {
            if let Piece::Text { line, tail: false, text, .. } = piece
                && next.next_if_eq(&&*line).is_some()
            {
                *piece = Piece::Section(*line, std::mem::take(text));
            }
        }
        let mut scenes = compose(self.lines, &self.layout, &pieces, &mut self.outcome.log);
        self.place_title_comments(&mut scenes);
        for scene in scenes {
            let scene = self.in_marks(scene, pieces.first());
            self.outcome.parts.push(Part::Scene(scene));
        }
    }

    /// A title has no comments: those on the titles before a chapter, and on its own, are on its first line.
    fn place_title_comments(&mut self, scenes: &mut Vec<String>) {
        let comments = std::mem::take(&mut self.title_comments);
        if comments.is_empty() {
            return;
        }
        if scenes.is_empty() {
            scenes.push(String::new());
        }
        scenes[0] = on_first_line(&scenes[0], &comments);
    }

    /// A scene with the marks of other programs in Wenfang's.
    fn in_marks(&mut self, scene: String, first: Option<&Piece<'_>>) -> String {
        if self.is_own_export || self.source.rich.is_some() {
            return scene;
        }
        let from = first.map_or(0, |piece| self.lines[piece.line()].at);
        let origin = Origin { source: self.source.text, from, script: self.script };
        to_marks(scene, origin, &mut self.outcome.log)
    }

    /// A title has no notes: they become a line below it.
    fn move_notes(&mut self, heading: &Heading, pieces: &mut Vec<Piece<'r>>) {
        let Some(rich) = self.source.rich else { return };
        for line in heading.line..heading.end {
            let at = self.lines[line].at;
            self.drop_readings(line);
            self.title_comments.extend(rich.comments_of(line));
            let text = rich.notes_of(line).map(Cow::Borrowed);
            pieces.extend(text.map(|text| Piece::Text { line, at, text, tail: false }));
        }
    }

    /// Records the notes of lines that become a title without text below it.
    fn drop_notes(&mut self, lines: std::ops::Range<usize>) {
        let Some(rich) = self.source.rich else { return };
        for line in lines {
            self.drop_readings(line);
            self.title_comments.extend(rich.comments_of(line));
            if let Some(notes) = rich.notes_of(line) {
                let words: String = notes.chars().filter(|c| !"^[]*｜《》\\".contains(*c)).collect();
                self.outcome.log.note(ChangeRule::HeadingMark, self.lines[line].at, &words);
            }
        }
    }

    /// Records the ruby readings of a line that becomes a title.
    fn drop_readings(&mut self, line: usize) {
        let readings = self.source.rich.map_or(0, |rich| rich.readings_of(line));
        if readings > 0 {
            self.outcome.log.add(ChangeRule::HeadingMark, self.lines[line].at, readings);
        }
    }

    /// Classifies the lines of a range.
    fn pieces(&mut self, range: std::ops::Range<usize>) -> Vec<Piece<'r>> {
        let source = self.source;
        let lines = self.lines;
        let mut pieces = Vec::with_capacity(range.len());
        for at in range {
            let line = &lines[at];
            if self.is_own_export && spaced::is_kept_blank(line) {
                pieces.push(Piece::Text { line: at, at: line.at, text: Cow::Borrowed(""), tail: false });
                continue;
            }
            if let Some(rich) = source.rich
                && line.ornament().is_none()
            {
                // A line may be a note alone.
                let text = Some(rich.text_line(at)).filter(|text| !text.is_empty());
                if let Some(text) = text.clone().filter(|_| rich.starts_scene(at)) {
                    pieces.push(Piece::Section(at, text));
                    continue;
                }
                pieces.push(text.map_or(Piece::Blank(at), |text| Piece::Text {
                    line: at,
                    at: line.body_at(),
                    text,
                    tail: false,
                }));
                continue;
            }
            if line.is_blank() {
                pieces.push(Piece::Blank(at));
                continue;
            }
            if let Some(kind) = line.ornament() {
                pieces.push(Piece::Ornament(at, kind));
                continue;
            }
            let text = aozora::without_layout(line.body);
            if text.len() < line.body.len() {
                let dropped = lines::visible(line.body) - lines::visible(&text);
                self.outcome.log.add(ChangeRule::AozoraLayout, line.at, dropped);
            }
            let text = source.decode_line(text, line.at, &mut self.outcome.log);
            if text.trim().is_empty() {
                pieces.push(Piece::Blank(at));
            } else {
                pieces.push(Piece::Text { line: at, at: line.body_at(), text, tail: false });
            }
        }
        pieces
    }

    /// Starts the volume named in a chapter heading, or records that it was repeated.
    fn volume_name(&mut self, volume: &str, line: usize) {
        let current = self.outcome.parts.iter().rev().find_map(|part| match part {
            Part::Volume(title) => Some(title.as_deref()),
            Part::VolumeName(title) => Some(Some(title.as_str())),
            _ => None,
        });
        if current == Some(Some(volume)) {
            self.outcome.log.note(ChangeRule::VolumePrefix, self.lines[line].at, volume);
        }
        self.outcome.parts.push(Part::VolumeName(volume.to_owned()));
    }
}
