//! Wrong characters, 的 地 得, and what is typed twice.

use expect_test::expect;
use wenfang_story::check::Rule::{DeParticles, Doubled, WrongCharacter};

use super::check;

#[test]
fn misspellings_and_set_phrases_with_one_character_changed() {
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
    // The ends belong to the words beside them; the phrases are as they should be.
    check(WrongCharacter, "", (&["所以经过这里的人，不由自主地笑了。他已经到了。"], expect![[""]]));
}

#[test]
fn what_the_rest_of_the_book_writes_with_another_character() {
    let book = "他走到窗前，看着院子里的槐树。雨下了一夜，她没有睡。".repeat(60);
    check(WrongCharacter, "", (&[&book, "她走到窗前，看着院子里的怀树。"], expect![["2 «怀» 槐 → 怀"]]));
    // Written so again and again, it is the author's own.
    let own = "她走到窗前，看着院子里的怀树。".repeat(6);
    check(WrongCharacter, "", (&[&book, &own], expect![[""]]));
    // Somebody's name is theirs.
    check(WrongCharacter, "who 怀树", (&[&book, "她走到窗前，看着院子里的怀树。"], expect![[""]]));
    check(WrongCharacter, "", (&["She walked to the door and waited."], expect![[""]]));
}

#[test]
fn books_older_than_the_lists_are_held_against_themselves_only() {
    let old = "那里有这样的事？那人便走了。".repeat(12);
    check(WrongCharacter, "", (&[&old, "他以经走了。"], expect![[""]]));
    let today = "哪里有这样的事？那人便走了。".repeat(12);
    check(WrongCharacter, "", (&[&today, "他以经走了。"], expect![["2 «以» 已 → 以"]]));
}

#[test]
fn particles_that_the_book_uses_otherwise() {
    let book = "她静静地走到门口，说得很慢。他的脸很白，声音低得听不见。".repeat(60);
    check(DeParticles, "", (&[&book, "她静静得走到门口，笑了。"], expect![["2 «得» 地 → 得"]]));
    check(DeParticles, "", (&[&book, "他得脸很白。她觉得天地很大，目的不明。"], expect![["2 «得» 的 → 得"]]));
    // A book that mixes them, and one that says too little.
    let mixed = "她静静地走到门口。她静静的走到门口。她静静得走到门口。".repeat(20);
    check(DeParticles, "", (&[&mixed], expect![[""]]));
    check(DeParticles, "", (&["她静静的走到门口。她高兴的笑了，跑的很快。"], expect![[""]]));
}

#[test]
fn characters_and_words_typed_twice() {
    let book = "他走到了门口，看见了她。我们站在门口等着。".repeat(20);
    check(
        Doubled,
        "",
        (
            &[&book, "他走到了了门口。我们我们站在门口。"],
            expect![["2 «了了» 了 → 了了\n2 «我们我们» 我们 → 我们我们"]],
        ),
    );
    // Said by a stammerer, or doubled on purpose.
    check(Doubled, "", (&[&book, "她慢慢走，高高兴兴。“我我们站在门口，商量商量。”"], expect![[""]]));
    check(Doubled, "", (&[&book, "她一步一步走到门口，看看我们，的的确确，现在在门口。"], expect![[""]]));
}
