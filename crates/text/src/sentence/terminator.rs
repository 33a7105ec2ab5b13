//! Marks that end a sentence, and marks that close what is open there.

/// Whether a mark can end a sentence. A lone `.` does so only where it is no part of a word.
#[inline]
pub(super) fn is_terminator(c: char) -> bool {
    matches!(c, '。' | '！' | '？' | '!' | '?' | '…' | '.' | '．' | '｡' | '‼' | '⁇' | '⁈' | '⁉')
}

/// Whether a mark closes a quote or bracket, wherever it stands.
pub(super) fn is_closer(c: char) -> bool {
    matches!(
        c,
        '”' | '’'
            | '」'
            | '』'
            | '）'
            | '》'
            | '】'
            | '〉'
            | '〕'
            | '〗'
            | '］'
            | '｝'
            | ')'
            | ']'
            | '}'
    )
}
