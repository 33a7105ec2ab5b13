use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::{Deserialize, Serialize};

use super::write::{Line, Run, Shape, Style, literal, lower, words};
use super::*;
use crate::corpus::corpus;
use crate::{CharOffset, CountRule, Counts, RunningCount, count};

/// A line of the table that Rust and the page share.
#[derive(Deserialize, Serialize)]
struct Case {
    line: String,
    /// The kind, the mark with its words, and the words.
    marks: Vec<(MarkKind, String, String)>,
    plain: String,
    /// 字数 and 注.
    counted: (usize, usize),
}

fn case(line: &str) -> Case {
    let index = TextIndex::new(line);
    let shown =
        |span: Span| (span.kind, index.slice(span.outer).to_owned(), index.slice(span.inner).to_owned());
    let counts = count(line);
    Case {
        line: line.to_owned(),
        marks: marks(line).into_iter().map(shown).collect(),
        plain: Plain::of(line).text().to_owned(),
        counted: (counts.total(CountRule::Standard), counts.notes),
    }
}

/// The page is tested with the same file (`ui/src/editor/prose-marks.test.ts`).
#[test]
fn lines_have_the_marks_of_the_table() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../../tests/golden/marks.json")).unwrap();
    assert!(cases.len() > 50);
    for expected in cases {
        let found = case(&expected.line);
        assert_eq!(found.marks, expected.marks, "{}", expected.line);
        assert_eq!((&found.plain, found.counted), (&expected.plain, expected.counted), "{}", expected.line);
    }
}

/// Made by `cargo run -p wenfang-text --example marks`.
#[test]
fn random_lines_have_the_marks_of_the_table() {
    #[derive(Deserialize)]
    struct Line {
        line: String,
        marks: Vec<(MarkKind, String, String)>,
    }
    let lines: Vec<Line> =
        serde_json::from_str(include_str!("../../tests/golden/marks-random.json")).unwrap();
    assert!(lines.len() > 1_000);
    for expected in lines {
        assert_eq!(case(&expected.line).marks, expected.marks, "{}", expected.line);
    }
}

#[test]
fn a_ruby_has_a_reading() {
    let text = "去｜東京《とうきょう》了";
    let index = TextIndex::new(text);
    let readings: Vec<_> = marks(text).into_iter().filter_map(Span::reading).collect();
    assert_eq!(readings.iter().map(|range| index.slice(*range)).collect::<Vec<_>>(), ["とうきょう"]);
}

#[test]
fn footnotes_are_apart_with_their_place() {
    let text = "甲\n*他^[*本*名张三]来*了^[乙]";
    let plain = Plain::of(text);
    assert_eq!(plain.text(), "甲\n他来了");
    let index = TextIndex::new(text);
    let notes: Vec<_> = plain
        .notes()
        .iter()
        .map(|note| (note.at.get(), index.slice(note.range), note.text.as_str()))
        .collect();
    assert_eq!(notes, [(3, "^[*本*名张三]", "本名张三"), (5, "^[乙]", "乙")]);
}

#[test]
fn ranges_of_the_view_have_no_marks_around() {
    let text = "# 题\n他说*“走。”*走了";
    let plain = Plain::of(text);
    assert_eq!(plain.text(), "题\n他说“走。”走了");
    let index = TextIndex::new(text);
    let raw = plain.to_raw(CharRange::new(4, 8));
    assert_eq!(index.slice(raw), "“走。”");
    assert_eq!(plain.to_plain(raw), CharRange::new(4, 8));
    assert_eq!(plain.to_raw(CharRange::new(0, 1)), CharRange::new(2, 3));
    assert_eq!(plain.to_raw_offset(CharOffset::new(4)).get(), 7);
    assert_eq!(plain.to_plain_offset(CharOffset::new(6)).get(), 4);
    assert!(Plain::of("没有《标记》。").is_whole());
}

#[test]
fn a_quote_without_marks_is_found() {
    let text = "他说*“走。”*^[完。]走了。";
    let index = TextIndex::new(text);
    let found = |words| find_quote(text, words).map(|range| index.slice(range));
    assert_eq!(found("说“走。”走"), Some("说*“走。”*^[完。]走"));
    assert_eq!(found("“走。”"), Some("“走。”"));
    assert_eq!(found("完。"), Some("完。"));
    assert_eq!(found("没有"), None);
}

#[test]
fn marks_never_stand_in_the_novels_by_accident() {
    let kinds = |text: &str| {
        let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
        for span in marks(text) {
            *kinds.entry(format!("{:?}", span.kind)).or_default() += 1;
        }
        kinds
    };
    for name in ["hongloumeng.zh-Hans.txt", "hongloumeng.zh-Hant.raw.txt", "panghuang.zh-Hans.txt"] {
        let Some(text) = corpus(name) else { continue };
        let found = kinds(&text);
        for kind in ["Ruby", "Dots", "Note", "Centre", "Right", "Literal"] {
            assert_eq!(found.get(kind), None, "{name}");
        }
    }
    if let Some(text) = corpus("kokoro.ja.aozora.txt") {
        assert_eq!(kinds(&text).get("Ruby"), Some(&149));
    }
}

#[test]
fn parser_and_counter_agree_on_every_corpus_line() {
    for name in ["hongloumeng.zh-Hans.txt", "kokoro.ja.aozora.txt", "pride-and-prejudice.en.raw.txt"] {
        let Some(text) = corpus(name) else { continue };
        for line in text.lines() {
            agrees(line);
        }
    }
}

/// Checks that both counters count a line as its plain view and its footnotes.
fn agrees(line: &str) {
    let counts = count(line);
    let plain = Plain::of(line);
    let expected = count(&literal(plain.text()));
    assert_eq!(totals(&counts), totals(&expected), "{line:?}");
    let note = |note: &PlainNote| count(&literal(&note.text)).total(CountRule::Standard);
    assert_eq!(counts.notes, plain.notes().iter().map(note).sum::<usize>(), "{line:?}");
    let mut running = RunningCount::default();
    line.chars().for_each(|c| running.push(c));
    assert_eq!(running.total(), counts.total(CountRule::Standard), "{line:?}");
}

fn totals(counts: &Counts) -> [usize; 3] {
    [CountRule::Standard, CountRule::Word, CountRule::Han].map(|rule| counts.total(rule))
}

#[test]
fn readable_text_gets_few_backslashes() {
    let line = |runs: Vec<Run>| lower(&[Line::Words(Shape::Paragraph, runs)]).text;
    let italic = Style { italic: true, ..Style::default() };
    assert_eq!(line(vec![Run::plain("5*3=15，《书》｜卷\\一")]), "5*3=15，《书》｜卷\\一");
    assert_eq!(
        line(vec![Run::plain("读《红楼梦》"), Run::styled(" 真 ", italic), Run::plain("好")]),
        "读《红楼梦》 *真* 好"
    );
    assert_eq!(line(vec![Run::plain("*a*")]), "\\*a\\*");
    assert_eq!(line(vec![Run::plain("---")]), "\\---");
    assert_eq!(line(vec![Run::plain("# 一")]), "\\# 一");
}

/// A line of words with italics and bold, as marks, and what was lost.
fn emphasised(runs: &[(&str, bool, bool)]) -> (String, usize) {
    let runs = runs
        .iter()
        .map(|&(text, italic, bold)| Run::styled(text, Style { italic, bold, dots: false }))
        .collect();
    let lowered = lower(&[Line::Words(Shape::Paragraph, runs)]);
    (lowered.text, lowered.lost)
}

#[test]
fn two_stretches_of_emphasis_may_touch() {
    let (italic, bold, both) = (("甲", true, false), ("乙", false, true), ("丙", true, true));
    for (one, next, expected) in [
        (italic, bold, "*甲***乙**"),
        (bold, italic, "**乙***甲*"),
        (italic, both, "*甲**丙***"),
        (both, italic, "***丙**甲*"),
        (bold, both, "**乙*丙***"),
        (both, bold, "***丙*乙**"),
    ] {
        assert_eq!(emphasised(&[one, next]), (expected.to_owned(), 0));
    }
}

#[test]
fn a_third_stretch_of_emphasis_is_reported() {
    let runs = [("甲", true, false), ("乙", false, true), ("丙", true, false), ("丁", false, true)];
    assert_eq!(emphasised(&runs), ("*甲***乙**丙**丁**".to_owned(), 1));
}

/// The italics and the bold of each letter of a line.
fn styles_of(line: &str) -> Vec<(bool, bool)> {
    let spans = marks(line);
    let has = |at: usize, kinds: [MarkKind; 2]| {
        spans.iter().any(|span| {
            kinds.contains(&span.kind) && (span.inner.start().get()..span.inner.end().get()).contains(&at)
        })
    };
    let letters = line.chars().enumerate().filter(|(_, c)| *c != '*');
    let style = |at| {
        (has(at, [MarkKind::Italic, MarkKind::BoldItalic]), has(at, [MarkKind::Bold, MarkKind::BoldItalic]))
    };
    letters.map(|(at, _)| style(at)).collect()
}

#[test]
fn asterisks_cannot_say_what_is_lost_of_three_stretches() {
    const LETTERS: [char; 6] = ['甲', '乙', '丙', '丁', '戊', '己'];
    // Every line of these letters with up to three asterisks before, between and after them, and what it says.
    let mut said = std::collections::BTreeSet::new();
    for number in 0..4_usize.pow(7) {
        let stars = |at: u32| "***"[..number / 4_usize.pow(at) % 4].to_owned();
        let line: String = (0..).zip(LETTERS).map(|(at, letter)| stars(at) + &letter.to_string()).collect();
        let line = line + &stars(6);
        let hidden: usize = marks(&line).iter().map(|span| span.outer.len() - span.inner.len()).sum();
        if hidden == line.chars().filter(|c| *c == '*').count() {
            said.insert(styles_of(&line));
        }
    }
    let kinds = [(true, false), (false, true), (true, true)];
    for number in 0..27_usize {
        let [one, two, three] = [number / 9, number / 3 % 3, number % 3].map(|kind| kinds[kind]);
        if one == two || two == three {
            continue;
        }
        let wanted = vec![one, one, two, two, three, three];
        let runs = [("甲乙", one), ("丙丁", two), ("戊己", three)];
        let (line, lost) = emphasised(&runs.map(|(text, (italic, bold))| (text, italic, bold)));
        assert_eq!(lost > 0, !said.contains(&wanted), "{wanted:?}: {line}");
        assert_eq!(lost == 0, styles_of(&line) == wanted, "{wanted:?}: {line}");
    }
}

#[test]
fn emphasis_inside_emphasis_is_nested() {
    let (italic, bold, both) = ((true, false), (false, true), (true, true));
    let line = |runs: &[(&'static str, (bool, bool))]| {
        emphasised(&runs.iter().map(|&(text, (italic, bold))| (text, italic, bold)).collect::<Vec<_>>())
    };
    assert_eq!(line(&[("甲", italic), ("乙", both), ("丙", italic)]), ("*甲**乙**丙*".to_owned(), 0));
    assert_eq!(line(&[("a ", bold), ("b", both), (" c", bold)]), ("**a *b* c**".to_owned(), 0));
    assert_eq!(line(&[(" a", italic), (" b ", both), ("c ", italic)]), (" *a **b** c* ".to_owned(), 0));
}

fn characters() -> impl Strategy<Value = String> {
    "([一二a.，” ]|[*\\\\^\\[\\]<>#＊｜《》-]|　|“){0,6}"
}

fn style() -> impl Strategy<Value = Style> {
    (any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(italic, bold, dots)| Style {
        italic,
        bold,
        dots,
    })
}

fn run() -> impl Strategy<Value = Run> {
    prop_oneof![
        3 => (characters(), style()).prop_map(|(text, style)| Run::styled(text, style)),
        2 => characters().prop_map(Run::plain),
        1 => (characters(), characters(), style())
            .prop_map(|(base, reading, style)| Run::Ruby { base, reading, style }),
    ]
}

fn tree() -> impl Strategy<Value = Vec<Line>> {
    let shape = prop_oneof![
        4 => Just(Shape::Paragraph),
        1 => Just(Shape::Heading(2)),
        1 => Just(Shape::Quotation),
        1 => Just(Shape::Centre),
        1 => Just(Shape::Right),
    ];
    let runs = proptest::collection::vec(
        prop_oneof![5 => run(), 1 => proptest::collection::vec(run(), 0..3).prop_map(Run::Note)],
        0..5,
    );
    let line = prop_oneof![
        9 => (shape, runs).prop_map(|(shape, runs)| Line::Words(shape, runs)),
        1 => Just(Line::Break),
    ];
    proptest::collection::vec(line, 0..3)
}

/// The visible characters of a text, each with its emphasis (italic, bold), without footnotes.
fn emphasis_of(text: &str) -> Vec<(char, bool, bool)> {
    let spans = marks(text);
    let plain = Plain::of(text);
    let shown = |(at, c): (usize, char)| {
        let at = plain.to_raw(CharRange::new(at, at + 1)).start();
        let has = |kind: MarkKind| {
            spans.iter().any(|span| span.kind == kind && span.inner.start() <= at && at < span.inner.end())
        };
        let both = has(MarkKind::BoldItalic);
        (!c.is_whitespace()).then(|| (c, both || has(MarkKind::Italic), both || has(MarkKind::Bold)))
    };
    plain.text().chars().enumerate().filter_map(shown).collect()
}

/// The same of a tree.
fn emphasis_of_tree(tree: &[Line]) -> Vec<(char, bool, bool)> {
    let runs = tree.iter().flat_map(|line| match line {
        Line::Words(_, runs) => runs.as_slice(),
        Line::Break => &[],
    });
    runs.flat_map(|run| match run {
        Run::Words { text, style } | Run::Ruby { base: text, style, .. } => {
            text.chars().map(|c| (c, style.italic, style.bold)).collect()
        }
        Run::Note(_) => Vec::new(),
    })
    .filter(|(c, ..)| !c.is_whitespace())
    .collect()
}

/// What is formatted in a tree and in its text, as far as both say it: the words of each kind of mark.
fn formatted(text: &str) -> usize {
    marks(text).iter().filter(|span| span.kind != MarkKind::Literal).count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn lowering_changes_no_word(tree in tree()) {
        let lowered = lower(&tree).text;
        let plain = Plain::of(&lowered);
        prop_assert_eq!(plain.text(), words(&tree), "{}", lowered);
        // Words and rules of counting are the same with and without marks.
        prop_assert_eq!(totals(&count(&lowered)), totals(&count(&literal(&words(&tree)))), "{}", lowered);
    }

    #[test]
    fn lowering_keeps_the_emphasis_of_each_character(tree in tree()) {
        let lowered = lower(&tree);
        if lowered.lost == 0 {
            prop_assert_eq!(emphasis_of(&lowered.text), emphasis_of_tree(&tree), "{}", lowered.text);
        }
    }

    #[test]
    fn literal_words_have_no_mark(text in characters()) {
        let escaped = literal(&text);
        let plain = Plain::of(&escaped);
        prop_assert_eq!(plain.text(), text.as_str());
        prop_assert_eq!(formatted(&escaped), 0);
    }
}

proptest! {
    #[test]
    fn both_maps_agree(tree in tree()) {
        let text = lower(&tree).text;
        let plain = Plain::of(&text);
        let raw: Vec<char> = text.chars().collect();
        for (at, c) in plain.text().chars().enumerate() {
            let range = plain.to_raw(CharRange::new(at, at + 1));
            prop_assert_eq!(&raw[range.as_range()], &[c][..]);
            prop_assert_eq!(plain.to_plain(range), CharRange::new(at, at + 1));
        }
    }

    #[test]
    fn spans_nest_and_stay_in_order(line in "([一a ]|[*\\\\^\\[\\]<>#＊｜《》-]|》》|《《|\\^\\[|\\*\\*){0,24}") {
        let found = marks(&line);
        for (at, span) in found.iter().enumerate() {
            prop_assert!(span.outer.start() <= span.inner.start() && span.inner.end() <= span.outer.end());
            for later in &found[at + 1..] {
                let (outer, inner) = (span.outer, later.outer);
                let apart = inner.start() >= outer.end();
                prop_assert!(apart || inner.end() <= outer.end(), "{:?}", found);
            }
        }
    }
}

/// The same text with marks: emphasis around a third of its sentences, ruby and dots inside others.
fn marked(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut inserted: BTreeMap<usize, &str> = BTreeMap::new();
    for (number, sentence) in crate::sentences(text).into_iter().enumerate() {
        let (start, end) = (sentence.start().get(), sentence.end().get());
        // Every second sentence, because marks of neighbours would touch.
        match number % 10 {
            0 => inserted.extend([(start, "*"), (end, "*")]),
            2 => inserted.extend([(start, "**"), (end, "**")]),
            4 if end - start > 4 => inserted.extend([(start + 1, "｜"), (start + 2, "《zhù》")]),
            6 if end - start > 4 => inserted.extend([(start + 1, "《《"), (start + 3, "》》")]),
            8 => inserted.extend([(end, "^[作者的注。]")]),
            _ => {}
        }
    }
    let mut marked = String::new();
    for (at, c) in chars.into_iter().enumerate() {
        marked.push_str(inserted.get(&at).unwrap_or(&""));
        marked.push(c);
    }
    marked
}

#[test]
fn edits_of_marks_alone_keep_every_anchor() {
    let Some(novel) = corpus("panghuang.zh-Hans.txt") else { return };
    let plain: String = novel.chars().take(20_000).filter(|c| !matches!(c, '*' | '《' | '》')).collect();
    let marked = marked(&plain);
    let (added, removed) = (crate::Alignment::new(&plain, &marked), crate::Alignment::new(&marked, &plain));
    let view = Plain::of(&marked);
    assert!(view.text() == plain);
    let (mut all, mut kept) = (0, 0);
    let quotes = crate::sentences(&plain).into_iter().flat_map(|sentence| {
        let start = sentence.start().get();
        [sentence, CharRange::new(start, start + sentence.len().min(4))]
    });
    for quote in quotes {
        let raw = view.to_raw(quote);
        all += 2;
        kept +=
            usize::from(added.reanchor(quote, None).sure().map(|found| view.to_plain(found)) == Some(quote));
        kept += usize::from(removed.reanchor(raw, None).sure() == Some(quote));
    }
    assert_eq!((kept, all > 1_000), (all, true));
}
