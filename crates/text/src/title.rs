//! Titles and names: one line without hidden characters.

/// Normalises a text to a title: collapses white space to single spaces, trims the ends, and removes hidden
/// characters ([`is_hidden`]).
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
        let visible = word.chars().filter(|c| !is_hidden(*c));
        let mut visible = visible.peekable();
        if visible.peek().is_some() && !line.is_empty() {
            line.push(' ');
        }
        line.extend(visible);
    }
    line
}

/// Whether a character is invisible or reverses the text after it, so that two titles could look the same but differ:
/// zero-width spaces and the marks that change the direction of writing. Joiners are not included: emoji and some
/// scripts need them.
pub const fn is_hidden(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_one_line_without_hidden_characters() {
        assert_eq!(one_line("  雨\n\t夜\u{3000}渡 "), "雨 夜 渡");
        assert_eq!(one_line("Chapter\u{202e}gnp.exe"), "Chaptergnp.exe");
        assert_eq!(one_line("江\u{200b}上 \u{feff} 灯\u{0}火"), "江上 灯 火");
        assert_eq!(one_line("👩\u{200d}👧 می\u{200c}روم"), "👩\u{200d}👧 می\u{200c}روم");
        assert_eq!(one_line("\u{202e}\u{200b}"), "");
    }
}
