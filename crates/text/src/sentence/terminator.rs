//! Marks that end a sentence, and marks that close quotes and brackets there.

/// Whether a mark can end a sentence. A single `.` does so only if it is not part of a word.
#[inline]
pub(super) fn is_terminator(c: char) -> bool {
    matches!(c, '。' | '！' | '？' | '!' | '?' | '…' | '.' | '．' | '｡' | '‼' | '⁇' | '⁈' | '⁉')
}

/// Whether a mark closes a quote or bracket in any position.
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
