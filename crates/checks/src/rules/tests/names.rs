//! Names, titles and forbidden words.

use expect_test::expect;
use wenfang_story::check::Rule::{ForbiddenWords, NameDrift};

use super::check;

#[test]
fn a_misspelt_name_is_found() {
    let often = "上官婉走了过来。上官婉说不必。他看着上官婉。".repeat(8);
    let slip = format!("{often}门外是上宫婉的声音。");
    check(NameDrift, "who 上官婉", (&[&slip], expect!["1 «上宫婉» 上官婉 → 上宫婉"]));
    check(NameDrift, "who 上官婉", (&[&often], expect![[""]]));
}

#[test]
fn a_misspelt_english_name_is_found() {
    let often = "Elizabeth smiled. He looked at Elizabeth. ".repeat(10);
    let slip = format!("{often} Then Elizabteh rose, and Elizabeths are many.");
    check(NameDrift, "who Elizabeth", (&[&slip], expect!["1 «Elizabteh» Elizabeth → Elizabteh"]));
}

#[test]
fn a_wrong_title_is_found() {
    let canon = "who Darcy; Darcy title Mr.";
    check(
        NameDrift,
        canon,
        (
            &["Mr. Darcy bowed. Colonel Darcy bowed. Miss Darcy smiled."],
            expect!["1 «Colonel Darcy» Mr. → Colonel"],
        ),
    );
    let canon = "who 陆远; 陆远 称谓 先生";
    check(
        NameDrift,
        canon,
        (&["陆远先生来了。陆远将军来了。陆远来了。"], expect!["1 «陆远将军» 先生 → 将军"]),
    );
}

#[test]
fn forbidden_words_are_found_in_list_and_bible() {
    let canon = "bible taboo 手机、OK，不要写血腥残忍的场面和任何细节描写; forbid basically";
    check(
        ForbiddenWords,
        canon,
        (
            &["他拿出手机，说了声ok。Basically, TOKEN."],
            expect![[r#"
        1 «手机»  → 手机
        1 «ok»  → ok
        1 «Basically»  → Basically"#]],
        ),
    );
}
