//! Reads a Markdown file as a list of parts.
//!
//! Headings are `# volume` and `## chapter`, or `# chapter` if there is no `##`. A single `#` before all other
//! headings is the title of the book unless the front matter has one. Three levels are book, volume and chapter
//! if the titles look like it. Lines like `***`, `---`, `＊＊＊` are scene boundaries. All other Markdown
//! (emphasis, lists, quotes, `###` and below) is the author's text and is kept, except that backslash escapes
//! and character references are decoded. Setext headings (underlined with `===`) are not supported.
//!
//! A file whose front matter has `wenfang: 1` is Wenfang's own export and is read exactly: blank lines separate
//! paragraphs, a line of `&nbsp;` is a blank line of the text, `* * *` separates scenes, and `#` is always a
//! volume. In other files a line of `&nbsp;` is merged with the blank lines around it, which may be layout; our
//! export writes `&nbsp; &nbsp;` there to preserve a blank line.

pub(crate) mod escape;
pub(crate) mod front_matter;

use std::borrow::Cow;

use crate::change::{ChangeLog, ChangeRule};
use crate::foreign::{Origin, to_marks};
use crate::heading::title;
use crate::heading::{Confidence, pattern};
use crate::layout::TextLayout;
use crate::lines::{self, Line, Ornament};
use crate::notation::Notation;
use crate::outline::{ChapterHead, Part, Script, TitleSource};
use crate::scenes::{Piece, compose};
use crate::source::{Outcome, Place, Source};

pub(crate) const NOTATION: Notation = Notation { endings: &["md", "markdown"], read: import, decode_line };

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
    let levels = Levels::of(
        lines,
        if source.place == Place::First && front.title.is_none() {
            BookTitle::Unknown
        } else {
            BookTitle::Known
        },
    );
    if levels.chapter == 0 && !front.own {
        return None;
    }
    front.note(&mut outcome.log);
    outcome.parts.extend(front.title.clone().map(Part::Title));
    if front.own {
        own(lines, &mut outcome);
    } else {
        foreign(&Foreign { source, lines, levels }, &mut outcome);
    }
    Some(outcome)
}

/// Decodes backslash escapes and character references in a line.
fn decode_line<'l>(line: Cow<'l, str>, at: usize, log: &mut ChangeLog) -> Cow<'l, str> {
    match escape::decode(&line) {
        Cow::Borrowed(_) => line,
        Cow::Owned(decoded) => {
            let visible = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
            let dropped = visible(&line).saturating_sub(visible(&decoded));
            log.add(ChangeRule::MarkdownEscape, at, dropped);
            Cow::Owned(decoded)
        }
    }
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

/// Whether a heading can be the title of the book: not if the front matter or an earlier file has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BookTitle {
    Unknown,
    Known,
}

/// The meaning of heading levels in a file; 0 means unused.
#[derive(Clone, Copy, Debug)]
struct Levels {
    book: usize,
    volume: usize,
    chapter: usize,
}

impl Levels {
    fn of(lines: &[Line<'_>], title: BookTitle) -> Self {
        let headings: Vec<(usize, &str)> = lines.iter().filter_map(heading).collect();
        let count = |level: usize| headings.iter().filter(|(at, _)| *at == level).count();
        let looks = |level: usize, unit: fn(pattern::Unit) -> bool| {
            let fits = headings
                .iter()
                .filter(|(at, text)| *at == level && pattern::read(text).is_some_and(|form| unit(form.unit)));
            count(level) > 0 && fits.count() * 2 > count(level)
        };
        let volumes = |unit| unit == pattern::Unit::Volume;
        let chapters = |unit| matches!(unit, pattern::Unit::Chapter | pattern::Unit::Named);
        let alone = count(1) == 1
            && headings.first().is_some_and(|(level, _)| *level == 1)
            && title == BookTitle::Unknown
            && !looks(1, volumes)
            && !looks(1, chapters);
        match (count(1), count(2), count(3)) {
            (_, 1.., 1..) if alone && (looks(2, volumes) || looks(3, chapters) && !looks(2, chapters)) => {
                Self { book: 1, volume: 2, chapter: 3 }
            }
            (_, 1.., _) if alone => Self { book: 1, volume: 0, chapter: 2 },
            (_, 1.., _) => Self { book: 0, volume: 1, chapter: 2 },
            (1.., 0, _) => Self { book: 0, volume: 0, chapter: 1 },
            (0, 0, 1..) => Self { book: 0, volume: 0, chapter: 3 },
            _ => Self { book: 0, volume: 0, chapter: 0 },
        }
    }
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

fn foreign(file: &Foreign<'_, '_>, outcome: &mut Outcome) {
    let layout = TextLayout::of(file.lines);
    let script = Script::of(file.source.text);
    let mut pieces = Vec::new();
    let mut open = false;
    for (at, line) in file.lines.iter().enumerate() {
        let known = [file.levels.book, file.levels.volume, file.levels.chapter];
        if let Some((level, text)) = heading(line).filter(|(level, _)| known.contains(level)) {
            close(file, &layout, (std::mem::take(&mut pieces), open, script), outcome);
            open = level == file.levels.chapter;
            outcome.log.add(ChangeRule::MarkdownHeading, line.at, level);
            let title = title::plain(&escape::decode(text));
            outcome.parts.push(if level == file.levels.book {
                Part::Title(title)
            } else if level == file.levels.volume {
                Part::Volume((!title.is_empty()).then_some(title))
            } else {
                let number = pattern::read(&title).and_then(|form| form.number);
                Part::Chapter(ChapterHead {
                    title,
                    number,
                    source: TitleSource::Heading(Confidence::Certain),
                })
            });
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
