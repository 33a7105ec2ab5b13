//! Imports the shared corpus and checks that chapters are right and no character is lost.
//!
//! The corpus is not part of the repository; without it these tests print a message and pass.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed unwrap is a failed claim")]

mod kit;

use kit::{SourceCheck, corpus, summary};
use wenfang_interchange::{
    Book, ChangeRule, Confidence, Format, ImportOptions, ImportPlan, Layout, Split, TitleSource, Warning,
    plan, plan_files, render,
};
use wenfang_text::NovelLanguage::{En, Ja, Zh};
use wenfang_text::paragraphs;

const HANS: &str = "hongloumeng.zh-Hans.txt";
const HANT: &str = "hongloumeng.zh-Hant.raw.txt";
const AQ: &str = "aq-zhengzhuan.zh-Hans.txt";
const PANGHUANG: &str = "panghuang.zh-Hans.txt";
const KOKORO: &str = "kokoro.ja.aozora.txt";
const PRIDE: &str = "pride-and-prejudice.en.raw.txt";

const STORIES: [&str; 11] = [
    "祝福",
    "在酒楼上",
    "幸福的家庭",
    "肥皂",
    "长明灯",
    "示众",
    "高老夫子",
    "孤独者",
    "伤逝",
    "弟兄",
    "离婚",
];

#[track_caller]
fn import(bytes: &[u8], split: Split) -> ImportPlan {
    plan(bytes, &ImportOptions { split, ..ImportOptions::default() }).expect("the corpus is text")
}

fn stories() -> Split {
    Split::Titles(STORIES.map(str::to_owned).to_vec())
}

fn titles(plan: &ImportPlan) -> Vec<&str> {
    plan.chapters().map(|chapter| chapter.title.as_str()).collect()
}

fn changed(plan: &ImportPlan, rule: ChangeRule) -> usize {
    plan.changes.iter().filter(|change| change.rule == rule).map(|change| change.count).sum()
}

#[test]
fn a_novel_with_one_paragraph_per_line() {
    let Some(bytes) = corpus(HANS) else { return };
    let plan = import(&bytes, Split::Auto);
    SourceCheck::of(&bytes).check(&plan);
    let numbers: Vec<_> = plan.chapters().map(|chapter| chapter.number).collect();
    assert_eq!(numbers, (1..=120).map(Some).collect::<Vec<_>>());
    assert_eq!(titles(&plan)[0], "第一回 甄士隐梦幻识通灵 贾雨村风尘怀闺秀");
    assert_eq!(titles(&plan)[119], "第一百二十回 甄士隐详说太虚情 贾雨村归结红楼梦");
    assert!(plan.chapters().all(|chapter| chapter.source == TitleSource::Heading(Confidence::Certain)));
    assert_eq!(plan.warnings, []);
}

#[test]
fn the_same_novel_hard_wrapped() {
    let Some(bytes) = corpus(HANT) else { return };
    let plan = import(&bytes, Split::Auto);
    SourceCheck::of(&bytes).check(&plan);
    let numbers: Vec<_> = plan.chapters().map(|chapter| chapter.number).collect();
    assert_eq!(numbers, (1..=120).map(Some).collect::<Vec<_>>());
    assert_eq!(titles(&plan)[2], "第三回 賈雨村夤緣复舊職 林黛玉拋父進京都");
    assert_eq!(titles(&plan)[99], "第一零零回 破好事香菱結深恨 悲遠嫁寶玉感离情");
    assert_eq!(titles(&plan)[103], "第一零四回 醉金剛小鰍生大浪 痴公子余痛触前情");
    let text = |number: usize| plan.chapters().nth(number - 1).unwrap().scenes[0].text.as_str();
    assert!(text(104).starts_with("話說賈雨村剛欲過渡，見有人飛奔而來，"));
    assert!(text(31).starts_with("話說襲人見了自己吐的鮮血在地，"));
    assert!(text(5).starts_with("第四回中既將薛家母子在榮府內寄居等事略已表明，此回則暫不能寫矣．如今且說"));
    assert!(
        text(4).contains("母親，亦系") || text(4).contains("与兄嫂處的來使計議家務，又說姨母家遭人命官司")
    );
    let repeated = "第四十五回 金蘭契互剖金蘭語 風雨夕悶制風雨詞".to_owned();
    assert_eq!(plan.warnings, [Warning::RepeatedHeading { title: repeated }]);
    assert_eq!(changed(&plan, ChangeRule::RuleLine), 122);
    assert_eq!(changed(&plan, ChangeRule::TitleLine), 9);
    assert_eq!(changed(&plan, ChangeRule::HeadingTail), 4);
}

/// The simplified file was unwrapped from the raw one by another program, so both can be compared.
#[test]
fn unwrapping_agrees_with_another_program() {
    let (Some(hans), Some(hant)) = (corpus(HANS), corpus(HANT)) else { return };
    let (hans, hant) = (import(&hans, Split::Auto), import(&hant, Split::Auto));
    let (mut differing, mut ours, mut theirs) = (Vec::new(), 0, 0);
    for (raw, clean) in hant.chapters().zip(hans.chapters()) {
        assert!(raw.words().abs_diff(clean.words()) <= 3, "{}", raw.title);
        let count = |text: &str| paragraphs(text).count();
        let (a, b) = (count(&raw.scenes[0].text), count(&clean.scenes[0].text));
        (ours, theirs) = (ours + a, theirs + b);
        if a != b {
            differing.push((raw.number, a, b));
        }
    }
    eprintln!("paragraphs: {ours} against {theirs}; chapters that differ: {differing:?}");
    // Where they differ, the other program has usually broken a sentence at a stray blank line.
    assert!(ours.abs_diff(theirs) * 100 <= theirs, "{ours} paragraphs, the other program found {theirs}");
    assert!(differing.len() <= 15, "{differing:?}");
}

#[test]
fn a_short_novel_with_a_title() {
    let Some(bytes) = corpus(AQ) else { return };
    let plan = import(&bytes, Split::Auto);
    SourceCheck::of(&bytes).check(&plan);
    assert_eq!(plan.title.as_deref(), Some("阿Ｑ正传"));
    assert_eq!(
        titles(&plan),
        [
            "第一章 序",
            "第二章 优胜记略",
            "第三章 续优胜记略",
            "第四章 恋爱的悲剧",
            "第五章 生计问题",
            "第六章 从中兴到末路",
            "第七章 革命",
            "第八章 不准革命",
            "第九章 大团圆"
        ]
    );
    assert_eq!(plan.warnings, []);
    assert_eq!(plan.changes, []);
}

#[test]
fn stories_split_by_a_list_of_titles() {
    let Some(bytes) = corpus(PANGHUANG) else { return };
    let plan = import(&bytes, stories());
    SourceCheck::of(&bytes).check(&plan);
    assert_eq!(titles(&plan), STORIES);
    let scenes: Vec<_> = plan.chapters().map(|chapter| chapter.scenes.len()).collect();
    assert_eq!(scenes, [1, 1, 1, 1, 1, 1, 1, 5, 1, 1, 1], "孤独者 has the sections 一 to 五");
    let sections: Vec<_> =
        plan.chapters().nth(7).unwrap().scenes.iter().map(|scene| scene.text.lines().next()).collect();
    assert_eq!(sections, ["一", "二", "三", "四", "五"].map(Some));
    assert_eq!(plan.warnings, []);

    let alone = import(&bytes, Split::Auto);
    SourceCheck::of(&bytes).check(&alone);
    assert_eq!(alone.warnings[0], Warning::NoHeadings);
}

#[test]
fn an_illustrated_english_edition() {
    let Some(bytes) = corpus(PRIDE) else { return };
    let plan = import(&bytes, Split::Auto);
    SourceCheck::of(&bytes).check(&plan);
    let titles = titles(&plan);
    assert_eq!(titles.len(), 62);
    assert_eq!(titles[..3], ["Front matter", "Chapter I.", "CHAPTER II."]);
    assert_eq!(titles[61], "CHAPTER LXI.");
    let numbers: Vec<_> = plan.chapters().skip(1).map(|chapter| chapter.number).collect();
    assert_eq!(numbers, (1..=61).map(Some).collect::<Vec<_>>());
    assert_eq!(plan.chapters().next().unwrap().source, TitleSource::Rule);
    let first = &plan.chapters().nth(1).unwrap().scenes[0].text;
    let opening = "It is a truth universally acknowledged, that a single man in possession of a good fortune must be \
                   in want of a wife.\nHowever little known";
    assert!(first.starts_with(opening), "{}", &first[..200]);
    assert!(matches!(plan.warnings[..], [Warning::Untitled { .. }]), "{:?}", plan.warnings);
    eprintln!("italics: {}", changed(&plan, ChangeRule::Underscores));
    assert!(changed(&plan, ChangeRule::Underscores) > 480, "{:?}", plan.changes);
}

#[test]
fn an_aozora_file() {
    let Some(bytes) = corpus(KOKORO) else { return };
    let plan = import(&bytes, Split::Auto);
    SourceCheck::of(&bytes).check(&plan);
    assert_eq!((plan.title.as_deref(), plan.author.as_deref()), (Some("こころ"), Some("夏目漱石")));
    let volumes: Vec<_> =
        plan.volumes.iter().map(|volume| (volume.title.as_deref(), volume.chapters.len())).collect();
    assert_eq!(volumes, [(None, 36), (Some("中 両親と私"), 18), (Some("下 先生と遺書"), 56)]);
    let titles = titles(&plan);
    assert_eq!((titles[0], titles[1], titles[35], titles[109]), ("冒頭", "二", "三十六", "五十六"));
    let text: String =
        plan.chapters().flat_map(|chapter| &chapter.scenes).map(|scene| scene.text.as_str()).collect();
    assert!(!text.contains("字下げ］") && !text.contains("見出し］") && !text.contains("改ページ］"));
    assert!(changed(&plan, ChangeRule::RubyBar) > 4000, "{:?}", plan.changes);
    for kept in ["｜私《わたくし》", "一人｜麦藁帽《むぎわらぼう》", "※［＃「てへん＋劣」、第3水準1-84-77］"]
    {
        assert!(text.contains(kept), "{kept}");
    }
    assert!(!text.contains("底本：") && changed(&plan, ChangeRule::AozoraColophon) == 13);
}

/// Every supported encoding gives the same plan as the UTF-8 file it was converted from.
#[test]
fn every_encoding_gives_the_same_plan() {
    for (name, split) in [
        (HANS, Split::Auto),
        (HANT, Split::Auto),
        (PANGHUANG, stories()),
        (KOKORO, Split::Auto),
        (PRIDE, Split::Auto),
    ] {
        let Some(bytes) = corpus(name) else { return };
        let text = String::from_utf8(bytes).unwrap();
        for case in kit::encoded(&text, name) {
            let expected = import(case.text.as_bytes(), split.clone());
            let found = import(&case.bytes, split.clone());
            assert_eq!(found.encoding, case.encoding, "{name} as {}", case.label);
            assert_eq!(Book::from(&found), Book::from(&expected), "{name} as {}", case.label);
        }
        let crlf = import(text.replace('\n', "\r\n").as_bytes(), split.clone());
        assert_eq!(Book::from(&crlf), Book::from(&import(text.as_bytes(), split)), "{name} with CRLF");
        assert_eq!(changed(&crlf, ChangeRule::LineEnds), text.matches('\n').count());
    }
}

#[test]
fn an_export_reads_back_the_same() {
    for (name, split, language) in [
        (HANS, Split::Auto, Zh),
        (HANT, Split::Auto, Zh),
        (AQ, Split::Auto, Zh),
        (PANGHUANG, stories(), Zh),
        (KOKORO, Split::Auto, Ja),
        (PRIDE, Split::Auto, En),
    ] {
        let Some(bytes) = corpus(name) else { return };
        let book = Book::from(&import(&bytes, split));
        for format in [Format::Txt, Format::Md] {
            let whole = render(&book, (format, Layout::Whole, language));
            let options =
                ImportOptions { file_name: Some(whole.files[0].name.clone()), ..ImportOptions::default() };
            let back = plan(whole.files[0].text.as_bytes(), &options).unwrap();
            assert_eq!(Book::from(&back), book, "{name} {format:?} whole");
            let parts = render(&book, (format, Layout::PerChapter, language));
            assert_eq!(
                parts.files.len(),
                book.volumes.iter().map(|volume| volume.chapters.len()).sum::<usize>()
            );
            let files = parts.files.into_iter().map(|file| (file.name, file.text.into_bytes())).collect();
            let back = plan_files(files, &ImportOptions::default()).unwrap();
            assert_eq!(Book::from(&back), book, "{name} {format:?} per chapter");
            eprintln!("{name} {format:?}: whole {:?}, per chapter {:?}", whole.warnings, parts.warnings);
        }
    }
}

/// Prints an import report of the corpus:
/// `cargo test -p wenfang-interchange --test corpus report -- --nocapture`.
#[test]
fn report() {
    for (name, split) in [
        (HANS, Split::Auto),
        (HANT, Split::Auto),
        (AQ, Split::Auto),
        (PANGHUANG, stories()),
        (KOKORO, Split::Auto),
        (PRIDE, Split::Auto),
    ] {
        let Some(bytes) = corpus(name) else { return };
        eprintln!("{name}\n{}", summary(&import(&bytes, split)));
    }
}
