//! What the pages of a book have.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed claim")]

mod kit;

use kit::{bare, chapter, has_font, has_poppler, job, pages, paragraph, printed, run};
use serde_json::{Value, json};

/// The job that the tests of Wenfang itself write.
fn sample() -> Value {
    serde_json::from_str(include_str!("job.json")).unwrap()
}

#[test]
fn a_book_with_every_mark_is_printed() {
    if !has_font() || !has_poppler() {
        return;
    }
    let run = printed(&sample());
    let report = run.last();
    assert_eq!((&report["missing"], &report["is_unstable"]), (&json!([]), &json!(false)), "{report}");
    let pages = pages(&run.pdf, false);
    let text: Vec<String> = pages.iter().map(|page| bare(&page.concat())).collect();
    assert_eq!(pages.len(), report["pages"].as_u64().unwrap() as usize);
    assert_eq!(text[0], "渡口林河", "the title page");
    for line in ["目录", "第一卷雾", "第一章夜渡", "第二章灯", "第二卷归"] {
        assert!(text[1].contains(line), "{line} in the contents: {}", text[1]);
    }
    assert_eq!(text[2], "第一卷雾", "the page of the volume");
    let first = &text[3];
    for piece in
        ["第一章夜渡", "他想，", "快走", "系统", "饕餮", "绝不", "<&>", "见字如面。", "＊＊＊", "雾散了。"]
    {
        assert!(first.contains(piece), "{piece} in {first}");
    }
    assert!(first.contains("古代的怪兽。"), "the footnote is on the page of its passage: {first}");
    assert!(text[4].starts_with("第二章灯"), "a chapter begins a page: {}", text[4]);
}

#[test]
fn chapters_have_heads_and_numbers_on_later_pages() {
    if !has_font() || !has_poppler() {
        return;
    }
    let long: Vec<String> = (0..60).map(|n| format!("第{n}段。{}", "河水很慢，".repeat(12))).collect();
    let volumes = json!([{ "title": "", "chapters": [chapter(1, "夜渡", &long), chapter(2, "灯", &long)] }]);
    let pages = pages(&printed(&job("zh", volumes)).pdf, false);
    // Left pages have the book, right ones the chapter; the first page of a chapter has no head.
    assert_eq!(pages[1].first().map(String::as_str), Some("夜渡"));
    assert!(pages[2].first().is_some_and(|line| line == "夜渡" || line == "渡口"), "{:?}", pages[2]);
    let numbers: Vec<&str> = pages[1..].iter().filter_map(|page| page.last()).map(String::as_str).collect();
    let wanted: Vec<String> = (1..pages.len()).map(|number| number.to_string()).collect();
    assert_eq!(numbers, wanted);
}

#[test]
fn the_words_of_the_author_are_never_code() {
    if !has_font() || !has_poppler() {
        return;
    }
    let text =
        "#panic(\"x\") $x$ *a* _b_ <c> @d // e /* f */ \\ #read(\"/job.json\") [g] `h` ~ https://example.org";
    let volumes = json!([{ "title": "#v *w*", "chapters": [chapter(1, "= #t <l>", &[text.to_owned()])] }]);
    let all = bare(&pages(&printed(&job("zh", volumes)).pdf, false).concat().concat());
    for piece in [text, "#v *w*", "= #t <l>"] {
        assert!(all.contains(&bare(piece)), "{piece} in {all}");
    }
}

#[test]
fn english_is_hyphenated_and_complete() {
    if !has_font() || !has_poppler() {
        return;
    }
    let text = "“The extraordinary misunderstanding,” said Elizabeth, “was—unquestionably—irreconcilable.” ";
    let paragraphs: Vec<String> = (0..40).map(|n| format!("{n} {}", text.repeat(4).trim_end())).collect();
    let volumes = json!([{ "title": "", "chapters": [chapter(1, "One", &paragraphs)] }]);
    let pages = pages(&printed(&job("en", volumes)).pdf, false);
    // Without heads, the heading and page numbers.
    let is_text = |line: &&String| !matches!(line.as_str(), "One" | "渡口") && line.parse::<u32>().is_err();
    let lines: Vec<&str> = pages[1..].iter().flatten().filter(is_text).map(String::as_str).collect();
    assert_eq!(bare(&lines.concat()), bare(&paragraphs.concat()));
    assert!(lines.iter().any(|line| line.ends_with(['-', '\u{ad}', '\u{2010}'])), "no word is hyphenated");
}

#[test]
fn long_readings_go_behind_their_words() {
    if !has_font() || !has_poppler() {
        return;
    }
    let plain = json!({ "bold": false, "italic": false, "dots": false });
    let ruby = |base: &str, reading: &str| json!({ "kind": "ruby", "base": base, "reading": reading, "style": plain });
    let mut volumes = json!([{ "title": "", "chapters": [chapter(1, "一", &[String::new()])] }]);
    let spans = json!([ruby("漢字", "かんじ"), ruby("十三字あるとても長い言葉です", "ながい")]);
    volumes[0]["chapters"][0]["scenes"][0]["blocks"][0]["spans"] = spans;
    let run = printed(&job("ja", volumes));
    assert_eq!(run.last()["readings_beside"], 1);
    let all = bare(&pages(&run.pdf, false).concat().concat());
    assert!(all.contains("十三字あるとても長い言葉です（ながい）"), "{all}");
    assert!(all.contains("漢字") && all.contains("かんじ") && !all.contains("漢字（"), "{all}");
}

#[test]
fn a_long_passage_may_have_marks() {
    if !has_font() || !has_poppler() {
        return;
    }
    let text = "河水很慢，灯灭了。".repeat(400);
    for (italic, dots) in [(true, false), (false, true), (true, true)] {
        let span = json!({ "kind": "text", "text": text, "style": { "bold": true, "italic": italic, "dots": dots } });
        let mut volumes = json!([{ "title": "", "chapters": [chapter(1, "一", &[String::new()])] }]);
        volumes[0]["chapters"][0]["scenes"][0]["blocks"][0]["spans"] = json!([span]);
        let run = printed(&job("zh", volumes));
        let all = bare(&pages(&run.pdf, true).concat().concat());
        assert!(all.ends_with(&text), "italic {italic}, dots {dots}: {}", run.said);
    }
}

#[test]
fn characters_without_a_font_are_named() {
    if !has_font() {
        return;
    }
    // A character of a plane for private use.
    let volumes = json!([{ "title": "", "chapters": [chapter(1, "一", &["灯\u{f0000}。".to_owned()])] }]);
    assert_eq!(printed(&job("zh", volumes)).last()["missing"], json!(["\u{f0000}"]));
}

#[test]
fn a_machine_without_fonts_gets_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let run = run(sample().to_string().as_bytes(), &["--fonts", folder.path().to_str().unwrap()]);
    assert_eq!((run.status.code(), run.pdf.len()), (Some(1), 0));
    assert_eq!(run.last()["code"], "no_font");
}

#[test]
fn a_bad_job_gets_an_error() {
    let mut newer = sample();
    newer["form"] = json!(2);
    let mut unknown = sample();
    unknown["book"]["volumes"][0]["chapters"][0]["scenes"][0]["blocks"][0] = json!({ "kind": "picture" });
    for job in ["", "[]", "{\"form\":1}", &newer.to_string(), &unknown.to_string()] {
        let run = run(job.as_bytes(), &[]);
        assert_eq!((run.status.code(), run.pdf.len()), (Some(1), 0), "{job:.80}");
        assert_eq!(run.last()["code"], "bad_job", "{job:.80}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_ceiling_ends_a_job_that_is_too_large() {
    if !has_font() {
        return;
    }
    let paragraphs: Vec<String> =
        (0..4000).map(|n| format!("{n}{}", "河水很慢，灯灭了。".repeat(10))).collect();
    let volumes = json!([{ "title": "", "chapters": [chapter(1, "一", &paragraphs)] }]);
    let run = run(job("zh", volumes).to_string().as_bytes(), &["--memory", "120"]);
    assert!(!run.status.success() && run.pdf.is_empty());
    assert!(run.said.contains("memory allocation"), "{}", run.said);
}

#[test]
fn breaks_and_blanks_do_not_end_a_book() {
    if !has_font() {
        return;
    }
    let mut volumes = json!([{ "title": "", "chapters": [chapter(1, "", &[])] }]);
    let kinds = ["break", "blank", "blank", "break"].map(|kind| json!({ "kind": kind }));
    volumes[0]["chapters"][0]["scenes"] = json!([{ "blocks": kinds }, { "blocks": [paragraph("完。")] }]);
    printed(&job("zh", volumes));
}
