//! Point of view, tense and speakers.

use expect_test::expect;
use wenfang_story::check::Rule::{DialogueTags, PovDrift, Tense};

use super::check;

#[test]
fn a_third_person_narrator_does_not_say_i() {
    let canon = "bible pov 第三人称限知; who 陆远";
    check(PovDrift, canon, (&["陆远站起来。我推开门，走了出去。"], expect!["1 «我» 第三人称限知 → 我"]));
    for text in [
        "“我走了。”陆远说。",
        "陆远心想，我该走了。",
        "陆远说：我走了。",
        "自我是什么，没人知道。",
        "信上写道：\n我一切都好。",
        "“第一段，我来了。\n“第二段，我走了。”",
    ] {
        check(PovDrift, canon, (&[text], expect![[""]]));
    }
    let english = "bible pov third_person";
    check(
        PovDrift,
        english,
        (
            &["She rose. I opened the door and went out. “I am here,” he said."],
            expect!["1 «I» third person → I"],
        ),
    );
}

#[test]
fn a_first_person_narrator_is_not_named() {
    let canon = "who 陆远; bible pov 第一人称; plan 1 pov 陆远（第一人称）";
    check(
        PovDrift,
        canon,
        (&["我站起来。陆远推开门，走了出去。“陆远！”她喊。"], expect!["1 «陆远推开» 我 → 陆远推开"]),
    );
    check(PovDrift, "who 陆远", (&["我站起来。陆远推开门。"], expect![[""]]));
}

#[test]
fn tense_is_consistent() {
    let canon = "bible tense past; who Jane";
    check(
        Tense,
        canon,
        (
            &["She walked in. He looks at her. Jane says nothing. “He looks ill.”"],
            expect![[r#"
            1 «looks» looked → looks
            1 «says» said → says"#]],
        ),
    );
    check(Tense, "bible tense present; who Jane", (&["He looks at her."], expect![[""]]));
    check(Tense, canon, (&["他看着她。"], expect![[""]]));
}

#[test]
fn the_language_of_the_novel_decides_what_is_checked() {
    let letter = "她在信里说，雨下了三天，河水漫过了石阶，渡口没有船，谁也过不去。\nHe looks at her.";
    check(Tense, "bible tense past; language en", (&[letter], expect!["1 «looks» looked → looks"]));
    check(Tense, "bible tense past; language ja", (&["She walked in. He looks at her."], expect![[""]]));
}

#[test]
fn overused_tags_and_untagged_lines_are_found() {
    let worn = "“走。”他冷冷地说。\n“不走。”她看着他。\n“走！”他冷冷地说。\n“再说一遍。”他冷冷地说道。\n“好。”他冷冷地说。";
    check(
        DialogueTags,
        "",
        (&[worn], expect!["1 «冷冷地说»  → 冷冷, also 1 «冷冷地说道», also 1 «冷冷地说», also 1 «冷冷地说»"]),
    );
    let plain = "“走。”他说。\n“不走。”她说。\n“走！”他说。\n“再说。”他说。";
    check(DialogueTags, "", (&[plain], expect![[""]]));
    let bare = "“走吧。”\n“不走。”\n".repeat(6);
    check(DialogueTags, "", (&[&bare], expect!["1 «“不走。”» 12 → 12, also 1 «“走吧。”»"]));
    let short = "“走吧。”\n“不走。”\n".repeat(4);
    check(DialogueTags, "", (&[&short], expect![[""]]));
}
