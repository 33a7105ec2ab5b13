use proptest::prelude::*;

use super::*;

fn quotes<'t>(chapter: &Chapter<'t>, quotes: &[Quoted]) -> Vec<&'t str> {
    quotes.iter().map(|quote| TextIndex::new(chapter.scenes[quote.scene]).slice(quote.range)).collect()
}

const SCENE: &str = "沈砚把灯放在地上。他听了一会儿，外面没有声音。\n他打开了箱子，里面是一本账，骂道：“混账东西！这也算账？”\n\
    阿芷忽然来了，一把夺过账本，哭着跑了出去。天很黑。路上没有人。\n沈砚追到渡口，船已经开了。";

#[test]
fn a_short_chapter_is_quoted_whole_except_speech() {
    let chapter = Chapter { title: "开箱", scenes: &[SCENE] };
    let lexicon = Lexicon::new([(0, "沈砚"), (1, "阿芷")]);
    let digest = digest(&chapter, &Background::of([[SCENE]]), &lexicon);
    let events = quotes(&chapter, &digest.events);
    assert!(events.contains(&"阿芷忽然来了，一把夺过账本，哭着跑了出去。"), "{events:?}");
    let summary = joined(&chapter, &digest.summary);
    assert!(summary.contains("里面是一本账。") && !summary.contains("混账"), "{summary}");
    assert!(count(&summary).total(CountRule::Standard) <= 121, "{summary}");
}

#[test]
fn a_cut_speech_gets_its_missing_mark() {
    assert_eq!(paired("回头命宝玉“不许动！"), "回头命宝玉“不许动！”");
    assert_eq!(paired("也未可知。”"), "也未可知。");
    assert_eq!(paired("“说‘通灵’的是你。"), "“说‘通灵’的是你。”");
    assert_eq!(paired("Maren’s ledger’"), "Maren’s ledger’");
}

#[test]
fn blank_chapters_have_empty_digests() {
    for scenes in [&[][..], &[""], &["\n\n　\n"], &["……\n——"]] {
        let chapter = Chapter { title: "", scenes };
        assert_eq!(digest(&chapter, &Background::default(), &Lexicon::new([])), Digest::default());
    }
}

#[test]
fn a_text_without_punctuation_is_quoted_in_part() {
    let endless = "雪".repeat(30_000);
    let chapter = Chapter { title: "", scenes: &[&endless] };
    let digest = digest(&chapter, &Background::default(), &Lexicon::new([]));
    assert!(digest.summary.iter().all(|quote| quote.range.len() <= 120));
    assert_eq!(digest.summary.len(), 1);
}

/// The chapters of a novel in the corpus beside the repository; `None` if it is absent.
fn novel(name: &str) -> Option<Vec<String>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus/").to_owned() + name;
    let text = std::fs::read_to_string(path).ok()?;
    let mut chapters: Vec<String> = Vec::new();
    for line in text.lines() {
        let head: String = line.chars().take(8).collect();
        let is_head = head.starts_with('第')
            && head.contains("回 ")
            && head
                .chars()
                .take_while(|c| *c != '回')
                .skip(1)
                .all(|c| "一二三四五六七八九十百○零".contains(c));
        if is_head || chapters.is_empty() {
            chapters.push(String::new());
        }
        if let Some(chapter) = chapters.last_mut() {
            chapter.push_str(line);
            chapter.push('\n');
        }
    }
    Some(chapters)
}

fn split(chapter: &str) -> (&str, &str) {
    chapter.split_once('\n').unwrap_or(("", chapter))
}

#[test]
fn digest_of_red_chamber_three_has_its_main_events() {
    let Some(chapters) = novel("hongloumeng.zh-Hans.txt") else {
        eprintln!("skipped: the corpus is not available");
        return;
    };
    assert_eq!(chapters.len(), 120);
    let background = Background::of(chapters.iter().map(|chapter| [split(chapter).1]));
    let (title, text) = split(&chapters[2]);
    let chapter = Chapter { title, scenes: &[text] };
    let hints = wenfang_text::name_hints(
        chapters.iter().map(|chapter| split(chapter).1).enumerate(),
        &Lexicon::new([]),
    );
    let sure = hints.iter().filter(|hint| hint.score >= 0.7);
    let guessed = Lexicon::new((0..).zip(sure.map(|hint| hint.name.as_str())));
    for lexicon in [Lexicon::new([]), guessed] {
        let digest = digest(&chapter, &background, &lexicon);
        let (events, told) = (quotes(&chapter, &digest.events), joined(&chapter, &digest.summary));
        let length = count(&told).total(CountRule::Standard);
        assert!((250..=410).contains(&length), "{length}");
        assert!((5..=8).contains(&events.len()));
        let is_told = |any: &[&str]| any.iter().any(|words| told.contains(words));
        let happens = |any: &[&str]| any.iter().any(|words| events.iter().any(|event| event.contains(words)));
        let grandmother = ["老母迎上来", "一把搂入怀中", "拜见了外祖母"];
        let xifeng = ["王熙凤", "这熙凤携著黛玉的手"];
        let they_meet = ["一位年轻的公子", "料定是林姑妈之女", "黛玉一见，便吃一大惊", "黛玉身边坐下"];
        let jade = ["狠命摔去"];
        assert!(is_told(&grandmother) && is_told(&xifeng) && is_told(&they_meet) && is_told(&jade));
        assert!(happens(&grandmother) && happens(&xifeng) && happens(&jade));
    }
}

proptest! {
    #[test]
    fn quotes_are_verbatim_ordered_and_deterministic(
        scenes in prop::collection::vec("[雪月风摔哭a-c “”：，。！？\n「」\u{301}🙂]{0,200}", 0..4),
        title in "[雪月a-c]{0,6}",
    ) {
        let scenes: Vec<&str> = scenes.iter().map(String::as_str).collect();
        let chapter = Chapter { title: &title, scenes: &scenes };
        let background = Background::of([scenes.iter().copied()]);
        let lexicon = Lexicon::new([(0, "雪月"), (1, "ab")]);
        let first = digest(&chapter, &background, &lexicon);
        prop_assert_eq!(&first, &digest(&chapter, &background, &lexicon));
        for quotes in [&first.summary, &first.events] {
            for quote in quotes {
                let index = TextIndex::new(scenes[quote.scene]);
                prop_assert!(!quote.range.is_empty() && quote.range.end().get() <= index.len());
            }
            for pair in quotes.windows(2) {
                prop_assert!(pair[0].scene < pair[1].scene || pair[0].range.end() <= pair[1].range.start());
            }
        }
        prop_assert!(first.events.len() <= 8);
        joined(&chapter, &first.summary);
    }

    #[test]
    fn any_text_can_be_digested(text in "\\PC{0,300}") {
        let chapter = Chapter { title: &text, scenes: &[&text, &text] };
        digest(&chapter, &Background::of([[text.as_str()]]), &Lexicon::new([]));
    }
}
