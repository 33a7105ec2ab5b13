//! YAML front matter: the lines between `---` and `---` at the top of a Markdown file.
//!
//! Only `title:`, `author:` and the signature of our own export are used. The rest is for other programs: it is dropped
//! and reported (`front_matter` among the changes). Only lines of `key: value` and lists of authors are parsed.

use crate::change::{ChangeLog, ChangeRule};

/// The line that identifies our own export.
pub(crate) const SIGNATURE: &str = "wenfang: 1";

/// The maximum length of front matter, in lines; a `---` further down is a separator.
const MAX_LINES: usize = 200;

/// The contents of the front matter.
#[derive(Debug, Default)]
pub(crate) struct FrontMatter {
    pub title: Option<String>,
    pub author: Option<String>,
    /// Whether the file is our own export, to be read exactly.
    pub own: bool,
    /// The number of lines, including both `---` lines; 0 if there is no front matter.
    pub lines: usize,
    /// The number of visible characters that are dropped.
    dropped: usize,
}

impl FrontMatter {
    /// Records the dropped text.
    pub fn note(&self, log: &mut ChangeLog) {
        if self.lines > 0 {
            log.add(ChangeRule::FrontMatter, 0, self.dropped);
        }
    }
}

/// Reads the front matter at the start of `text`.
pub(crate) fn read(text: &str) -> FrontMatter {
    let mut found = FrontMatter::default();
    let mut rows = text.split('\n');
    if rows.next().map(str::trim_end) != Some("---") {
        return found;
    }
    let Some(end) = rows.clone().take(MAX_LINES).position(|row| matches!(row.trim_end(), "---" | "..."))
    else {
        return found;
    };
    let rows: Vec<&str> = rows.take(end).collect();
    // A block without any key is a scene between two separators.
    let keyed = rows.iter().any(|row| row.contains(':'));
    if !keyed {
        return found;
    }
    let visible = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
    found.lines = end + 2;
    found.dropped = rows.iter().map(|row| visible(row)).sum::<usize>() + 6;
    for (at, row) in rows.iter().enumerate() {
        if row.trim_end() == SIGNATURE {
            found.own = true;
        } else if let Some(value) = row.strip_prefix("title:") {
            let title = scalar(value.trim());
            found.dropped = found.dropped.saturating_sub(visible(&title));
            found.title = Some(title).filter(|title| !title.is_empty());
        } else if let Some(value) = row.strip_prefix("author:") {
            let authors = names(value.trim(), &rows[at + 1..]);
            let kept: usize = authors.iter().map(|name| visible(name)).sum();
            found.dropped = found.dropped.saturating_sub(kept);
            found.author = Some(authors.join(", ")).filter(|author| !author.is_empty());
        }
    }
    found
}

/// The names of a value: a scalar, a list in brackets, or the items on the next rows.
fn names(value: &str, next: &[&str]) -> Vec<String> {
    let names: Vec<String> = match value.strip_prefix('[').and_then(|list| list.strip_suffix(']')) {
        Some(list) => list.split(',').map(|name| scalar(name.trim())).collect(),
        None if value.is_empty() => {
            let items = next.iter().map_while(|row| row.trim_start().strip_prefix("- "));
            items.map(|name| scalar(name.trim())).collect()
        }
        None => vec![scalar(value)],
    };
    names.into_iter().filter(|name| !name.is_empty()).collect()
}

/// Parses a plain, single-quoted or double-quoted scalar.
fn scalar(value: &str) -> String {
    let inner = |quote: char| value.strip_prefix(quote).and_then(|value| value.strip_suffix(quote));
    if let Some(quoted) = inner('\'') {
        return quoted.replace("''", "'");
    }
    let Some(quoted) = inner('"') else { return value.to_owned() };
    let mut text = String::with_capacity(quoted.len());
    let mut chars = quoted.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.extend(chars.next().map(|next| if next == 't' { '\t' } else { next })),
            c => text.push(c),
        }
    }
    text
}

/// Writes front matter with the title of a book.
pub(crate) fn write(out: &mut String, title: Option<&str>, own: Own) {
    if title.is_none() && own == Own::Unsigned {
        return;
    }
    out.push_str("---\n");
    if let Some(title) = title {
        out.push_str("title: \"");
        for c in title.chars() {
            match c {
                '"' | '\\' => out.extend(['\\', c]),
                '\t' => out.push_str("\\t"),
                c => out.push(c),
            }
        }
        out.push_str("\"\n");
    }
    if own == Own::Signed {
        out.push_str(SIGNATURE);
        out.push('\n');
    }
    out.push_str("---\n\n");
}

/// Whether front matter contains the signature of our own export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Own {
    Signed,
    Unsigned,
}
