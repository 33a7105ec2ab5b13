//! Hand-written questions about two kinds of prose, each answered by a known paragraph (`tests/questions`).

use wenfang_studio::search::evaluate::{EvaluateRetrieval, Retrieval, evaluate};
use wenfang_tests::corpus;

use super::library::Library;

const LUXUN: &str = include_str!("../../questions/luxun.tsv");
const HONGLOUMENG: &str = include_str!("../../questions/hongloumeng.tsv");

async fn rates(texts: &[String], questions: &str) -> Retrieval {
    let chapters: Vec<(String, String)> = texts.iter().map(|text| (String::new(), text.clone())).collect();
    let library = Library::of(&chapters).await;
    let request = EvaluateRetrieval { questions: questions.to_owned() };
    evaluate(&library.session.library(), request).await.unwrap()
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

#[tokio::test]
async fn a_question_with_a_wrong_paragraph_is_reported() {
    let library = Library::of(&[(String::new(), "江上有雾。\n江上有风。".to_owned())]).await;
    for (line, wrong) in
        [("江上有雨\t?", "no paragraph"), ("江上\t?", "more than one"), ("江上有雾", "no tab")]
    {
        let request = EvaluateRetrieval { questions: format!("# a remark\n\n{line}\n") };
        let message = evaluate(&library.session.library(), request).await.unwrap_err().message;
        assert!(message.contains("line 3") && message.contains(wrong), "{message}");
    }
}
