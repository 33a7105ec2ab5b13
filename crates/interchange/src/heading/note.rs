//! What making a title of its lines changed.

use super::{Heading, title};
use crate::change::{ChangeLog, ChangeRule};
use crate::lines::{self, Line};

impl Heading {
    /// Notes what is dropped or moved by taking the heading out of `text`, whose lines are `lines`.
    pub fn note(&self, lines: &[Line<'_>], text: &str, log: &mut ChangeLog) {
        let mut visible_before = 0;
        let mut respaced = false;
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
            respaced |= title::plain(part) != part;
        }
        let Some(first) = lines.get(self.line) else { return };
        if respaced {
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
