//! Japanese pronouns. The narrator uses many words or none, and other people are more often named than called 彼.

use std::collections::HashMap;

use super::narrated::Subject;

crate::words! {
    const IN_KANA = "person/japanese_in_kana";
}

crate::letters! {
    const PARTICLES = "person/japanese_particles";
}

/// Characters that form another word with a following 僕: 下僕, 公僕.
const BEFORE_BOKU: &str = "下従公家老忠奴";
/// Suffixes that make the narrator plural: 私たち, 僕ら.
const PLURAL: [&str; 3] = ["たち", "達", "ら"];
/// The length of a topic in characters: 内供は, 三四郎は.
const TOPIC: std::ops::RangeInclusive<usize> = 2..=6;

/// The persons the sentences of a text are about.
pub(super) fn subjects_of(sentences: &[Vec<char>]) -> Vec<Subject> {
    let mut topics: HashMap<&[char], usize> = HashMap::new();
    for topic in sentences.iter().filter_map(|sentence| topic(sentence)) {
        *topics.entry(topic).or_default() += 1;
    }
    let commonest = topics.into_iter().max_by_key(|(topic, times)| (*times, *topic)).map(|(topic, _)| topic);
    let is_about = |sentence: &[char]| commonest.is_some_and(|topic| contains_word(sentence, topic));
    sentences.iter().map(|sentence| subject_of(sentence, is_about(sentence))).collect()
}

fn contains_word(sentence: &[char], word: &[char]) -> bool {
    sentence.windows(word.len()).any(|window| window == word)
}

/// The topic of a sentence: the Han or katakana at its start, if は or が follows.
fn topic(sentence: &[char]) -> Option<&[char]> {
    let start = sentence.iter().position(|c| c.is_alphabetic())?;
    let rest = sentence.get(start..)?;
    let len = rest.iter().position(|c| !is_han(*c) && !('ァ'..='ー').contains(c))?;
    (TOPIC.contains(&len) && matches!(rest.get(len), Some('は' | 'が'))).then(|| rest.get(..len)).flatten()
}

fn subject_of(sentence: &[char], is_about: bool) -> Subject {
    let mut subject = Subject { third: is_about, ..Subject::default() };
    for (at, &c) in sentence.iter().enumerate() {
        let (before, rest) = (sentence.get(..at).unwrap_or_default(), sentence.get(at..).unwrap_or_default());
        let begins = |word: &str| word.chars().eq(rest.iter().copied().take(word.chars().count()));
        if let Some(len) = narrator(c, before.last().copied(), rest) {
            let after: Vec<char> = rest.iter().skip(len).take(2).copied().collect();
            let is_plural =
                PLURAL.iter().any(|plural| after.starts_with(&plural.chars().collect::<Vec<_>>()));
            subject.first |= !is_plural;
            subject.doubtful |= is_plural;
        }
        match c {
            // The narrator if it is the topic at the start of a sentence; anyone elsewhere.
            '自' => {
                subject.doubtful |= begins("自分") && !before.iter().any(|c| c.is_alphabetic());
            }
            '我' => subject.doubtful |= begins("我々") || begins("我が") || begins("我ら"),
            '君' | '貴' => {
                subject.you |= begins("君は") || begins("君の") || begins("君が") || begins("貴方");
            }
            'あ' => subject.you |= begins("あなた"),
            'お' => subject.you |= begins("お前") || begins("おまえ"),
            '彼' => subject.third |= !begins("彼方") && !begins("彼岸"),
            _ => {}
        }
    }
    subject
}

/// The length of the word for the narrator at the start of `rest`.
fn narrator(c: char, before: Option<char>, rest: &[char]) -> Option<usize> {
    let after = rest.get(1).copied();
    match c {
        // Not in 私立, 私服; 公私.
        '私' => {
            let is_word = after.is_none_or(|c| !is_han(c) || matches!(c, '達' | '自'));
            (is_word && !before.is_some_and(|c| "公無滅".contains(c))).then_some(1)
        }
        '僕' => (!before.is_some_and(|c| BEFORE_BOKU.contains(c))).then_some(1),
        '俺' => Some(1),
        '余' => {
            let is_word =
                before.is_none_or(|c| !c.is_alphabetic()) && after.is_some_and(|c| "はがの".contains(c));
            is_word.then_some(1)
        }
        '吾' => (after == Some('輩')).then_some(2),
        _ => in_kana(before, rest),
    }
}

fn in_kana(before: Option<char>, rest: &[char]) -> Option<usize> {
    if before.is_some_and(is_kana) {
        return None;
    }
    IN_KANA.iter().find_map(|word| {
        let len = word.chars().count();
        let is_word = word.chars().eq(rest.iter().copied().take(len));
        (is_word && rest.get(len).is_some_and(|c| PARTICLES.contains(*c))).then_some(len)
    })
}

fn is_han(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c) || matches!(c, '々')
}

fn is_kana(c: char) -> bool {
    ('ぁ'..='ー').contains(&c)
}
