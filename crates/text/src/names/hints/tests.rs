use proptest::prelude::*;

use super::{Bearer, NameHint, NameHintKind, name_hints};
use crate::{Lexicon, TextIndex};

fn hints(names: &[&str], scenes: &[&str]) -> Vec<NameHint> {
    name_hints(scenes.iter().copied().enumerate(), &Lexicon::new((0..).zip(names.iter().copied())))
}

fn kinds(hints: &[NameHint]) -> Vec<(&str, NameHintKind, usize)> {
    hints.iter().map(|hint| (hint.name.as_str(), hint.kind, hint.total)).collect()
}

#[test]
fn a_repeated_speaker_is_a_new_name() {
    let scenes = ["顾清寒道：“走。”雨停了。顾清寒笑道：“好。”", "他看见顾清寒，没有说话。顾清寒说：“嗯。”"];
    let found = hints(&[], &scenes);
    assert_eq!(kinds(&found), [("顾清寒", NameHintKind::New, 4)]);
    for (scene, range) in &found[0].occurrences {
        assert_eq!(TextIndex::new(scenes[*scene]).slice(*range), "顾清寒");
    }
    assert_eq!(hints(&["顾清寒"], &scenes), []);
    // The known name inside it is the one meant.
    assert_eq!(hints(&["清寒"], &scenes), []);
}

#[test]
fn a_name_introduced_by_the_text_is_found() {
    let scenes = ["有个孩子，名唤陆小满，极是伶俐。", "那人名叫陆小满。"];
    assert_eq!(kinds(&hints(&[], &scenes)), [("陆小满", NameHintKind::New, 2)]);
}

#[test]
fn a_name_with_a_wrong_character_is_a_misspelling() {
    let text = "东方靖远走了。西边有雨，东方靖远坐下。东方竫远起身。东方靖远回头，东方远靖看他。".to_owned()
        + &"东方靖远点头。".repeat(9);
    let found = hints(&["东方靖远"], &[&text]);
    let misspelling = NameHintKind::Misspelling { of: 0 };
    let mut kinds = kinds(&found);
    kinds.sort_unstable_by_key(|(name, ..)| *name);
    assert_eq!(kinds, [("东方竫远", misspelling, 1), ("东方远靖", misspelling, 1)]);
    // Entered by the author, it is a name of its own.
    assert_eq!(hints(&["东方靖远", "东方竫远", "东方远靖"], &[&text]), []);
}

#[test]
fn a_word_that_ends_like_a_name_is_correct() {
    let text = "赵姑娘来了。".repeat(20) + "好姑娘，坏姑娘，小姑娘，那姑娘，姑娘，姑娘们。";
    assert_eq!(kinds(&hints(&["赵姑娘"], &[&text])), []);
}

#[test]
fn capitalised_words_are_names_in_any_prose() {
    let scenes =
        ["他用Alice的伞。见到Alice，Bob和iPhone都在。", "We met Bob Lee and Bob Lee laughed. Nobody met Bo."];
    let found = hints(&["Bob"], &scenes);
    let mut kinds = kinds(&found);
    kinds.sort_unstable_by_key(|(name, ..)| *name);
    assert_eq!(kinds, [("Alice", NameHintKind::New, 2), ("Lee", NameHintKind::New, 2)]);
}

fn people(scenes: &[&str]) -> Vec<String> {
    let found = hints(&[], scenes).into_iter().filter(|hint| hint.bearer == Bearer::Person);
    let mut names: Vec<String> = found.map(|hint| hint.name).collect();
    names.sort_unstable();
    names
}

#[test]
fn verbs_adverbs_and_ranks_are_not_names() {
    let scenes = [
        "许延曰：“可。”程昭大怒。遂引军去。乃令人追之。许延大喜，谓程昭曰：“善。”将军曰：“不可。”使者拜谢。",
        "程昭曰：“何也？”许延笑曰：“且看。”遂引军来。众将曰：“愿往。”乃令人报知许延。程昭亦笑，许延不语。",
        "许延曰：“走。”程昭引兵先行。丞相曰：“止。”程昭曰：“诺。”军士皆惊。见许延来，程昭乃拜。许延令退。",
    ];
    assert_eq!(people(&scenes), ["程昭", "许延"]);
}

#[test]
fn people_called_by_title_or_letter_are_found() {
    let scenes = [
        "“七嫂，你来。”\n“就来。”七嫂答应着。阿Ｑ走进来，阿Ｑ笑着。“周七嫂，”阿Ｑ说，“坐。”\n周七嫂不坐。",
        "“好。”周七嫂笑道，“阿Ｑ，你去。”\n阿Ｑ便去了。\n“唉。”周七嫂说。见了阿Ｑ，周七嫂又来问周七嫂家。",
    ];
    assert_eq!(people(&scenes), ["周七嫂", "阿Ｑ"]);
}

#[test]
fn japanese_honorifics_and_speech_indicate_names() {
    let scene = "水沢《みずさわ》さんは笑った。私は水沢さんに聞いた。ミレイは「行く」と言った。ミレイが笑うとミレイも驚いた。\
Ｔは黙った。Ｔの顔を見た。Ｔに頼んだ。Ｔと歩いた。Ｔが来た。テーブルの上。私は鎌倉へ行き、鎌倉にいると言った。";
    assert_eq!(people(&[scene]), ["ミレイ", "水沢", "Ｔ"]);
    let places = hints(&[], &[scene]).into_iter().filter(|hint| hint.bearer == Bearer::Place);
    assert_eq!(places.map(|hint| hint.name).collect::<Vec<_>>(), ["鎌倉"]);
}

#[test]
fn people_called_by_their_station_are_found() {
    let scene = "“来了。”船长说。船长点头，又看海图。船长笑道：“靠岸罢。”水手们都跟着船长走。一个医生上船，三个医生下船，\
医生说不走。我去问船长。船长把门关上。只有船长不睡，医生们都睡了。医生道：“好。”医生笑着坐下，几个医生看着船长。\
“船长！”有人喊。医生走了，又来一个医生。";
    assert_eq!(people(&[scene]), ["船长"]);
}

#[test]
fn a_station_after_a_family_name_is_not_cut() {
    let scene = "孙秀才道：“请。”孙秀才坐下。孙秀才笑道：“不敢。”众人见孙秀才来，都起身。孙秀才说了一回。";
    assert_eq!(people(&[scene]), ["孙秀才"]);
}

#[test]
fn a_given_name_may_be_a_verb() {
    let scene = "孙进道：“请。”韩有余道：“不敢。”孙进又拜。众人见孙进不语，都看韩有余。韩有余笑道：“罢了。”孙进听了，\
又对韩有余说话。孙进道：“也好。”韩有余道：“就去。”";
    assert_eq!(people(&[scene]), ["孙进", "韩有余"]);
}

#[test]
fn japanese_nicknames_that_follow_their_speech_are_found() {
    let scene = "行きますかと青ヒゲが聞いた。青ヒゲは笑った。嫌だと青ヒゲが云う。青ヒゲの声だ。青ヒゲに聞いた。\
それは困ると青ヒゲが答えた。青ヒゲは黙った。青ヒゲと歩く。青ヒゲが注意した。シャツは白い。";
    assert_eq!(people(&[scene]), ["青ヒゲ"]);
}

#[test]
fn a_japanese_adverb_before_a_title_names_nobody() {
    let scene = "突然先生は黙った。突然先生が笑った。俊策君は笑った。俊策は黙った。俊策が云った。俊策君に聞いた。俊策は帰った。\
俊策が驚いた。俊策の顔を見た。突然先生は歩いた。";
    assert_eq!(people(&[scene]), ["俊策"]);
}

#[test]
fn empty_input_gives_no_hints() {
    assert_eq!(hints(&[], &[]), []);
    assert_eq!(hints(&["贾宝玉"], &["", "\n\n"]), []);
}

proptest! {
    #[test]
    fn hints_report_their_occurrences(
        names in prop::collection::vec("[赵钱孙甲乙丙A-Cab]{1,5}", 0..5),
        scenes in prop::collection::vec("([赵钱孙甲乙丙]{1,4}(道：|说|，|。|”)|[A-Ca-c' .]{1,6}|叫作){0,60}", 0..4),
    ) {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let lexicon = Lexicon::new((0..).zip(names.iter().copied()));
        for hint in name_hints(scenes.iter().map(String::as_str).enumerate(), &lexicon) {
            prop_assert!(hint.score > 0.0 && hint.score <= 1.0, "{hint:?}");
            prop_assert!(!hint.occurrences.is_empty() && hint.occurrences.len() <= hint.total);
            prop_assert!(!names.contains(&hint.name.as_str()));
            for (scene, range) in hint.occurrences {
                prop_assert_eq!(TextIndex::new(&scenes[scene]).get(range), Some(hint.name.as_str()));
                prop_assert!(lexicon.mentions(&scenes[scene]).iter().all(|mention| !mention.range.overlaps(range)));
            }
        }
    }

    #[test]
    fn finding_hints_never_panics(names in prop::collection::vec(any::<String>(), 0..4), text in any::<String>()) {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let twice = format!("{text}{}{text}", names.concat());
        hints(&names, &[&text, &twice]);
    }
}
