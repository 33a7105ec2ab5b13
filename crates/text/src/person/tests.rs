mod corpus;
mod samples;

use proptest::prelude::*;

use super::{Person, guess_person, narrated};
use crate::NovelLanguage::{self, En, Ja, Zh};

const SAMPLES: [(&str, NovelLanguage, Person, &str); 6] = [
    ("Chinese, first", Zh, Person::First, samples::ZH_FIRST),
    ("Chinese, third", Zh, Person::Third, samples::ZH_THIRD),
    ("English, first", En, Person::First, samples::EN_FIRST),
    ("English, third", En, Person::Third, samples::EN_THIRD),
    ("Japanese, first", Ja, Person::First, samples::JA_FIRST),
    ("Japanese, third", Ja, Person::Third, samples::JA_THIRD),
];

/// Checks the person of `text`; on failure, prints the measures.
#[track_caller]
fn check(text: &str, language: NovelLanguage, person: Option<Person>) {
    let subjects = narrated::sentences(text, language);
    let shares = corpus::shares(&subjects);
    assert_eq!(guess_person(text, language), person, "{} sentences, {shares}", subjects.len());
}

#[test]
fn samples_are_recognised() {
    for (name, language, person, text) in SAMPLES {
        let subjects = narrated::sentences(text, language);
        eprintln!("{name}: {} sentences, {}", subjects.len(), corpus::shares(&subjects));
        assert_eq!(guess_person(text, language), Some(person), "{name}");
    }
}

#[test]
fn a_letter_does_not_change_the_person() {
    for (language, novel, letter) in [
        (Zh, samples::ZH_THIRD, samples::ZH_FIRST),
        (En, samples::EN_THIRD, samples::EN_FIRST),
        (Ja, samples::JA_THIRD, samples::JA_FIRST),
    ] {
        let text = format!("{}{letter}{}", novel.repeat(6), novel.repeat(6));
        check(&text, language, Some(Person::Third));
    }
}

#[test]
fn alternating_narration_gives_no_answer() {
    for (language, third, first) in [
        (Zh, samples::ZH_THIRD, samples::ZH_FIRST),
        (En, samples::EN_THIRD, samples::EN_FIRST),
        (Ja, samples::JA_THIRD, samples::JA_FIRST),
    ] {
        check(&(third.repeat(4) + &first.repeat(4)).repeat(5), language, None);
        check(&(third.repeat(3) + first).repeat(5), language, None);
    }
}

#[test]
fn too_little_narration_gives_no_answer() {
    check("", Zh, None);
    check("我走了。我很累。我回家。", Zh, None);
    check(&("他站起来走了。".repeat(18) + &"我看着他。".repeat(2)), Zh, None);
    check(&"“我走了。”\n“我也走了。”\n".repeat(200), Zh, None);
}

#[test]
fn classical_first_person_words_count() {
    check(&samples::ZH_CLASSICAL_FIRST.repeat(4), Zh, Some(Person::First));
    // In modern prose, 余 means what is left over.
    check(&"余下的人都走了。他把门关上。".repeat(20), Zh, Some(Person::Third));
}

#[test]
fn lookalike_words_do_not_count() {
    check(&"他走进自我的世界。我国的军队从他面前走过。我们的主人公叹了口气。她走开了。".repeat(10), Zh, None);
    check(
        &"他走进忘我的境界。她在我国的边境等他。他叹了口气。她走开了。".repeat(10),
        Zh,
        Some(Person::Third),
    );
    check(
        &"She read Part I again. He went to war. They met King George I there.\n".repeat(10),
        En,
        Some(Person::Third),
    );
    check(
        &"彼は私立の学校に通った。公私を分け、下僕を雇った。彼はたおれた。".repeat(10),
        Ja,
        Some(Person::Third),
    );
}

#[test]
fn thoughts_are_not_narration() {
    check(&"他心想，我该走了。她看着窗外。他站起来。".repeat(10), Zh, Some(Person::Third));
    check(&"He rose. *I must go now.* She did not look at him.\n".repeat(10), En, Some(Person::Third));
    check(
        &"（俺はもう行く）と彼は思った。彼は立った。彼女は黙っていた。".repeat(10),
        Ja,
        Some(Person::Third),
    );
}

#[test]
fn other_narration_gives_no_answer() {
    // Second person; first person plural; a diary without subjects; dialogue without quotation marks.
    check(&"You open the door. You see him. He looks at you.\n".repeat(10), En, None);
    check(&"我们走进了教室。老师看着我们。他笑了。".repeat(10), Zh, None);
    check(&"早起。去市场买菜。天气很好。午睡。".repeat(10), Zh, None);
    check(&"I don't know, he said. You never know, she said. Do you? I do, he said.\n".repeat(10), En, None);
}

proptest! {
    #[test]
    fn guessing_never_panics(text in "([我余了，。“”—*（）《》私わたし自分彼はI'’.a -]|my|\\n){0,200}") {
        for language in [Zh, En, Ja] {
            let _ = guess_person(&text, language);
        }
    }
}
