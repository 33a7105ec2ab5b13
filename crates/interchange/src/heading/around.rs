//! Ornaments and brackets around a heading: 【第一章】, ===第一章===.

/// Characters that may surround a heading (【第一章】, ===第一章===).
const MARKS: [char; 20] = [
    '【', '】', '〖', '〗', '［', '］', '[', ']', '=', '＝', '*', '＊', '#', '＃', '~', '～', '-', '─', '●',
    '◆',
];

/// Whether a character may surround a heading.
pub(crate) fn is_mark(c: char) -> bool {
    MARKS.contains(&c)
}

/// Removes the ornaments and brackets that surround a whole heading; those inside it are kept. A closing
/// bracket whose opening one is on an earlier line is also removed.
pub(crate) fn without_marks(body: &str) -> &str {
    let mut text = body.trim();
    loop {
        let (Some(first), Some(last)) = (text.chars().next(), text.chars().next_back()) else { return text };
        let inner = match first {
            '【' | '〖' | '［' | '[' if Some(last) == closing_of(first) => {
                &text[first.len_utf8()..text.len() - last.len_utf8()]
            }
            '=' | '＝' | '*' | '＊' | '#' | '＃' | '~' | '～' | '-' | '─' | '●' | '◆' => {
                text.trim_matches(first)
            }
            _ => match opening_of(last) {
                Some(opening) if !text.contains(opening) => &text[..text.len() - last.len_utf8()],
                _ => return text,
            },
        };
        text = inner.trim();
    }
}

fn closing_of(opening: char) -> Option<char> {
    BRACKETS.iter().find(|(open, _)| *open == opening).map(|(_, close)| *close)
}

fn opening_of(closing: char) -> Option<char> {
    BRACKETS.iter().find(|(_, close)| *close == closing).map(|(open, _)| *open)
}

const BRACKETS: [(char, char); 4] = [('【', '】'), ('〖', '〗'), ('［', '］'), ('[', ']')];

/// Returns the text of a heading without leading ornaments, for matching its form.
pub(crate) fn text_of(body: &str) -> &str {
    without_marks(body).trim_start_matches(|c: char| is_mark(c) || c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_surrounding_marks_are_removed() {
        assert_eq!(without_marks("【第一章 初遇】"), "第一章 初遇");
        assert_eq!(without_marks("=== 第一章 ==="), "第一章");
        assert_eq!(without_marks("Chapter I.]"), "Chapter I.");
        assert_eq!(without_marks("第一章 初遇～"), "第一章 初遇～");
        assert_eq!(without_marks("【第一章】初遇"), "【第一章】初遇");
        assert_eq!(text_of("【第一章】初遇"), "第一章】初遇");
    }
}
