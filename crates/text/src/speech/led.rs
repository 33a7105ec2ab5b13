//! Speech without marks: from 宝玉道：… to the end of the paragraph.

use super::{Speech, SpeechKind};
use crate::CharRange;
use crate::paragraph::is_blank;

crate::words! {
    const VERBS = "speech/verbs";
}

/// The greatest length of a clause that introduces speech, in characters.
const MAX_LEN: usize = 30;

/// The speech that a paragraph without quotes introduces, if any.
pub(super) fn in_paragraph(chars: &[char]) -> Option<Speech> {
    let first = chars.iter().position(|c| !is_blank(*c))?;
    let colon = chars.iter().position(|c| matches!(c, '：' | '﹕'))?;
    // Only the colon of the first sentence: later ones are as often narration.
    let clause = &chars[first..colon];
    if clause.len() > MAX_LEN || clause.iter().any(|c| matches!(c, '。' | '！' | '？' | '；')) {
        return None;
    }
    let clause_text: String = clause.iter().collect();
    let introduces_speech = VERBS.iter().any(|verb| clause_text.ends_with(verb));
    let has_speech = chars[colon + 1..].iter().any(|c| !is_blank(*c));
    (introduces_speech && has_speech).then(|| {
        let range = CharRange::new(colon + 1, chars.len());
        Speech { range, inner: range, kind: SpeechKind::Led }
    })
}
