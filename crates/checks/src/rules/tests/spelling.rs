//! Wrong characters, 的 地 得, and doubled words.

use expect_test::expect;
use wenfang_story::check::Rule::{DeParticles, Doubled, WrongCharacter};

use super::check;

#[test]
fn misspellings_and_altered_set_phrases_are_found() {
    check(
        WrongCharacter,
        "",
        (&["他以经走了。那个时侯天还没亮。"], expect![["1 «以» 已 → 以\n1 «侯» 候 → 侯"]]),
    );
    check(
        WrongCharacter,
        "",
        (&["他不由自住地笑了，迫不急待地开了门。"], expect![["1 «住» 主 → 住\n1 «急» 及 → 急"]]),
    );
    // The ends belong to neighbouring words; the phrases are correct.
    check(WrongCharacter, "", (&["所以经过这里的人，不由自主地笑了。他已经到了。"], expect![[""]]));
}

#[test]
fn characters_unlike_the_rest_of_the_book_are_found() {
    let book = "他走到窗前，看着院子里的槐树。雨下了一夜，她没有睡。".repeat(60);
    check(WrongCharacter, "", (&[&book, "她走到窗前，看着院子里的怀树。"], expect![["2 «怀» 槐 → 怀"]]));
    // Frequent spellings are the author's own.
    let own = "她走到窗前，看着院子里的怀树。".repeat(6);
    check(WrongCharacter, "", (&[&book, &own], expect![[""]]));
    // Names are never reported.
    check(WrongCharacter, "who 怀树", (&[&book, "她走到窗前，看着院子里的怀树。"], expect![[""]]));
    check(WrongCharacter, "", (&["She walked to the door and waited."], expect![[""]]));
}

#[test]
fn old_books_are_not_checked_against_modern_lists() {
    let old = "那里有这样的事？那人便走了。".repeat(12);
    check(WrongCharacter, "", (&[&old, "他以经走了。"], expect![[""]]));
    let today = "哪里有这样的事？那人便走了。".repeat(12);
    check(WrongCharacter, "", (&[&today, "他以经走了。"], expect![["2 «以» 已 → 以"]]));
}

#[test]
fn particles_unlike_the_rest_of_the_book_are_found() {
    let book = "她静静地走到门口，说得很慢。他的脸很白，声音低得听不见。".repeat(60);
    check(DeParticles, "", (&[&book, "她静静得走到门口，笑了。"], expect![["2 «得» 地 → 得"]]));
    check(DeParticles, "", (&[&book, "他得脸很白。她觉得天地很大，目的不明。"], expect![["2 «得» 的 → 得"]]));
    // A book with mixed usage, and one with too little text.
    let mixed = "她静静地走到门口。她静静的走到门口。她静静得走到门口。".repeat(20);
    check(DeParticles, "", (&[&mixed], expect![[""]]));
    check(DeParticles, "", (&["她静静的走到门口。她高兴的笑了，跑的很快。"], expect![[""]]));
}

#[test]
fn doubled_characters_and_words_are_found() {
    let book = "他走到了门口，看见了她。我们站在门口等着。".repeat(20);
    check(
        Doubled,
        "",
        (
            &[&book, "他走到了了门口。我们我们站在门口。"],
            expect![["2 «了了» 了 → 了了\n2 «我们我们» 我们 → 我们我们"]],
        ),
    );
    // Stammered, or doubled on purpose.
    check(Doubled, "", (&[&book, "她慢慢走，高高兴兴。“我我们站在门口，商量商量。”"], expect![[""]]));
    check(Doubled, "", (&[&book, "她一步一步走到门口，看看我们，的的确确，现在在门口。"], expect![[""]]));
}
