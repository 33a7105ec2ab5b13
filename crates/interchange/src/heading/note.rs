//! Records the changes made in building a title from its lines.

use super::{Heading, title};
use crate::change::{ChangeLog, ChangeRule};
use crate::lines::{self, Line};

impl Heading {
    /// Records the text dropped or moved by taking the heading out of `text`, whose lines are `lines`.
    pub fn note(&self, lines: &[Line<'_>], text: &str, log: &mut ChangeLog) {
        let mut visible_before = 0;
        let mut has_spacing_changes = false;
        for (at, line) in lines.iter().enumerate().take(self.end).skip(self.line) {
            if line.is_blank() {
                log.add(ChangeRule::BlankLines, line.at, 0);
                continue;
            }
            if at > self.line && line.ornament().is_some() {
                log.note(ChangeRule::RuleLine, line.at, line.body);
                continue;
            }
            if at > self.line {
                log.add(ChangeRule::TitleLine, line.at, 0);
            }
            let end = self.tail.filter(|_| at == self.line).unwrap_or(line.range().end);
            let part = &text[line.at..end];
            visible_before += lines::visible(part);
            has_spacing_changes |= title::plain(part) != part;
        }
        let Some(first) = lines.get(self.line) else { return };
        if has_spacing_changes {
            log.add(ChangeRule::TitleSpace, first.at, 0);
        }
        let kept = lines::visible(&self.title)
            + self.volume.as_ref().map_or(0, |(volume, _)| lines::visible(volume));
        let dropped = visible_before.saturating_sub(kept);
        if dropped > 0 {
            let rule = if first.body.contains("［＃") {
                ChangeRule::AozoraLayout
            } else {
                ChangeRule::HeadingMark
            };
            log.add(rule, first.at, dropped);
        }
    }
}
