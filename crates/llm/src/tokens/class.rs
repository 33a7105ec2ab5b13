//! Character classes for token estimates.

/// A class of characters that tokenizers treat alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CharClass {
    /// Han characters of the basic block, with 々, 〆 and 〇.
    Han,
    /// Han characters of the extension blocks, mostly encoded byte by byte.
    RareHan,
    Kana,
    Hangul,
    /// Latin letters including accented ones; a run of them is a word.
    Latin,
    /// ASCII digits.
    Digit,
    /// ASCII punctuation.
    Mark,
    /// CJK and general punctuation, full-width forms.
    WideMark,
    Space,
    LineEnd,
    Emoji,
    /// Letters of other scripts and everything else.
    Other,
}

/// Returns the class of a character.
pub(super) const fn class_of(c: char) -> CharClass {
    match c {
        '\n' | '\r' => CharClass::LineEnd,
        ' ' | '\t' | '\u{a0}' | '\u{3000}' => CharClass::Space,
        '0'..='9' => CharClass::Digit,
        'a'..='z' | 'A'..='Z' => CharClass::Latin,
        '\0'..='\u{7f}' => CharClass::Mark,
        '\u{b7}' => CharClass::WideMark,
        '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => CharClass::Latin,
        '\u{4e00}'..='\u{9fff}' | '\u{3005}'..='\u{3007}' => CharClass::Han,
        '\u{3400}'..='\u{4dbf}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' => CharClass::RareHan,
        '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ff66}'..='\u{ff9f}' => CharClass::Kana,
        '\u{ac00}'..='\u{d7a3}' | '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' => CharClass::Hangul,
        '\u{200d}' | '\u{fe0f}' | '\u{2600}'..='\u{27bf}' | '\u{1f000}'..='\u{1faff}' => CharClass::Emoji,
        '\u{2010}'..='\u{205e}'
        | '\u{3001}'..='\u{303f}'
        | '\u{fe30}'..='\u{fe4f}'
        | '\u{ff01}'..='\u{ff65}' => CharClass::WideMark,
        _ => CharClass::Other,
    }
}
