//! What the levels of styled headings mean: title, volume, chapter, section.

use super::RichLine;
use crate::heading::levels::{self, Levels, is_chapter, is_volume};
use crate::heading::pattern::Unit;
use crate::heading::{Confidence, Heading, Role, title};
use crate::lines::Line;
use crate::outline::Part;

/// A styled heading.
struct Styled<'l> {
    line: usize,
    level: u8,
    /// What a writing project says.
    role: Option<Role>,
    text: &'l str,
}

impl Styled<'_> {
    fn unit(&self) -> Option<Unit> {
        levels::unit(self.text)
    }
}

/// The headings by style. A title goes to the parts. Only a document whose title is not known may have one.
pub(super) fn of(
    styles: &[RichLine],
    lines: &[Line<'_>],
    is_title_known: bool,
    parts: &mut Vec<Part>,
) -> Vec<Heading> {
    let styled: Vec<Styled<'_>> = (styles.iter().zip(lines).enumerate())
        .filter(|(_, (style, _))| style.level.is_some() || style.role.is_some())
        .map(|(line, (style, text))| Styled {
            line,
            level: style.level.unwrap_or(0),
            role: style.role,
            text: text.body,
        })
        .filter(|heading| heading.role.is_some() || !heading.text.is_empty())
        .collect();
    if styled.iter().any(|heading| heading.role.is_some()) {
        return styled.iter().map(|one| heading(one, one.role.unwrap_or(Role::Section))).collect();
    }
    let first_text = lines.iter().position(|line| !line.is_blank());
    let may_be_title = !is_title_known && styled.first().is_some_and(|first| Some(first.line) == first_text);
    let counted: Vec<_> = styled.iter().map(|heading| (heading.level, heading.unit())).collect();
    let levels = Levels::of(&counted, may_be_title);
    let mixed = styled.iter().any(|heading| heading.level == levels.chapter && is_chapter(heading.unit()));
    let mut headings = Vec::new();
    for styled in &styled {
        if styled.level == levels.title {
            parts.push(Part::Title(title::plain(styled.text)));
            continue;
        }
        let role = match styled.level {
            level if level == levels.volume => Role::Volume,
            level if level == levels.chapter && mixed && is_volume(styled.unit()) => Role::Volume,
            level if level <= levels.chapter => Role::Chapter,
            _ => Role::Section,
        };
        headings.push((heading(styled, role), styled.unit()));
    }
    single_chapters(headings, lines)
}

/// A heading of a volume with text but without chapters is that of a chapter, such as a prologue beside the parts of a
/// novel, unless its words say that it is a volume.
fn single_chapters(headings: Vec<(Heading, Option<Unit>)>, lines: &[Line<'_>]) -> Vec<Heading> {
    let next = |at: usize| headings.get(at + 1).map(|(next, _)| next);
    let is_single = |at: usize| {
        let (heading, unit) = &headings[at];
        let end = next(at).map_or(lines.len(), |next| next.line);
        let mut text = lines.get(heading.text_from..end).unwrap_or_default().iter();
        heading.role == Role::Volume
            && !is_volume(*unit)
            && next(at).is_none_or(|next| next.role == Role::Volume)
            && text.any(|line| !line.is_blank())
    };
    let single: Vec<bool> = (0..headings.len()).map(is_single).collect();
    let role = |(heading, is_single): (Heading, bool)| Heading {
        role: if is_single { Role::Chapter } else { heading.role },
        ..heading
    };
    headings.into_iter().map(|(heading, _)| heading).zip(single).map(role).collect()
}

fn heading(styled: &Styled<'_>, role: Role) -> Heading {
    Heading { role, confidence: Confidence::Certain, ..Heading::whole_line(styled.line, styled.text) }
}
