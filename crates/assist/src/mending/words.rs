//! Issues as lines of a prompt.

use wenfang_drafting::prompts::Language;
use wenfang_story::check::Rule;
use wenfang_story::mend::IssueRecord;

/// What a rule finds, as a noun phrase.
const fn name(rule: Rule, language: Language) -> &'static str {
    let (zh, en) = match rule {
        Rule::TimelineOrder => ("时间先后", "order of time"),
        Rule::AbsentActs => ("死去或不在场的人有言行", "a dead or absent person acts"),
        Rule::Possession => ("同一物件在两人手里", "one thing in two hands"),
        Rule::PlaceConflict => ("同时身在两地", "one person in two places"),
        Rule::AgeArithmetic => ("年龄或日期", "age or date"),
        Rule::ThreadUnknown => ("已揭晓的事又成未知", "something revealed is unknown again"),
        Rule::NameDrift => ("名字写错", "misspelt name"),
        Rule::Attribute | Rule::ModelSetting => ("与设定不符", "contradiction of the setting"),
        Rule::PovDrift | Rule::ModelPov => ("视角滑动", "shift of the point of view"),
        Rule::Tense => ("时态滑动", "shift of tense"),
        Rule::Repetition => ("近处重复", "repetition close by"),
        Rule::Openings => ("开头雷同", "openings alike"),
        Rule::Overused => ("用得过多的词", "overused word"),
        Rule::Punctuation => ("标点", "punctuation"),
        Rule::ForbiddenWords => ("禁用词", "forbidden word"),
        Rule::Length => ("篇幅", "length"),
        Rule::DialogueTags => ("对话提示", "dialogue tags"),
        Rule::WrongCharacter => ("错别字", "wrong character"),
        Rule::DeParticles => ("的、地、得", "的, 地, 得"),
        Rule::Doubled => ("多打的字", "word written twice"),
    };
    match language {
        Language::Zh => zh,
        Language::En => en,
    }
}

/// An issue as one line: what is wrong, its words, what they should be and what they are.
pub(super) fn line(record: &IssueRecord, language: Language) -> String {
    let name = name(record.rule, language);
    // A long passage is recognized by its start.
    let quote: String =
        record.anchor.quote.split('\n').next().unwrap_or_default().chars().take(120).collect();
    let expected = record.replacement.as_deref().unwrap_or(&record.expected).trim();
    let found = record.found.trim();
    let (quoted, should, is) = match language {
        Language::Zh => (format!("{name}：「{quote}」"), "；应为：", "；现为："),
        Language::En => (format!("{name}: \"{quote}\""), "; should be: ", "; is now: "),
    };
    let labelled = |label: &str, value: &str| match value {
        "" => String::new(),
        value => format!("{label}{value}"),
    };
    quoted + &labelled(should, expected) + &labelled(is, found)
}

/// Issues as numbered lines, from 1.
pub(super) fn lines<'a>(records: impl Iterator<Item = &'a IssueRecord>, language: Language) -> String {
    let lines: Vec<String> = (1..)
        .zip(records)
        .map(|(number, record): (usize, _)| format!("{number}. {}", line(record, language)))
        .collect();
    lines.join("\n")
}
