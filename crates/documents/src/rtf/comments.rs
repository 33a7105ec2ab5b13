//! Comments of Word and their passages.

use std::collections::HashMap;

use crate::tree::Comment;

/// The comments read so far. A comment comes after its passage; the format joins them by a number.
pub(super) struct Comments {
    next: u32,
    /// Our ids of the passages, by their numbers.
    passages: HashMap<i64, u32>,
    /// The passage that ended last.
    last: Option<i64>,
    initials: String,
    author: String,
    /// The comments whose groups are open.
    open: Vec<Open>,
    pub done: Vec<Comment>,
}

#[derive(Default)]
struct Open {
    passage: Option<i64>,
    author: String,
    at: String,
}

/// A finished comment, and whether it has a passage before it.
pub(super) struct Finished {
    pub id: u32,
    pub has_passage: bool,
}

impl Comments {
    pub fn new(first: u32) -> Self {
        Self {
            next: first,
            passages: HashMap::new(),
            last: None,
            initials: String::new(),
            author: String::new(),
            open: Vec::new(),
            done: Vec::new(),
        }
    }

    pub fn new_id(&mut self) -> u32 {
        let id = self.next;
        self.next = self.next.wrapping_add(1);
        id
    }

    /// The id of a passage with the number `passage`.
    pub fn passage(&mut self, passage: &str) -> Option<u32> {
        let number = passage.trim().parse().ok()?;
        if let Some(id) = self.passages.get(&number) {
            return Some(*id);
        }
        let id = self.new_id();
        self.passages.insert(number, id);
        Some(id)
    }

    /// The id of a passage that ends here.
    pub fn end_passage(&mut self, passage: &str) -> Option<u32> {
        self.last = passage.trim().parse().ok();
        self.passage(passage)
    }

    /// The passages that no comment belongs to.
    pub fn without_comment(&self) -> Vec<u32> {
        self.passages.values().copied().collect()
    }

    pub fn set_initials(&mut self, initials: &str) {
        initials.trim().clone_into(&mut self.initials);
    }

    /// Sets the author of the next comment, or of the one that is open.
    pub fn set_author(&mut self, author: &str) {
        author.trim().clone_into(&mut self.author);
    }

    pub fn set_date(&mut self, packed: &str) {
        if let (Some(open), Some(at)) = (self.open.last_mut(), date(packed)) {
            open.at = at;
        }
    }

    pub fn set_passage(&mut self, passage: &str) {
        if let Some(open) = self.open.last_mut() {
            open.passage = passage.trim().parse().ok();
        }
    }

    pub fn begin(&mut self) {
        let author = std::mem::take(&mut self.author);
        let initials = std::mem::take(&mut self.initials);
        let author = if author.is_empty() { initials } else { author };
        self.open.push(Open { author, ..Open::default() });
    }

    /// Ends a comment whose text is `text`.
    pub fn end(&mut self, text: String) -> Option<Finished> {
        let open = self.open.pop()?;
        let passage = open.passage.or(self.last.take());
        let known = passage.and_then(|passage| self.passages.remove(&passage));
        let id = known.unwrap_or_else(|| self.new_id());
        self.done.push(Comment { id, author: open.author, at: open.at, text, ..Comment::default() });
        Some(Finished { id, has_passage: known.is_some() })
    }
}

/// The date of a comment: minute, hour, day, month and year from 1900, packed from the lowest bit.
fn date(packed: &str) -> Option<String> {
    let packed: i64 = packed.trim().parse().ok()?;
    let bits = |from: u32, length: u32| (packed >> from) & ((1 << length) - 1);
    let (minute, hour, day, month, year) = (bits(0, 6), bits(6, 5), bits(11, 5), bits(16, 4), bits(20, 9));
    let is_date = minute < 60 && hour < 24 && (1..=31).contains(&day) && (1..=12).contains(&month);
    is_date.then(|| format!("{:04}-{month:02}-{day:02}T{hour:02}:{minute:02}", year + 1900))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_dates_are_read() {
        let packed = 30 | 9 << 6 | 5 << 11 | 11 << 16 | 126 << 20;
        assert_eq!(date(&i64::to_string(&packed)).as_deref(), Some("2026-11-05T09:30"));
        assert_eq!(date("0"), None);
    }
}
