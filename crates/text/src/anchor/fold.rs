//! The folded form in which two texts are compared.
//!
//! One scalar becomes one scalar, so offsets in the folded form are offsets in the text. Every quote mark becomes
//! `"`, full width becomes ASCII width, half-width kana becomes full width, dashes and ellipses become one each,
//! spaces become one kind, and traditional characters become simplified ones. Letter case is preserved: a changed
//! capital is a change.

use std::sync::LazyLock;

use super::variants::pairs;

/// The first character of the CJK block that the script table covers.
const FIRST_HAN: u32 = 0x4E00;
const LAST_HAN: u32 = 0x9FFF;

/// Full-width kana in the order of U+FF66..=U+FF9D.
const KANA: &str = "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン";

/// Maps each ideograph of the block to its folded form.
static HAN: LazyLock<Vec<char>> = LazyLock::new(|| {
    let mut folded: Vec<char> = (FIRST_HAN..=LAST_HAN).filter_map(char::from_u32).collect();
    for (traditional, simplified) in pairs() {
        if let Some(slot) = folded.get_mut((traditional as usize).wrapping_sub(FIRST_HAN as usize)) {
            *slot = simplified;
        }
    }
    folded
});

/// Folds every scalar of `text`; the result has as many scalars as the text.
pub(crate) fn fold(text: &str) -> Vec<char> {
    let han: &[char] = &HAN;
    text.chars()
        .map(|c| match c as u32 {
            FIRST_HAN..=LAST_HAN => han[(c as u32 - FIRST_HAN) as usize],
            0..=0x7E => fold_ascii(c),
            _ => fold_mark(c),
        })
        .collect()
}

fn fold_ascii(c: char) -> char {
    match c {
        '\'' | '`' => '"',
        '\t' => ' ',
        _ => c,
    }
}

fn fold_mark(c: char) -> char {
    match c {
        '\u{2018}'..='\u{201F}' | '「' | '」' | '『' | '』' | '«' | '»' | '‹' | '›' | '〝' | '〞' | '〟' => {
            '"'
        }
        '＂' | '＇' | '｀' | '｢' | '｣' | '﹁' | '﹂' | '﹃' | '﹄' => '"',
        '\u{2010}'..='\u{2015}' | '─' | '━' | '\u{2212}' | '－' => '-',
        '\u{3000}' | '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' => ' ',
        '⋯' => '…',
        '｡' => '。',
        '､' => '、',
        '･' | '•' | '‧' => '·',
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        '\u{FF66}'..='\u{FF9D}' => KANA.chars().nth(c as usize - 0xFF66).unwrap_or(c),
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn same(a: &str, b: &str) {
        assert_eq!(fold(a), fold(b));
    }

    #[test]
    fn quotes_widths_and_scripts_compare_equal() {
        same("“走吧，”他说。", "「走吧,」他說。");
        same("『阿Ｑ』", "\"阿Q\"");
        same("　头發", " 頭发");
        same("ｶﾀｶﾅ", "カタカナ");
    }

    #[test]
    fn the_kana_row_is_complete() {
        assert_eq!(KANA.chars().count(), 0xFF9D - 0xFF66 + 1);
    }

    proptest! {
        #[test]
        fn folding_preserves_offsets_and_is_idempotent(text in any::<String>()) {
            let once = fold(&text);
            prop_assert_eq!(once.len(), text.chars().count());
            let again = fold(&once.iter().collect::<String>());
            prop_assert_eq!(again, once);
        }
    }
}
