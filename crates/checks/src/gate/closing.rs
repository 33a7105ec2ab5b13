//! The order of what closes quotes and marks at a cut.

use std::cmp::Reverse;

/// Joins the closers of the quotes, innermost first, and those of the marks, each with its start in the line: the one
/// whose partner comes last is first.
pub(super) fn merged(line: &str, quotes: &str, marks: &[(usize, &str)]) -> String {
    let mut before = line;
    let mut closers: Vec<(usize, String)> = Vec::new();
    for closer in quotes.chars() {
        let at = before.rfind(opener(closer)).unwrap_or(0);
        before = &line[..at];
        closers.push((at, closer.to_string()));
    }
    closers.extend(marks.iter().map(|(at, closing)| (*at, (*closing).to_owned())));
    closers.sort_by_key(|(at, _)| Reverse(*at));
    closers.into_iter().map(|(_, closer)| closer).collect()
}

fn opener(closer: char) -> char {
    match closer {
        '”' => '“',
        '’' => '‘',
        '」' => '「',
        '』' => '『',
        same => same,
    }
}
