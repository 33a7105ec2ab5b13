//! Reads a Markdown file as a list of parts.
//!
//! Headings are the title, volumes and chapters by the rule of [`Levels`]; deeper ones are the author's text. Lines
//! like `***`, `---`, `＊＊＊` are scene boundaries. Emphasis, lists and quotes are kept. Backslash escapes and
//! character references are decoded; footnotes go to their places ([`footnotes`]); of links, tables, code and spans with attributes the words are kept, and pictures
//! are left out ([`inline`]). Setext headings (underlined with `===`) are not supported.
//!
//! A file whose front matter has `wenfang: 1` is Wenfang's own export and is read exactly: blank lines separate
//! paragraphs, a line of `&nbsp;` is a blank line of the text, `* * *` separates scenes, and `#` is always a
//! volume. In other files a line of `&nbsp;` is merged with the blank lines around it, which may be layout; our
//! export writes `&nbsp; &nbsp;` there to preserve a blank line.

pub(crate) mod escape;
mod footnotes;
pub(crate) mod front_matter;
mod html;
pub(crate) mod inline;
pub(crate) mod shapes;

use std::borrow::Cow;

use crate::change::{ChangeLog, ChangeRule};
use crate::emphasis;
use crate::foreign::{Origin, to_marks};
use crate::heading::levels::{self, Levels, is_chapter, is_volume};
use crate::heading::pattern::{self, Unit};
use crate::heading::{Confidence, title};
use crate::layout::TextLayout;
use crate::lines::{self, Line, Ornament};
use crate::notation::Notation;
use crate::outline::{ChapterHead, Part, Script, TitleSource};
use crate::scenes::{Piece, compose};
use crate::source::{Outcome, Place, Source};
use shapes::Shaped;

pub(crate) const NOTATION: Notation = Notation {
    endings: &["md", "markdown"],
    prepare: footnotes::place,
    read: import,
    decode_line: inline::decode,
};

/// Represents a blank line of the text in our own export.
pub(crate) const BLANK: &str = "&nbsp;";

/// Represents a blank line anywhere in a chapter in our own export without the signature.
pub(crate) const KEPT_BLANK: &str = "&nbsp; &nbsp;";

/// The scene separator in our own export.
pub(crate) const SCENE: &str = "* * *";

/// Reads a Markdown file. `None` if it has no headings and is not our own export; it is then read as plain
/// text.
fn import(source: &Source<'_>) -> Option<Outcome> {
    let mut outcome = Outcome::default();
    let front = front_matter::read(source.text);
    let all = lines::split(source.text);
    let lines = &all[front.lines..];
    let levels = levels_of(lines, source.place == Place::First && front.title.is_none());
    if levels.chapter == 0 && !front.own {
        return None;
    }
    front.note(&mut outcome.log);
    outcome.parts.extend(front.title.clone().map(Part::Title));
    outcome.parts.extend(front.author.clone().map(Part::Author));
    if front.own {
        own(lines, &mut outcome);
    } else {
        foreign(&Foreign { source, lines, levels }, &mut outcome);
    }
    Some(outcome)
}

/// Parses a heading line into its level and title.
fn heading<'t>(line: &Line<'t>) -> Option<(usize, &'t str)> {
    if line.indent > 3 || !line.body.starts_with('#') {
        return None;
    }
    let rest = line.body.trim_start_matches('#');
    let level = line.body.len() - rest.len();
    if level > 6 || !(rest.is_empty() || rest.starts_with([' ', '\t', '　'])) {
        return None;
    }
    let text = rest.trim();
    let open = text.trim_end_matches('#');
    let closed = open.is_empty() || open.ends_with([' ', '\t']);
    Some((level, if closed { open.trim_end() } else { text }))
}

/// The meaning of the heading levels of a file. A first heading of level 1 can be the title of the book only if nothing
/// else is. Below level 1, volumes and chapters are told by titles that count them; others are headings in chapters.
fn levels_of(lines: &[Line<'_>], may_be_title: bool) -> Levels {
    let level = |(level, text): (usize, &str)| (u8::try_from(level).unwrap_or(u8::MAX), levels::unit(text));
    let is_in_scene = |at: usize| at.checked_sub(2).is_some_and(|at| shapes::read(lines, at).is_some());
    let headings: Vec<_> = (lines.iter().enumerate())
        .filter_map(|(at, line)| heading(line).filter(|_| !is_in_scene(at)).map(level))
        .collect();
    let begins_at_top = headings.first().is_some_and(|(level, _)| *level == 1);
    let found = Levels::of(&headings, may_be_title && begins_at_top);
    let count = |level: u8, test: fn(Option<Unit>) -> bool| {
        let all: Vec<bool> =
            headings.iter().filter(|(at, _)| *at == level).map(|(_, unit)| test(*unit)).collect();
        all.iter().filter(|is| **is).count() * 2 > all.len()
    };
    if found.volume > 1 && !count(found.volume, is_volume) && !count(found.chapter, is_chapter) {
        return Levels { volume: 0, chapter: found.volume, ..found };
    }
    found
}

/// Reads our own export.
fn own(lines: &[Line<'_>], outcome: &mut Outcome) {
    let mut scene: Option<Vec<String>> = None;
    for line in lines {
        if line.is_blank() {
            continue;
        }
        if let Some((level @ (1 | 2), text)) = heading(line) {
            end_scene(&mut scene, outcome);
            outcome.log.add(ChangeRule::MarkdownHeading, line.at, level);
            let title = escape::decode(text).into_owned();
            match level {
                1 => outcome.parts.push(Part::Volume((!title.is_empty()).then_some(title))),
                _ => {
                    outcome.parts.push(Part::Chapter(ChapterHead::certain(title)));
                    scene = Some(Vec::new());
                }
            }
        } else if line.body == SCENE {
            end_scene(&mut scene, outcome);
            outcome.log.note(ChangeRule::SceneMark, line.at, line.body);
            scene = Some(Vec::new());
        } else {
            let text =
                if line.body == BLANK { String::new() } else { escape::decode(line.body).into_owned() };
            if scene.is_none() {
                let script = Script::of(&text);
                outcome.parts.push(Part::Chapter(ChapterHead::by_rule(script.front())));
            }
            scene.get_or_insert_default().push(text);
        }
    }
    end_scene(&mut scene, outcome);
}

fn end_scene(scene: &mut Option<Vec<String>>, outcome: &mut Outcome) {
    if let Some(lines) = scene.take() {
        outcome.parts.push(Part::Scene(lines.join("\n")));
    }
}

/// A Markdown file from another program.
struct Foreign<'f, 't> {
    source: &'f Source<'t>,
    lines: &'f [Line<'t>],
    levels: Levels,
}

impl<'t> Foreign<'_, 't> {
    /// A heading of the book, a volume or a chapter. Deeper ones are the author's text.
    fn heading(&self, line: &Line<'t>) -> Option<(usize, &'t str)> {
        let Levels { title, volume, chapter } = self.levels;
        heading(line).filter(|(level, _)| [title, volume, chapter].map(usize::from).contains(level))
    }

    /// The line behind a line that is left out, such as a picture, and the blank lines after it.
    fn end_of_gap(&self, at: usize) -> usize {
        let blanks = self.lines[at + 1..].iter().take_while(|line| line.is_blank()).count();
        at + 1 + blanks
    }

    /// A line that our own export wrote with a shape.
    fn shaped(&self, shaped: Shaped<'t>, log: &mut ChangeLog) -> Piece<'t> {
        let line = &self.lines[shaped.line];
        let words = Cow::Borrowed(shaped.words);
        let text = if shaped.is_break { words } else { self.source.decode_line(words, line.at, log) };
        let (open, close) = shaped.around;
        let text = if open.is_empty() { text } else { Cow::Owned(format!("{open}{text}{close}")) };
        let markup =
            self.lines[shaped.first..shaped.end].iter().map(|line| lines::visible(line.body)).sum::<usize>();
        log.add(ChangeRule::MarkdownEscape, line.at, markup - lines::visible(shaped.words));
        Piece::Text { line: shaped.line, at: line.body_at(), text, tail: false }
    }

    /// Whether the heading of a volume has text but no chapters, such as a prologue beside the parts of a novel.
    fn is_single_chapter(&self, at: usize, title: &str) -> bool {
        let mut has_text = false;
        for line in &self.lines[at + 1..] {
            if let Some((level, _)) = self.heading(line) {
                return has_text
                    && level == usize::from(self.levels.volume)
                    && !is_volume(levels::unit(title));
            }
            has_text |= !line.is_blank();
        }
        has_text && !is_volume(levels::unit(title))
    }
}

fn foreign(file: &Foreign<'_, '_>, outcome: &mut Outcome) {
    let layout = TextLayout::of(file.lines);
    let script = Script::of(file.source.text);
    let mut pieces = Vec::new();
    let mut open = false;
    let mut behind = 0;
    for (at, line) in file.lines.iter().enumerate() {
        if at < behind {
            continue;
        }
        if let Some(shaped) = shapes::read(file.lines, at) {
            behind = shaped.end;
            pieces.push(file.shaped(shaped, &mut outcome.log));
        } else if let Some((level, text)) = file.heading(line) {
            close(file, &layout, (std::mem::take(&mut pieces), open, script), outcome);
            let (is_chapter, notes) = begin(file, (at, level, text), outcome);
            open = is_chapter;
            pieces.extend(notes.map(|text| Piece::Text { line: at, at: line.at, text, tail: false }));
        } else if line.is_blank() {
            pieces.push(Piece::Blank(at));
        } else if let Some(kind) = separator(line) {
            pieces.push(Piece::Ornament(at, kind));
        } else {
            let body = Cow::Borrowed(line.body);
            let text = file.source.decode_line(body, line.at, &mut outcome.log);
            // Our own export without its front matter still uses these for blank lines.
            let text = match line.body {
                KEPT_BLANK if open => Some("".into()),
                BLANK | KEPT_BLANK => None,
                _ if text.is_empty() => {
                    behind = file.end_of_gap(at);
                    let is_apart = behind == at + 1 || matches!(pieces.last(), Some(Piece::Blank(_)));
                    if !is_apart {
                        pieces.push(Piece::Blank(at));
                    }
                    continue;
                }
                _ => Some(text),
            };
            pieces.push(text.map_or(Piece::Blank(at), |text| Piece::Text {
                line: at,
                at: line.body_at(),
                text,
                tail: false,
            }));
        }
    }
    close(file, &layout, (pieces, open, script), outcome);
}

/// Begins the part of a heading; returns whether text that follows is in a chapter, and the footnotes of the heading: a
/// title has none, so that they become the first line below it.
fn begin(
    file: &Foreign<'_, '_>,
    (at, level, text): (usize, usize, &str),
    outcome: &mut Outcome,
) -> (bool, Option<Cow<'static, str>>) {
    let line = &file.lines[at];
    let is_title = level == usize::from(file.levels.title);
    let is_volume = level == usize::from(file.levels.volume) && !file.is_single_chapter(at, text);
    outcome.log.add(ChangeRule::MarkdownHeading, line.at, level);
    let (text, signs) = emphasis::without(text);
    if signs > 0 {
        outcome.log.add(ChangeRule::HeadingMark, line.at, signs);
    }
    let text = file.source.decode_line(Cow::Owned(text), line.at, &mut outcome.log);
    let (text, notes) = emphasis::without_notes(&text);
    let title = title::plain(&text.replace("\\*", "*"));
    outcome.parts.push(if is_title {
        Part::Title(title)
    } else if is_volume {
        Part::Volume((!title.is_empty()).then_some(title))
    } else {
        let number = pattern::read(&title).and_then(|form| form.number);
        Part::Chapter(ChapterHead { title, number, source: TitleSource::Heading(Confidence::Certain) })
    });
    (!is_title && !is_volume, Some(notes).filter(|notes| !notes.is_empty()).map(Cow::Owned))
}

/// Composes the pieces since the last heading. Without an open chapter, only if they contain prose.
fn close(
    file: &Foreign<'_, '_>,
    layout: &TextLayout,
    (pieces, open, script): (Vec<Piece<'_>>, bool, Script),
    outcome: &mut Outcome,
) {
    let prose = pieces.iter().any(|piece| matches!(piece, Piece::Text { .. }));
    let scenes = compose(file.lines, layout, &pieces, &mut outcome.log);
    if !open && !prose {
        return;
    }
    if !open {
        outcome.parts.push(Part::Chapter(ChapterHead::by_rule(script.front())));
    }
    let from = pieces.first().map_or(0, |piece| file.lines[piece.line()].at);
    let origin = Origin { source: file.source.text, from, script };
    for scene in scenes {
        outcome.parts.push(Part::Scene(to_marks(scene, origin, &mut outcome.log)));
    }
}

/// Detects a thematic break (at least three of `---`, `***`, `___`) or a separator of East Asian marks.
fn separator(line: &Line<'_>) -> Option<Ornament> {
    let thematic = ['-', '*', '_'].into_iter().any(|mark| {
        let marks = line.body.chars().filter(|&c| c == mark).count();
        marks >= 3 && line.body.chars().all(|c| c == mark || c == ' ' || c == '\t')
    });
    if thematic { Some(Ornament::Stars) } else { line.ornament() }
}

#[cfg(test)]
mod tests;
