//! Retrieval quality, measured with generated questions on a real novel whose answers are known.

use serde_json::{Value, json};
use wenfang_tests::corpus::hongloumeng;
use wenfang_tests::rng::Rng;

use super::library::Library;

/// Chapters searched: a quarter of the novel, some nine hundred paragraphs.
const CHAPTERS: usize = 30;
/// Number of questions in the words of the text.
const LEXICAL: usize = 300;
/// Number of questions in other words.
const PARAPHRASED: usize = 100;
/// Minimum percentage of questions in the words of the text whose answer is among the first ten.
const LEXICAL_BAR: usize = 97;
/// The same for questions in other words and without a model: the measured figure (see `docs/benchmarks.md`)
/// minus what a change of the questions may shift.
const PARAPHRASED_FLOOR: usize = 70;

/// Words of the novel with modern synonyms.
const SYNONYMS: &[(&str, &str)] = &[
    ("笑道", "笑着说"),
    ("说道", "讲"),
    ("问道", "打听"),
    ("听见", "听到"),
    ("看见", "瞧到"),
    ("丫头", "侍女"),
    ("丫鬟", "女仆"),
    ("婆子", "老妈子"),
    ("姑娘", "小姐"),
    ("老爷", "家主"),
    ("太太", "夫人"),
    ("奶奶", "少夫人"),
    ("吃饭", "用膳"),
    ("吃茶", "喝茶"),
    ("吃酒", "喝酒"),
    ("银子", "钱"),
    ("东西", "物件"),
    ("衣裳", "衣服"),
    ("如今", "现在"),
    ("昨日", "昨天"),
    ("今日", "今天"),
    ("明日", "明天"),
    ("欢喜", "高兴"),
    ("着急", "焦急"),
    ("生气", "发怒"),
    ("害怕", "畏惧"),
    ("哭", "流泪"),
    ("忙", "赶快"),
    ("连忙", "立刻"),
    ("便", "就"),
    ("因此", "所以"),
    ("不知", "不晓得"),
    ("知道", "晓得"),
    ("回来", "归来"),
    ("出去", "出门"),
    ("进来", "入内"),
    ("众人", "大家"),
    ("这里", "此处"),
    ("那里", "何处"),
    ("父亲", "爹"),
    ("母亲", "娘"),
    ("兄弟", "弟弟"),
    ("读书", "念书"),
    ("病", "疾"),
    ("请安", "问候"),
    ("打发", "派"),
    ("商议", "商量"),
    ("告诉", "告知"),
    ("原来", "本来"),
    ("只得", "只好"),
    ("忽", "突然"),
    ("素日", "平时"),
    ("屋里", "房中"),
    ("房中", "屋里"),
    ("花", "花朵"),
    ("月", "月亮"),
    ("道", "说"),
];

/// A question and the paragraph that answers it.
struct Question {
    query: String,
    chapter: usize,
    paragraph: String,
}

/// The paragraphs usable for questions, each with its chapter, from 1.
fn paragraphs(chapters: &[(String, String)]) -> Vec<(usize, &str)> {
    let lines =
        chapters.iter().enumerate().flat_map(|(at, (_, text))| text.lines().map(move |line| (at + 1, line)));
    lines.filter(|(_, line)| (40..=600).contains(&line.chars().count())).collect()
}

/// Substrings of `length` characters of a paragraph without punctuation.
fn substrings(paragraph: &str, length: usize) -> Vec<String> {
    let characters: Vec<char> = paragraph.chars().collect();
    characters
        .windows(length)
        .filter(|window| window.iter().all(|c| c.is_alphabetic()))
        .map(|window| window.iter().collect())
        .collect()
}

fn lexical(chapters: &[(String, String)], rng: &mut Rng) -> Vec<Question> {
    let paragraphs = paragraphs(chapters);
    let mut questions = Vec::new();
    while questions.len() < LEXICAL {
        let (chapter, paragraph) = *rng.pick(&paragraphs).unwrap();
        let length = rng.within(4..8);
        let Some(query) = rng.pick(&substrings(paragraph, length)).cloned() else { continue };
        // A substring of many paragraphs identifies none of them.
        if paragraphs.iter().filter(|(_, line)| line.contains(&query)).count() > 3 {
            continue;
        }
        questions.push(Question { query, chapter, paragraph: paragraph.to_owned() });
    }
    questions
}

/// Sentences of the text with at least two words replaced by synonyms.
fn paraphrased(chapters: &[(String, String)], rng: &mut Rng) -> Vec<Question> {
    let paragraphs = paragraphs(chapters);
    let mut questions: Vec<Question> = Vec::new();
    while questions.len() < PARAPHRASED {
        let (chapter, paragraph) = *rng.pick(&paragraphs).unwrap();
        let sentences: Vec<&str> = paragraph.split_inclusive(['。', '！', '？']).collect();
        let sentence = rng.pick(&sentences).unwrap().trim();
        if !(15..=60).contains(&sentence.chars().count()) {
            continue;
        }
        let (mut query, mut changed) = (sentence.to_owned(), 0);
        for (word, other) in SYNONYMS {
            if query.contains(word) {
                query = query.replace(word, other);
                changed += 1;
            }
        }
        let marks: &[char] = &['“', '”', '‘', '’', '。', '！', '？', '：', '；'];
        let query: String = query.split(marks).collect::<Vec<_>>().join(" ");
        if changed >= 2 && !questions.iter().any(|known| known.query == query) {
            questions.push(Question { query, chapter, paragraph: paragraph.to_owned() });
        }
    }
    questions
}

/// Number of questions whose answer is among the first ten.
async fn found(library: &Library, questions: &[Question], mode: &str) -> usize {
    let mut found = 0;
    for question in questions {
        let request = json!({ "query": question.query, "mode": mode, "limit": 10 });
        let answer = library.ok("search.find", request).await;
        let is_it = |hit: &Value| {
            let snippet = hit["snippet"]["text"].as_str().unwrap();
            hit["place"]["at"]["chapter"].as_u64() == Some(question.chapter as u64)
                && question.paragraph.contains(snippet)
        };
        found += usize::from(answer["hits"].as_array().unwrap().iter().any(is_it));
    }
    found
}

#[tokio::test]
async fn questions_find_their_paragraphs() {
    let Some(chapters) = hongloumeng() else { return };
    let chapters = &chapters[..CHAPTERS];
    let Some(library) = Library::hongloumeng(CHAPTERS).await else { return };
    let mut rng = Rng::new(2026);
    let lexical = lexical(chapters, &mut rng);
    let paraphrased = paraphrased(chapters, &mut rng);
    for (name, questions) in [("lexical", &lexical), ("paraphrased", &paraphrased)] {
        for mode in ["hybrid", "text", "vector"] {
            let found = found(&library, questions, mode).await;
            eprintln!("{name}, {mode}, no model: {found} of {} among the first ten", questions.len());
            if mode == "hybrid" {
                let bar = if name == "lexical" { LEXICAL_BAR } else { PARAPHRASED_FLOOR };
                assert!(found * 100 >= bar * questions.len(), "{name}: {found} of {}", questions.len());
            }
        }
    }
}
