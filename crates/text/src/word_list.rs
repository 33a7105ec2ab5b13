//! Lists of words and characters in data files, which the compiler reads.
//!
//! A list is the file `words/NAME.txt` of a crate, with one entry a line. Lines that begin with `#` and empty lines are
//! skipped. A tab separates an entry from its value. An entry that is empty, or begins or ends with a blank, is in
//! straight quotes. The macros [`words!`](crate::words), [`letters!`](crate::letters), [`pairs!`](crate::pairs) and
//! [`numbers!`](crate::numbers) turn a file into a constant in the order of the file; a missing, empty or malformed
//! file does not compile.

/// An entry of a list.
#[derive(Clone, Copy)]
struct Line {
    entry: &'static str,
    /// The text after the tab.
    value: Option<&'static str>,
    /// The byte at which the next line begins.
    next: usize,
}

/// The first entry at or after a byte at which a line begins.
const fn next_line(file: &'static str, from: usize) -> Option<Line> {
    let bytes = file.as_bytes();
    let mut start = from;
    while start < bytes.len() {
        let (mut end, mut tab) = (start, None);
        while end < bytes.len() && bytes[end] != b'\n' {
            if bytes[end] == b'\t' {
                tab = Some(end);
            }
            end += 1;
        }
        if end > start && bytes[start] != b'#' {
            let (entry, value) = match tab {
                Some(tab) => (slice(file, start, tab), Some(unquoted(slice(file, tab + 1, end)))),
                None => (slice(file, start, end), None),
            };
            return Some(Line { entry: unquoted(entry), value, next: end + 1 });
        }
        start = end + 1;
    }
    None
}

const fn slice(text: &'static str, start: usize, end: usize) -> &'static str {
    text.split_at(end).0.split_at(start).1
}

const fn unquoted(text: &'static str) -> &'static str {
    match text.as_bytes() {
        [b'"', .., b'"'] => slice(text, 1, text.len() - 1),
        _ => text,
    }
}

/// Returns the entries of a list in order, each with its value or an empty text.
pub fn entries(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let line = next_line(file, from)?;
        from = line.next;
        Some((line.entry, line.value.unwrap_or_default()))
    })
}

/// Returns the number of entries.
///
/// # Panics
///
/// Panics if there are none.
pub const fn count(file: &'static str) -> usize {
    let (mut count, mut from) = (0, 0);
    while let Some(line) = next_line(file, from) {
        count += 1;
        from = line.next;
    }
    assert!(count > 0, "the list is empty");
    count
}

/// Returns the entries of a list without values.
///
/// # Panics
///
/// Panics if the list does not have `N` entries, or if one has a value.
pub const fn words<const N: usize>(file: &'static str) -> [&'static str; N] {
    let (mut words, mut at, mut from) = ([""; N], 0, 0);
    while let Some(line) = next_line(file, from) {
        assert!(line.value.is_none(), "a word has a value");
        words[at] = line.entry;
        at += 1;
        from = line.next;
    }
    assert!(at == N);
    words
}

/// Returns the total length of the entries in bytes.
///
/// # Panics
///
/// Panics if there are none.
pub const fn total_len(file: &'static str) -> usize {
    let (mut len, mut from) = (0, 0);
    while let Some(line) = next_line(file, from) {
        len += line.entry.len();
        from = line.next;
    }
    assert!(len > 0, "the list is empty");
    len
}

/// Returns the entries of a list of single characters, joined, in UTF-8.
///
/// # Panics
///
/// Panics if the entries do not have `N` bytes together, or if one is not a single character.
pub const fn letters<const N: usize>(file: &'static str) -> [u8; N] {
    let (mut letters, mut at, mut from) = ([0; N], 0, 0);
    while let Some(line) = next_line(file, from) {
        let bytes = line.entry.as_bytes();
        let mut byte = 0;
        while byte < bytes.len() {
            let begins_char = !matches!(bytes[byte], 0x80..=0xBF);
            assert!(line.value.is_none() && begins_char == (byte == 0), "an entry is not a character");
            letters[at] = bytes[byte];
            at += 1;
            byte += 1;
        }
        from = line.next;
    }
    assert!(at == N);
    letters
}

/// Returns UTF-8 as text.
///
/// # Panics
///
/// Panics if it is not UTF-8.
pub const fn text(bytes: &'static [u8]) -> &'static str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("not UTF-8"),
    }
}

/// Returns the entries of a list with their values. An entry without one has the first value of `default`.
///
/// # Panics
///
/// Panics if the list does not have `N` entries, or if one has no value and `default` is empty.
pub const fn pairs<const N: usize>(
    file: &'static str,
    default: &[&'static str],
) -> [(&'static str, &'static str); N] {
    let (mut pairs, mut at, mut from) = ([("", ""); N], 0, 0);
    while let Some(line) = next_line(file, from) {
        pairs[at] = match (line.value, default) {
            (Some(value), _) | (None, &[value, ..]) => (line.entry, value),
            (None, []) => panic!("an entry has no value"),
        };
        at += 1;
        from = line.next;
    }
    assert!(at == N);
    pairs
}

/// Returns the entries of a list with their numbers.
///
/// # Panics
///
/// Panics if the list does not have `N` entries, or if one has no number.
pub const fn numbers<const N: usize>(file: &'static str) -> [(&'static str, u32); N] {
    let pairs = pairs::<N>(file, &[]);
    let (mut numbers, mut at) = ([("", 0); N], 0);
    while at < N {
        numbers[at] = match u32::from_str_radix(pairs[at].1, 10) {
            Ok(number) => (pairs[at].0, number),
            Err(_) => panic!("a value is not a number"),
        };
        at += 1;
    }
    numbers
}

/// The content of a list of the crate that uses it.
#[macro_export]
macro_rules! word_file {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/words/", $name, ".txt"))
    };
}

/// Constants of type `[&str; N]` with the entries of lists: `words! { const GREETINGS = "greetings"; }`.
#[macro_export]
macro_rules! words {
    ($($(#[$meta:meta])* $vis:vis const $name:ident = $file:literal;)+) => {$(
        $(#[$meta])*
        $vis const $name: [&str; $crate::word_list::count($crate::word_file!($file))] =
            $crate::word_list::words($crate::word_file!($file));
    )+};
}

/// Constants of type `&str` with the joined entries of lists of single characters.
#[macro_export]
macro_rules! letters {
    ($($(#[$meta:meta])* $vis:vis const $name:ident = $file:literal;)+) => {$(
        $(#[$meta])*
        $vis const $name: &str = {
            const BYTES: [u8; $crate::word_list::total_len($crate::word_file!($file))] =
                $crate::word_list::letters($crate::word_file!($file));
            $crate::word_list::text(&BYTES)
        };
    )+};
}

/// Constants of type `[(&str, &str); N]` with the entries of lists and their values; `or` gives entries without a value
/// one.
#[macro_export]
macro_rules! pairs {
    ($($(#[$meta:meta])* $vis:vis const $name:ident = $file:literal $(or $default:literal)?;)+) => {$(
        $(#[$meta])*
        $vis const $name: [(&str, &str); $crate::word_list::count($crate::word_file!($file))] =
            $crate::word_list::pairs($crate::word_file!($file), &[$($default)?]);
    )+};
}

/// Constants of type `[(&str, u32); N]` with the entries of lists and their numbers.
#[macro_export]
macro_rules! numbers {
    ($($(#[$meta:meta])* $vis:vis const $name:ident = $file:literal;)+) => {$(
        $(#[$meta])*
        $vis const $name: [(&str, u32); $crate::word_list::count($crate::word_file!($file))] =
            $crate::word_list::numbers($crate::word_file!($file));
    )+};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_quotes_and_values_are_parsed() {
        const FILE: &str = "# a comment\n\n走\n\" was \"\n\"\"\n多\t3\n少\t\" 4 \"";
        let expected = [("走", ""), (" was ", ""), ("", ""), ("多", "3"), ("少", " 4 ")];
        assert_eq!(entries(FILE).collect::<Vec<_>>(), expected);
        assert_eq!(pairs::<5>(FILE, &[""]), expected);
        assert_eq!(count(FILE), 5);
    }

    #[test]
    fn each_kind_of_list_keeps_its_order() {
        assert_eq!(words::<2>("乙\n甲\n"), ["乙", "甲"]);
        assert_eq!(text(&const { letters::<4>("é\n# x\né\n") }), "éé");
        assert_eq!(total_len("é\n天\n"), 5);
        assert_eq!(numbers::<2>("丑\t1\n子\t0\n"), [("丑", 1), ("子", 0)]);
    }

    #[test]
    fn malformed_lists_are_refused() {
        let refused = |read: fn()| std::panic::catch_unwind(read).is_err();
        assert!(refused(|| {
            let _ = count("# nothing\n");
        }));
        assert!(refused(|| {
            let _ = words::<1>("多\t3\n");
        }));
        assert!(refused(|| {
            let _ = letters::<6>("天地\n");
        }));
        assert!(refused(|| {
            let _ = pairs::<1>("多\n", &[]);
        }));
        assert!(refused(|| {
            let _ = numbers::<1>("多\t三\n");
        }));
    }
}
