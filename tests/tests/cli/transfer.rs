//! Import and export.

use serde_json::{Value, json};

use crate::desk::{Desk, NOVEL, items};
use wenfang_tests::corpus;

fn empty() -> Desk {
    let desk = Desk::new();
    desk.ok("new novel.wenfang --title 渡口");
    desk
}

/// Titles with texts, which together identify a book.
fn book(desk: &Desk) -> Vec<(String, Vec<String>)> {
    let chapters = desk.chapters().into_iter();
    chapters
        .map(|(title, scenes)| (title, scenes.into_iter().map(|scene| desk.text(scene)).collect()))
        .collect()
}

#[test]
fn an_import_can_be_previewed() {
    let desk = empty();
    desk.write("novel.txt", NOVEL);
    let preview = desk.ok("import novel.wenfang novel.txt --dry-run");
    assert_eq!(
        (&preview["dry_run"], &preview["chapters"], &preview["scenes"]),
        (&json!(true), &json!(3), &json!(4))
    );
    assert_eq!(preview["found"]["volumes"][0]["chapters"][1]["title"], "第二章 灯");
    assert_eq!(desk.ok("outline novel.wenfang"), json!({ "volumes": [], "language": null }));
    let imported = desk.ok("import novel.wenfang novel.txt");
    assert_eq!((&imported["dry_run"], &imported["found"]), (&json!(false), &preview["found"]));
    assert_eq!(desk.titles(), ["第一章 渡口", "第二章 灯", "第三章 归"]);
}

#[test]
fn an_import_replaces_an_empty_chapter() {
    let desk = empty();
    for part in ["", "--volume 1 --title 第一章", "--chapter 1"] {
        desk.ok(&format!("create novel.wenfang {part}"));
    }
    desk.write("novel.txt", NOVEL);
    let imported = desk.ok("import novel.wenfang novel.txt");
    assert_eq!(imported["into_new"], true);
    assert_eq!(desk.titles(), ["第一章 渡口", "第二章 灯", "第三章 归"]);
    assert_eq!(items(&desk.ok("bin list novel.wenfang")["parts"]).len(), 1);
    desk.ok(&format!("checkpoint restore novel.wenfang {}", imported["before"]));
    assert_eq!(desk.titles(), ["第一章"], "the previous state is restored");

    // Written text, records and plans stay.
    desk.save(1, "雾。");
    assert_eq!(desk.ok("import novel.wenfang novel.txt --dry-run")["into_new"], false);
    assert_eq!(desk.ok("import novel.wenfang novel.txt")["into_new"], false);
    assert_eq!(desk.titles(), ["第一章", "第一章 渡口", "第二章 灯", "第三章 归"]);
    let planned = empty();
    for part in ["", "--volume 1 --title 第一章", "--chapter 1"] {
        planned.ok(&format!("create novel.wenfang {part}"));
    }
    planned.ok("plan novel.wenfang --chapter 1 --synopsis 船来");
    planned.write("novel.txt", NOVEL);
    assert_eq!(planned.ok("import novel.wenfang novel.txt")["into_new"], false);
    assert_eq!(planned.titles().len(), 4);
}

#[test]
fn chapters_without_a_volume_continue_an_untitled_one() {
    let desk = empty();
    desk.write("one.txt", "第一章 渡口\n雾。\n");
    desk.write("two.txt", "第二章 灯\n灯。\n");
    desk.write("named.txt", "第二卷 归\n第三章 归\n人。\n");
    for file in ["one.txt", "two.txt", "named.txt", "two.txt"] {
        desk.ok(&format!("import novel.wenfang {file}"));
    }
    let volumes: Vec<_> = items(&desk.ok("outline novel.wenfang")["volumes"])
        .iter()
        .map(|volume| (volume["title"].clone(), items(&volume["chapters"]).len()))
        .collect();
    assert_eq!(volumes, [(json!(""), 2), (json!("第二卷 归"), 1), (json!(""), 1)]);
}

#[test]
fn documents_are_imported_with_their_marks() {
    let desk = empty();
    let page = "<h1>第一章 渡口</h1><p>他<i>没有</i>回头。</p><p>雾<img src='a.png'>起。</p><h1>第二章 灯</h1><p>灯。</p>";
    desk.write("novel.html", page);
    let preview = desk.ok("import novel.wenfang novel.html --dry-run");
    assert_eq!(preview["found"]["format"], "html");
    let changes = items(&preview["found"]["changes"]);
    let picture = changes.iter().find(|change| change["rule"] == "picture").unwrap();
    assert_eq!((&picture["count"], &picture["sample"]), (&json!(1), &json!("a.png")));
    desk.ok("import novel.wenfang novel.html");
    let texts = [("第一章 渡口", "他*没有*回头。\n雾起。"), ("第二章 灯", "灯。")];
    assert_eq!(book(&desk), texts.map(|(title, text)| (title.to_owned(), vec![text.to_owned()])));
}

#[test]
fn documents_that_cannot_be_read_are_refused_by_name() {
    let desk = empty();
    let refused = |name: &str, bytes: &[u8]| {
        std::fs::write(desk.path(name), bytes).unwrap();
        let error = desk.refused(&format!("import novel.wenfang {name}"));
        assert_eq!(error["code"], "import_refused", "{error}");
        (error["details"]["document"].clone(), error["message"].as_str().unwrap_or_default().to_owned())
    };
    let old = refused("old.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1");
    assert_eq!(old, (json!("refused"), "Word 97 (.doc) files cannot be read".to_owned()));
    assert_eq!(refused("torn.docx", b"PK\x03\x04torn").0, "damaged");
    assert_eq!(refused("text.docx", "第一章".as_bytes()).0, "misnamed");
    let picture = refused("picture.docx", b"\x89PNG\r\n\x1a\n");
    assert_eq!(picture, (json!("misnamed"), "this is not a Word document: it is a picture (png)".to_owned()));
}

/// About 110 words in the first person.
const ENGLISH: &str = "Chapter 1\n\nI came down to the ferry before it was light. The rain had stopped in the night, and the \
river lay as flat as a slate. “You are early,” the ferryman said. I told him that I had not slept. He looked at me and \
put out his pipe.\n\nWe went over without a word. When I was a boy the crossing took an hour, and my mother would count the \
herons for me, so that I should not be afraid of the water. There were no herons that morning. I counted the posts of the old \
landing stage and thought of the letter that was in my coat, and of what I had to say to her.\n";

#[test]
fn a_novel_takes_the_language_of_its_first_import() {
    let desk = empty();
    assert_eq!(desk.ok("info novel.wenfang")["language"], Value::Null);
    desk.write("english.txt", ENGLISH);
    assert_eq!(desk.ok("import novel.wenfang english.txt --dry-run")["language"], "en");
    desk.ok("import novel.wenfang english.txt");
    assert_eq!(desk.ok("info novel.wenfang")["language"], "en");
    // A language that was chosen stays.
    desk.ok("describe novel.wenfang --language ja");
    desk.ok("import novel.wenfang english.txt");
    assert_eq!(desk.ok("info novel.wenfang")["language"], "ja");
    let chosen = Desk::new();
    assert_eq!(chosen.ok("new novel.wenfang --title 渡口 --language zh")["language"], "zh");
}

#[test]
fn the_import_and_the_manuscript_count_alike() {
    let Some(text) = corpus::text("pride-and-prejudice.en.raw.txt") else { return };
    let desk = empty();
    desk.write("novel.txt", &text);
    let preview = desk.ok("import novel.wenfang novel.txt --dry-run");
    assert_eq!((&preview["language"], &preview["person"]), (&json!("en"), &json!("third")));
    desk.ok("import novel.wenfang novel.txt");
    let counts = desk.ok("info novel.wenfang")["counts"].clone();
    assert_eq!(preview["found"]["counts"], counts);
    // Counts as `wc -w` does, except for a dash without spaces, which joins two words there.
    let words = text
        .replace('—', " ")
        .split_whitespace()
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .count();
    let ours = counts["word"].as_f64().unwrap();
    let theirs = words as f64;
    assert!((ours - theirs).abs() / theirs < 0.005, "{ours} words, {theirs} by white space");
}

#[test]
fn chapters_are_found_by_a_list_of_titles() {
    let desk = empty();
    desk.write("stories.txt", "祝福\n\n旧历的年底。\n\n在酒楼上\n\n我从北地向东南旅行。\n");
    desk.write("titles.txt", "祝福\n\n在酒楼上\n");
    desk.ok("import novel.wenfang stories.txt --titles titles.txt");
    assert_eq!(book(&desk)[1], ("在酒楼上".into(), vec!["我从北地向东南旅行。".into()]));
}

#[test]
fn chapters_are_split_by_a_pattern_or_not() {
    let desk = empty();
    desk.write("numbered.txt", "§1 起\n\n江上有风。\n\n§2 落\n\n雾散了。\n");
    desk.ok("import novel.wenfang numbered.txt --split '^§[0-9]+'");
    assert_eq!(desk.titles(), ["§1 起", "§2 落"]);
    desk.write("novel.txt", NOVEL);
    let whole = desk.ok("import novel.wenfang novel.txt --split none");
    assert_eq!(whole["chapters"], 1);
    let error = desk.refused("import novel.wenfang numbered.txt --split '('");
    assert_eq!(error["code"], "bad_request");
}

#[test]
fn encodings_are_detected_or_named() {
    // 夜渡。雾来了。 in GB18030 and, with a byte order mark, in UTF-16LE.
    let gb18030 = b"\xd2\xb9\xb6\xc9\xa1\xa3\xce\xed\xc0\xb4\xc1\xcb\xa1\xa3";
    let utf16: Vec<u8> = "\u{feff}夜渡。雾来了。".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let desk = empty();
    desk.write("gb.txt", gb18030);
    desk.write("utf16.txt", utf16);
    desk.ok("import novel.wenfang gb.txt --encoding gb18030 --split none");
    let found = desk.ok("import novel.wenfang utf16.txt --split none");
    assert_eq!(found["found"]["encoding"], "utf-16le");
    assert_eq!((desk.text(1), desk.text(2)), ("夜渡。雾来了。".to_owned(), "夜渡。雾来了。".to_owned()));
    assert_eq!(desk.refused("import novel.wenfang gb.txt --encoding klingon")["code"], "bad_request");
}

#[test]
fn damaged_bytes_are_refused_unless_the_author_accepts_them() {
    let desk = empty();
    let mut bytes = "夜渡。".repeat(40).into_bytes();
    bytes.splice(30..30, [0xff]);
    desk.write("damaged.txt", bytes);
    let error = desk.refused("import novel.wenfang damaged.txt --encoding utf-8");
    assert_eq!((&error["code"], &error["details"]["offset"]), (&json!("import_refused"), &json!(30)));
    desk.ok("import novel.wenfang damaged.txt --encoding utf-8 --lossy");
    assert_eq!(desk.text(1).matches('\u{fffd}').count(), 1);
}

#[test]
fn a_folder_is_one_book_in_natural_order() {
    let desk = empty();
    for (name, text) in
        [("第10章 归.txt", "三"), ("第2章 灯.txt", "二"), ("第1章 渡口.md", "一"), ("封面.png", "x")]
    {
        desk.write(&format!("book/{name}"), text);
    }
    assert_eq!(desk.ok("import novel.wenfang book")["chapters"], 3);
    assert_eq!(desk.titles(), ["第1章 渡口", "第2章 灯", "第10章 归"]);
    desk.write("nothing/封面.png", "x");
    assert_eq!(desk.refused("import novel.wenfang nothing")["code"], "import_refused");
}

#[test]
fn text_before_the_first_heading_can_be_omitted() {
    let desk = empty();
    desk.write("novel.txt", "网友整理，请勿转载。\n\n第一章 渡口\n\n夜渡。\n\n第二章 灯\n\n灯。\n");
    let found = &desk.ok("import novel.wenfang novel.txt --dry-run")["found"];
    assert_eq!(
        (&found["has_front"], &found["volumes"][0]["chapters"][1]["opening"]),
        (&json!(true), &json!("夜渡。"))
    );
    desk.ok("import novel.wenfang novel.txt --without-front");
    assert_eq!(desk.titles(), ["第一章 渡口", "第二章 灯"]);
}

#[test]
fn non_text_files_are_refused() {
    let desk = empty();
    desk.write("empty.txt", "");
    desk.write("picture.txt", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    for line in ["import novel.wenfang empty.txt", "import novel.wenfang picture.txt"] {
        assert_eq!(desk.refused(line)["code"], "import_refused");
    }
    assert_eq!(desk.refused("import novel.wenfang gone.txt")["code"], "file_not_found");
    assert_eq!(desk.ok("info novel.wenfang")["checkpoints"], 0, "a refused import creates no checkpoint");
}

#[test]
fn an_export_imports_as_the_same_book() {
    let desk = Desk::with_novel();
    desk.save(4, "  第四章 不是标题，是正文。\n\n\n# 也不是\n* * *\n天亮了。\n");
    let wanted = book(&desk);
    for line in [
        "export novel.wenfang out.txt",
        "export novel.wenfang out.md --format md",
        "export novel.wenfang txt --per-chapter",
        "export novel.wenfang md --format md --per-chapter",
    ] {
        let exported = desk.ok(line);
        assert_eq!(exported["chapters"], 3);
        let out = line.split_whitespace().nth(2).unwrap();
        let copy = Desk::new();
        copy.ok("new novel.wenfang --title 副本");
        copy.ok(&format!("import novel.wenfang '{}'", desk.path(out).display()));
        assert_eq!(book(&copy), wanted, "{line}");
    }
}

#[test]
fn an_export_can_write_one_file_per_chapter() {
    let desk = Desk::with_novel();
    let exported = desk.ok("export novel.wenfang out --per-chapter");
    let names = desk.list("out");
    assert_eq!(items(&exported["files"]).len(), 3);
    assert!(names[1].contains("第二章 灯") && names[1].ends_with(".txt"), "{names:?}");
    assert!(desk.read(format!("out/{}", names[1])).contains("灯又亮了。"));
}

#[test]
fn an_export_replaces_files_only_on_request() {
    let desk = Desk::with_novel();
    desk.write("out.txt", "别的东西");
    assert_eq!(desk.refused("export novel.wenfang out.txt")["code"], "file_exists");
    assert_eq!(desk.read("out.txt"), "别的东西");
    desk.ok("export novel.wenfang out.txt --overwrite");
    assert!(desk.read("out.txt").contains("雾散了。"));
    assert_eq!(desk.refused("export novel.wenfang novel.wenfang --overwrite")["code"], "file_exists");
    assert_eq!(desk.list(""), ["novel.txt", "novel.wenfang", "out.txt"]);
}

#[test]
fn an_export_includes_drafts() {
    let desk = Desk::with_novel();
    desk.ok_with("save novel.wenfang --scene 1 --base 1 --draft", "江上还没有存的一句");
    let exported = desk.ok("export novel.wenfang out.txt");
    assert!(desk.read("out.txt").contains("江上还没有存的一句"));
    assert_eq!((&exported["drafts"], &exported["warnings"]), (&json!(1), &Value::Array(Vec::new())));
}
