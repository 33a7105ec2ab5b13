//! The class of a scalar, as far as the scalar alone determines it.

/// The class of a scalar, before its neighbours and its line are considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Class {
    Han,
    Kana,
    Hangul,
    CjkPunctuation,
    Letter,
    Digit,
    Punctuation,
    Whitespace,
    LineEnd,
    /// Punctuation used in both CJK and Latin text; the rest of the line decides which it is.
    Shared,
    /// `#`, `>`, `*`, `-`, `｜`, `《`: punctuation that may be a mark.
    Mark,
    /// May be part of a grapheme of several scalars; needs segmentation.
    Slow,
}

/// Scalars below this are looked up in [`TABLE`]; the others are compared with ranges.
const TABLE_END: u32 = 0x3400;

/// The classes of the scalars below [`TABLE_END`].
static TABLE: [Class; TABLE_END as usize] = table();

/// The class of a scalar; `Slow` for every scalar that may join a neighbour in one grapheme.
#[inline]
pub(super) fn class_of(c: char) -> Class {
    let scalar = c as u32;
    if is_common_han(c) {
        return Class::Han;
    }
    match TABLE.get(scalar as usize) {
        Some(&class) => class,
        None => class_above_table(scalar),
    }
}

/// Whether a scalar is in the Unicode block that contains nearly all Han characters in use.
#[inline]
pub(super) fn is_common_han(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

fn class_above_table(scalar: u32) -> Class {
    if let Some(&class) = WIDE.get(scalar.wrapping_sub(WIDE_START) as usize) {
        return class;
    }
    match scalar {
        // Extensions A to J and the compatibility ideographs.
        0x3400..=0x4dbf | 0xf900..=0xfaff | 0x20000..=0x3fffd => Class::Han,
        0xac00..=0xd7a3 => Class::Hangul,
        // Vertical and small forms.
        0xfe10..=0xfe19 | 0xfe30..=0xfe6f => Class::CjkPunctuation,
        _ => Class::Slow,
    }
}

/// The block of full-width and half-width forms, which has the commas of Chinese.
const WIDE_START: u32 = 0xff00;

/// The classes of its scalars.
static WIDE: [Class; 0xf0] = wide();

const fn wide() -> [Class; 0xf0] {
    let mut table = [Class::Slow; 0xf0];
    let mut at = 0;
    while at < table.len() {
        table[at] = match WIDE_START + at as u32 {
            0xff10..=0xff19 => Class::Digit,
            0xff21..=0xff3a | 0xff41..=0xff5a => Class::Letter,
            0xff66..=0xff9d => Class::Kana,
            0xff5c => Class::Mark,
            0xff01..=0xff65 | 0xffe0..=0xffee => Class::CjkPunctuation,
            _ => Class::Slow,
        };
        at += 1;
    }
    table
}

const fn table() -> [Class; TABLE_END as usize] {
    let mut table = [Class::Slow; TABLE_END as usize];
    let mut scalar = 0;
    while scalar < TABLE_END {
        table[scalar as usize] = class_in_table(scalar);
        scalar += 1;
    }
    table
}

const fn class_in_table(scalar: u32) -> Class {
    match scalar {
        0x0a => Class::LineEnd,
        0x09 | 0x0b..=0x0d | 0x20 | 0x85 | 0xa0 => Class::Whitespace,
        // `#`, `*`, `-`, `>`.
        0x23 | 0x2a | 0x2d | 0x3e => Class::Mark,
        0x30..=0x39 => Class::Digit,
        0x41..=0x5a | 0x61..=0x7a => Class::Letter,
        0x21..=0x7e => Class::Punctuation,
        // · and the letters and signs of Latin-1; U+00AD is invisible, © and ® may be emoji.
        0xb7 => Class::Shared,
        0xa9 | 0xad | 0xae => Class::Slow,
        0xaa | 0xb5 | 0xba => Class::Letter,
        0xb2 | 0xb3 | 0xb9 | 0xbc..=0xbe => Class::Digit,
        0xd7 | 0xf7 => Class::Punctuation,
        0xa1..=0xbf => Class::Punctuation,
        0xc0..=0x2af => Class::Letter,
        // Greek and Cyrillic letters, without their signs and combining marks.
        0x386 | 0x388..=0x38a | 0x38c | 0x38e..=0x3a1 | 0x3a3..=0x3f5 | 0x3f7..=0x3ff => Class::Letter,
        0x400..=0x481 | 0x48a..=0x52f => Class::Letter,
        // Latin Extended Additional: Vietnamese.
        0x1e00..=0x1eff => Class::Letter,
        0x2000..=0x200a | 0x2028 | 0x2029 | 0x202f | 0x205f | 0x3000 => Class::Whitespace,
        // Hyphens are Latin; dashes, quotation marks, dots and ※ are shared.
        0x2010 | 0x2011 => Class::Punctuation,
        0x2012..=0x2027 | 0x2030..=0x203b | 0x203d..=0x2048 | 0x204a..=0x205e => Class::Shared,
        0x20a0..=0x20c0 => Class::Punctuation,
        // Roman numerals and fractions.
        0x2150..=0x2188 => Class::Digit,
        // ①, ⑴, ⒈ and circled letters, except Ⓜ, which may be an emoji.
        0x2460..=0x24c1 | 0x24c3..=0x24ff => Class::CjkPunctuation,
        // Radicals: parts of Han characters.
        0x2e80..=0x2fd5 => Class::Han,
        0x2ff0..=0x2fff => Class::CjkPunctuation,
        // 々, 〆 and 〇; the Hangzhou numerals.
        0x3005..=0x3007 | 0x3021..=0x3029 | 0x3038..=0x303b => Class::Han,
        // 〰 and 〽 may be emoji; U+302A to U+302F combine.
        0x302a..=0x3030 | 0x303d => Class::Slow,
        0x300a => Class::Mark,
        0x3001..=0x303f => Class::CjkPunctuation,
        0x3041..=0x3096 | 0x309b..=0x309f | 0x30a1..=0x30fa | 0x30fc..=0x30ff | 0x31f0..=0x31ff => {
            Class::Kana
        }
        // Katakana double hyphen and middle dot.
        0x30a0 | 0x30fb => Class::CjkPunctuation,
        // Bopomofo, Kanbun, strokes, and the squared signs except ㊗ and ㊙.
        0x3105..=0x312f | 0x3190..=0x31e5 => Class::CjkPunctuation,
        0x3297 | 0x3299 => Class::Slow,
        0x3200..=0x33ff => Class::CjkPunctuation,
        _ => Class::Slow,
    }
}

/// Whether a scalar is invisible but not white space: zero-width and direction marks, variation selectors, tags.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c, '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}
