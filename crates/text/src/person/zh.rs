//! Chinese pronouns: modern prose uses 我, classical prose also 余, 予 and 吾.

use super::narrated::Subject;

crate::letters! {
    const BEFORE_WO = "person/before_wo";
    const AFTER_WO = "person/after_wo";
    const LEADING = "person/leading";
    const AFTER_YU = "person/after_yu";
    const CLASSICAL = "person/classical";
    const MODERN = "person/modern";
}

/// The least number of classical particles per modern one in classical prose. The novels measured have 0.24 or less,
/// a chapter with an elegy 1.02, the beginning of 浮生六记 10.
const MIN_CLASSICAL: usize = 3;

/// The persons the sentences of a text are about.
pub(super) fn subjects_of(sentences: &[Vec<char>]) -> Vec<Subject> {
    let is_classical = is_classical(sentences);
    sentences.iter().map(|sentence| subject_of(sentence, is_classical)).collect()
}

fn is_classical(sentences: &[Vec<char>]) -> bool {
    let count = |of: &str| sentences.iter().flatten().filter(|c| of.contains(**c)).count();
    count(CLASSICAL) >= MIN_CLASSICAL * count(MODERN).max(1)
}

fn subject_of(sentence: &[char], is_classical: bool) -> Subject {
    let mut subject = Subject::default();
    let mut is_introduced = false;
    for (at, &c) in sentence.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| sentence.get(at)).copied();
        let after = sentence.get(at + 1).copied();
        let has = |neighbour: Option<char>, of: &str| neighbour.is_some_and(|c| of.contains(c));
        match c {
            '，' | ',' | '：' | ':' => is_introduced |= has(before, LEADING),
            '我' | '俺' if has(after, "们們") => subject.doubtful = true,
            '咱' => subject.doubtful = true,
            '我' => subject.first |= !is_introduced && !has(before, BEFORE_WO) && !has(after, AFTER_WO),
            '俺' => subject.first |= !is_introduced,
            '吾' if is_classical => subject.first |= !is_introduced,
            '余' | '予' if is_classical && before.is_none_or(|c| !c.is_alphabetic()) => {
                subject.first |= !is_introduced && !has(after, AFTER_YU);
            }
            '你' | '您' | '妳' => subject.you |= !is_introduced,
            '他' | '她' => subject.third = true,
            '其' | '彼' if is_classical => subject.third = true,
            _ => {}
        }
    }
    subject
}
