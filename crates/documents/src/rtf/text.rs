//! Characters: code pages, Unicode, and where the text goes.

use std::mem;

use super::code_page;
use super::interpreter::Interpreter;
use super::state::{Run, State, Target};
use crate::Changes;
use crate::loss::LossKind;

impl Interpreter {
    pub fn unicode(&mut self, number: i32) {
        self.skip = self.state.fallback;
        // Numbers above 32767 are written as negative ones, but not by every program.
        let Ok(unit) = u16::try_from(number.rem_euclid(0x1_0000)) else { return };
        if (0xd800..0xdc00).contains(&unit) {
            self.surrogate = Some(unit);
            return;
        }
        let units = [self.surrogate.take().unwrap_or(0), unit];
        let from = usize::from(units[0] == 0);
        for c in char::decode_utf16(units[from..].iter().copied()) {
            match c {
                Ok(c) if c == '\u{ad}' || (c.is_control() && c != '\t') => {}
                Ok(c) => self.text(c.encode_utf8(&mut [0; 4])),
                Err(_) => self.out.losses.name(LossKind::Undecodable, "\\u"),
            }
        }
    }

    pub fn raw(&mut self, text: &[u8]) {
        if self.state.target == Target::ColourTable {
            self.colours.text(text);
            return;
        }
        let passed = text.len().min(usize::try_from(self.skip).unwrap_or(usize::MAX));
        self.skip -= u32::try_from(passed).unwrap_or(self.skip);
        let text = &text[passed..];
        if !text.is_empty() && self.state.takes_text() {
            self.is_optional = false;
            self.bytes.extend_from_slice(text);
            if self.raw_is_utf8 && !text.is_ascii() {
                self.flush_utf8();
            }
        }
    }

    pub fn byte(&mut self, byte: u8) {
        if self.skip > 0 {
            self.skip -= 1;
        } else if self.state.takes_text() {
            self.bytes.push(byte);
        }
    }

    fn flush_utf8(&mut self) {
        let bytes = mem::take(&mut self.bytes);
        match std::str::from_utf8(&bytes) {
            Ok(text) => self.text(text),
            Err(_) => {
                self.bytes = bytes;
                self.flush();
            }
        }
    }

    /// Decodes the bytes read since the last control word.
    pub fn flush(&mut self) {
        if self.bytes.is_empty() {
            return;
        }
        let bytes = mem::take(&mut self.bytes);
        if bytes.is_ascii() {
            self.text(std::str::from_utf8(&bytes).unwrap_or_default());
            return;
        }
        let decoded = code_page::decode(&bytes, self.text_page(), self.page);
        for _ in 0..decoded.doubtful {
            self.out.losses.name(LossKind::Undecodable, &decoded.text);
        }
        self.text(&decoded.text);
    }

    /// The code page of the current font.
    fn text_page(&self) -> i32 {
        let double = self.state.double_font.filter(|_| self.state.run == Run::DoubleByte);
        let page = double.and_then(|font| self.fonts.page(font)).or_else(|| self.fonts.page(self.state.font));
        page.unwrap_or(self.page)
    }

    pub fn text(&mut self, text: &str) {
        match self.state.target {
            Target::StyleSheet => self.styles.text(text),
            Target::FieldCode => {
                if let Some(field) = self.fields.last_mut() {
                    field.code.push_str(text);
                }
            }
            Target::Value(_) => {
                if let Some(value) = self.values.last_mut() {
                    value.push_str(text);
                }
            }
            Target::Text | Target::Lost(_) => self.visible(text),
            Target::Skip | Target::Shape | Target::Information | Target::FontTable | Target::ColourTable => {}
        }
    }

    /// Counts a tracked change where it begins. Returns whether its text is read.
    fn takes_change(&mut self, text: &str) -> bool {
        let State { is_deleted, is_inserted, .. } = self.state;
        let change = (is_deleted, is_inserted && !is_deleted);
        if mem::replace(&mut self.last_change, change) != change {
            self.out.tracked.deletions += usize::from(change.0);
            self.out.tracked.insertions += usize::from(change.1);
        }
        match self.changes {
            Changes::Rejected => !is_inserted,
            Changes::Accepted if is_deleted => {
                self.out.losses.note(LossKind::TrackedDeletion, text);
                false
            }
            Changes::Accepted => true,
        }
    }

    fn visible(&mut self, text: &str) {
        if self.surrogate.take().is_some() {
            self.out.losses.name(LossKind::Undecodable, "\\u");
        }
        if !self.takes_change(text) {
            return;
        }
        let style = self.state.style;
        if !text.trim().is_empty() && self.flows.len() == 1 {
            if self.state.decorations != 0 || self.state.has_colour {
                self.out.losses.name(LossKind::Formatting, text);
            }
            let size = self.sizes.0.get_or_insert(self.state.size);
            if *size != self.state.size && !self.sizes.1 {
                self.sizes.1 = true;
                self.out.losses.name(LossKind::Formatting, text);
            }
        }
        self.flow().text(text, style);
    }
}
