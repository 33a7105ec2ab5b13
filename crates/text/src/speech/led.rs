//! Speech without marks: from 宝玉道：… to the end of the paragraph.

use super::{Speech, SpeechKind};
use crate::CharRange;
use crate::paragraph::is_blank;

/// Verbs before the colon that introduces speech.
const VERBS: [&str; 36] = [
    "道", "说", "說", "曰", "云", "问", "問", "答", "喊", "叫", "嚷", "骂", "罵", "叹", "嘆", "想", "念",
    "言", "告诉", "告訴", "回复", "吩咐", "低语", "低語", "自语", "自語", "开口", "開口", "解释", "解釋",
    "补充", "補充", "命令", "说着", "問道", "写着",
];

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
