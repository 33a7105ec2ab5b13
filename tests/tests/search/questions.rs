//! Hand-written questions about two kinds of prose, each answered by a known paragraph (`tests/questions`).

use std::fmt::Write as _;

use wenfang_studio::search::evaluate::{EvaluateRetrieval, Retrieval, evaluate};
use wenfang_studio::watch::Watch;
use wenfang_tests::corpus;
use wenfang_tests::rng::Rng;

use super::library::Library;

const LUXUN: &str = include_str!("../../questions/luxun.tsv");
const HONGLOUMENG: &str = include_str!("../../questions/hongloumeng.tsv");

async fn rates(texts: &[String], questions: &str) -> Retrieval {
    let chapters: Vec<(String, String)> = texts.iter().map(|text| (String::new(), text.clone())).collect();
    let library = Library::of(&chapters).await;
    let request = EvaluateRetrieval { questions: questions.to_owned() };
    evaluate(&library.session.library(), request, &Watch::silent()).await.unwrap()
}

/// Fails if our ranking is below plain BM25 over character pairs, by words alone or with the fallback.
fn assert_not_below_plain(name: &str, rates: &Retrieval) {
    let Retrieval { questions, paragraphs, hybrid, text, plain } = rates;
    eprintln!(
        "{name}: {questions} questions over {paragraphs} paragraphs; in percent first, among 5, among 10:"
    );
    for (way, rate) in [("hybrid", hybrid), ("words", text), ("plain BM25", plain)] {
        eprintln!("  {way}: {} {} {}", rate.first, rate.among_5, rate.among_10);
    }
    assert!((*questions, *paragraphs) > (270, 1_000), "{questions} questions, {paragraphs} paragraphs");
    for rate in [hybrid, text] {
        assert!(rate.first >= plain.first && rate.among_5 >= plain.among_5, "{name}: below a plain BM25");
    }
}

#[tokio::test]
async fn questions_about_modern_stories_are_answered() {
    let texts: Option<Vec<String>> =
        ["panghuang.zh-Hans.txt", "aq-zhengzhuan.zh-Hans.txt"].map(corpus::text).into_iter().collect();
    let Some(texts) = texts else { return };
    assert_not_below_plain("彷徨, 阿Q正传", &rates(&texts, LUXUN).await);
}

#[tokio::test]
async fn questions_about_a_classic_are_answered() {
    let Some(chapters) = corpus::hongloumeng() else { return };
    let texts: Vec<String> = chapters.get(30..80).unwrap().iter().map(|(_, text)| text.clone()).collect();
    assert_not_below_plain("红楼梦, 31–80", &rates(&texts, HONGLOUMENG).await);
}

/// Sentences of questions; `{a}` and `{b}` are pieces of the paragraph that answers.
const FORMS: [&str; 5] = [
    "{a}的时候，{b}是怎么回事？",
    "为什么{a}，又{b}？",
    "谁{a}？后来{b}了吗？",
    "{a}和{b}有什么关系？",
    "书里哪一处说到{a}、{b}？",
];

/// 200 questions with two pieces of a paragraph's own words, as long as the range says.
fn in_own_words(text: &str, pieces: std::ops::Range<usize>, rng: &mut Rng) -> String {
    let paragraphs: Vec<&str> =
        text.lines().map(str::trim).filter(|line| line.chars().count() >= 40).collect();
    let mut questions = String::new();
    let mut made = 0;
    while made < 200 {
        let paragraph = paragraphs[rng.within(0..paragraphs.len())];
        let start: String = paragraph.chars().take(24).collect();
        let mut clauses: Vec<Vec<char>> = paragraph
            .split(|c: char| !c.is_alphanumeric())
            .map(|clause| clause.chars().collect())
            .filter(|clause: &Vec<char>| clause.len() >= 5)
            .collect();
        if clauses.len() < 3 || text.matches(&start).count() > 1 {
            continue;
        }
        let mut piece = || -> String {
            let clause = clauses.swap_remove(rng.within(0..clauses.len()));
            let length = rng.within(pieces.clone()).min(clause.len());
            let from = rng.within(0..clause.len() - length + 1);
            clause[from..from + length].iter().collect()
        };
        let (a, b) = (piece(), piece());
        let question = FORMS[rng.within(0..FORMS.len())].replace("{a}", &a).replace("{b}", &b);
        writeln!(questions, "{start}\t{question}").unwrap();
        made += 1;
    }
    questions
}

/// Ranking by single characters too, which helps questions in other words, costs little where plain BM25 is best.
#[tokio::test]
async fn questions_in_the_words_of_the_text_are_answered() {
    let Some(chapters) = corpus::hongloumeng() else { return };
    let Some(stories) = corpus::text("panghuang.zh-Hans.txt") else { return };
    let classic: Vec<String> = chapters.get(60..90).unwrap().iter().map(|(_, text)| text.clone()).collect();
    for (name, text) in [("彷徨", stories), ("红楼梦, 61–90", classic.join("\n"))] {
        let mut rng = Rng::new(41);
        for (pieces, bar) in [(4..8, 96.0), (2..5, 75.0)] {
            let name = format!("{name}, pieces of {} to {} characters", pieces.start, pieces.end - 1);
            let questions = in_own_words(&text, pieces, &mut rng);
            let rates = rates(std::slice::from_ref(&text), &questions).await;
            eprintln!("{name}: hybrid {:?}, words {:?}, plain {:?}", rates.hybrid, rates.text, rates.plain);
            for rate in [&rates.hybrid, &rates.text] {
                // 2 of 100 is what another draw of 200 questions may shift.
                let is_near =
                    rate.first >= rates.plain.first - 2.0 && rate.among_5 >= rates.plain.among_5 - 2.0;
                assert!(rate.first >= bar && is_near, "{name}: {rate:?}, plain {:?}", rates.plain);
            }
        }
    }
}

#[tokio::test]
async fn a_question_with_a_wrong_paragraph_is_reported() {
    let library = Library::of(&[(String::new(), "江上有雾。\n江上有风。".to_owned())]).await;
    for (line, wrong) in
        [("江上有雨\t?", "no paragraph"), ("江上\t?", "more than one"), ("江上有雾", "no tab")]
    {
        let request = EvaluateRetrieval { questions: format!("# a remark\n\n{line}\n") };
        let message =
            evaluate(&library.session.library(), request, &Watch::silent()).await.unwrap_err().message;
        assert!(message.contains("line 3") && message.contains(wrong), "{message}");
    }
}
