//! Repetition, openings, overused words, punctuation, length.

use expect_test::expect;
use wenfang_story::check::Rule::{Length, Openings, Overused, Punctuation, Repetition};

use super::check;

#[test]
fn nearby_repetitions_are_found() {
    let text = "他把那封没有寄出的信放回抽屉里。雨还在下。他把那封没有寄出的信放回抽屉里，走了。";
    check(
        Repetition,
        "",
        (
            &[text],
            expect![
                "1 «他把那封没有寄出的信放回抽屉里»  → 他把那封没有寄出的信放回抽屉里, also 1 «他把那封没有寄出的信放回抽屉里»"
            ],
        ),
    );
    check(
        Repetition,
        "",
        (
            &["他慢慢站起身他慢慢站起身，走了。"],
            expect!["1 «他慢慢站起身»  → 他慢慢站起身, also 1 «他慢慢站起身»"],
        ),
    );
    check(Repetition, "", (&["研究研究再说。一个一个来。“快跑快跑快跑快跑！”"], expect![[""]]));
    let verse = "白日依山尽黄河入海流欲穷千里目\n更上一层楼\n白日依山尽黄河入海流欲穷千里目\n更上一层楼";
    check(Repetition, "", (&[verse], expect![[""]]));
    check(
        Repetition,
        "",
        (
            &["She went to the door she went to the door and stopped."],
            expect!["1 «she went to the door»  → she went to the door, also 1 «She went to the door»"],
        ),
    );
    check(Repetition, "", (&["“No, no, no,” he said. It was very, very late."], expect![[""]]));
}

#[test]
fn sentences_that_begin_alike_are_found() {
    let text = "于是他走进门来。于是她放下茶杯。于是两人都不说话。于是天渐渐黑了。";
    check(Openings, "", (&[text], expect!["1 «于是»  → 于是, also 1 «于是», also 1 «于是», also 1 «于是»"]));
    check(
        Openings,
        "",
        (&["于是他走进门来。她放下了茶杯。于是两人都不说话。于是天渐渐黑了。"], expect![[""]]),
    );
    check(
        Openings,
        "",
        (
            &["Then he left the room. Then she sat down. Then it rained. Then they slept."],
            expect!["1 «Then»  → Then, also 1 «Then», also 1 «Then», also 1 «Then»"],
        ),
    );
}

#[test]
fn a_word_overused_in_one_scene_is_found() {
    let calm = "门开了，他走进来，在桌边坐下，喝了一口茶。".repeat(40);
    let worn = "他忽然站起来，走到窗前，看了一会儿，又坐下。".repeat(8);
    check(
        Overused,
        "",
        (
            &[&calm, &worn],
            expect![
                "2 «忽然» 0.2 → 忽然 ×8, also 2 «忽然», also 2 «忽然», also 2 «忽然», also 2 «忽然», also 2 «忽然», also 2 «忽然», also 2 «忽然»"
            ],
        ),
    );
    check(Overused, "", (&[&calm, "他忽然站起来。忽然下雨了。"], expect![[""]]));
}

#[test]
fn unpaired_quotes_and_brackets_are_found() {
    check(Punctuation, "", (&["“走吧。他说。"], expect!["1 «“» ” → “"]));
    check(
        Punctuation,
        "",
        (
            &["他说：走吧。”\n（门开着。"],
            expect![[r#"
        1 «”» “ → ”
        1 «（» ） → （"#]],
        ),
    );
    check(Punctuation, "", (&["“第一段。\n“第二段。”\n“好。”"], expect![[""]]));
    check(Punctuation, "", (&["“大江东去\n浪淘尽\n千古风流人物。”他念道。"], expect![[""]]));
    check(Punctuation, "", (&["“It isn’t ’tis,” he said. ‘One’s own’ (two)\n1) Three."], expect![""]));
    check(Punctuation, "", (&["\"Stay, he said."], expect![[r#"1 «"» " → ""#]]));
}

#[test]
fn doubled_and_wrong_width_marks_are_found() {
    check(
        Punctuation,
        "",
        (
            &["他来了，，坐下。，天黑了...雨停了,走吧!"],
            expect![[r#"
        1 «，，» ， → ，，
        1 «。，» 。 → 。，
        1 «...» …… → ...
        1 «,» ， → ,
        1 «!» ！ → !"#]],
        ),
    );
    check(Punctuation, "", (&["真的吗？！不会吧！！……他说——好。3.14，a.b"], expect![[""]]));
    check(Punctuation, "", (&["He came,, and sat. Well... etc., he said. What?!"], expect!["1 «,,» , → ,,"]));
}

#[test]
fn a_scene_far_from_its_target_length_is_found() {
    let text = "雨。".repeat(20);
    check(Length, "target 40", (&[&text], expect![[""]]));
    check(Length, "target 60", (&["一场很短的雨。"], expect!["1 «一场很短的雨。» 60 → 7"]));
    check(Length, "target 6", (&["一场很长很长很长的雨。"], expect!["1 «一场很长很长很长的雨。» 6 → 11"]));
    check(Length, "", (&[&text], expect![[""]]));
    check(Length, "target 60", (&[""], expect![[""]]));
}
