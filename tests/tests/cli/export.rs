//! Exports as Word documents, EPUBs, web pages and text for sites.

use std::io::{Cursor, Read};

use serde_json::json;

use crate::desk::{Desk, items};

/// A novel whose first scene has every mark.
fn marked() -> Desk {
    let desk = Desk::with_novel();
    desk.save(1, "他*想*，｜饕餮《tāo tiè》^[怪兽。]来了。\n>> 渡口 <<\n\n《《绝不》》**走**。");
    desk
}

/// Returns a part of an exported container.
fn part(desk: &Desk, file: &str, name: &str) -> String {
    let bytes = std::fs::read(desk.path(file)).unwrap();
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut names = zip.file_names().map(|entry| entry.unwrap().into_owned());
    let name = names.find(|entry| entry.ends_with(name)).unwrap();
    drop(names);
    let mut text = String::new();
    zip.by_name(&name).unwrap().read_to_string(&mut text).unwrap();
    text
}

#[test]
fn a_word_document_has_headings_ruby_and_footnotes() {
    let desk = marked();
    let exported = desk.ok("export novel.wenfang out.docx --format docx");
    assert_eq!((&exported["chapters"], items(&exported["files"]).len()), (&json!(3), 1));
    let text = part(&desk, "out.docx", "word/document.xml");
    for piece in [
        "<w:pStyle w:val=\"Heading1\"/>",
        "第二章 灯",
        "<w:rubyBase>",
        "<w:em w:val=\"underDot\"/>",
        "<w:footnoteReference w:id=\"1\"/>",
        "＊＊＊",
    ] {
        assert!(text.contains(piece), "{piece} in {text}");
    }
    assert!(part(&desk, "out.docx", "word/footnotes.xml").contains("怪兽。"));
    assert!(part(&desk, "out.docx", "word/styles.xml").contains("w:firstLineChars=\"200\""));
    assert!(part(&desk, "out.docx", "word/footer1.xml").contains("第 "));
}

#[test]
fn a_manuscript_has_a_header_and_a_rounded_length() {
    let desk = Desk::new();
    desk.ok("new novel.wenfang --title 'The Ferry' --author 'Ann Lee' --language en");
    desk.ok("create novel.wenfang");
    desk.ok("create novel.wenfang --volume 1 --title 'Chapter One'");
    desk.ok("create novel.wenfang --chapter 1");
    desk.save(1, &"The river was low. ".repeat(40));
    let line = "export novel.wenfang out.docx --format docx --contact 'Ann Lee' --contact '1 River Street' --surname Lee";
    desk.ok(line);
    let text = part(&desk, "out.docx", "word/document.xml");
    assert!(
        text.contains("about 200 words") && text.contains("1 River Street") && text.contains(">END<"),
        "{text}"
    );
    assert!(part(&desk, "out.docx", "word/header1.xml").contains("Lee / THE FERRY / "));
    desk.ok("export novel.wenfang out.docx --format docx --layout editor --rule all --overwrite");
    assert!(part(&desk, "out.docx", "word/document.xml").contains("760 characters"));
}

#[test]
fn an_epub_has_a_navigation_and_a_label() {
    let desk = marked();
    desk.write("cover.png", [b"\x89PNG\r\n\x1a\n".as_slice(), &[0; 8]].concat());
    desk.write("cover.txt", "no picture");
    desk.ok("export novel.wenfang out.epub --format epub --vertical --ai-label 部分内容由人工智能辅助 --cover cover.png");
    assert!(part(&desk, "out.epub", "OEBPS/toc.xhtml").contains("第二章 灯"));
    let package = part(&desk, "out.epub", "OEBPS/package.opf");
    assert!(package.contains("部分内容由人工智能辅助") && package.contains("rtl"), "{package}");
    assert!(part(&desk, "out.epub", "OEBPS/c0001.xhtml").contains("<aside epub:type=\"footnote\""));
    let error = desk.refused("export novel.wenfang two.epub --format epub --cover cover.txt");
    assert_eq!(error["code"], "bad_request");
    assert!(!desk.path("two.epub").exists());
}

#[test]
fn a_page_has_numbers_for_remarks() {
    let desk = marked();
    desk.ok("export novel.wenfang out.html --format html --numbers");
    let page = desk.read("out.html");
    assert!(page.contains("id=\"p1\" data-line=\"0\"><span class=\"n\">1</span>他<em>想</em>"), "{page}");
    assert!(page.contains("data-scene=\"1\" data-version="), "{page}");
}

#[test]
fn a_site_gets_its_own_form() {
    let desk = marked();
    let exported = desk.ok("export novel.wenfang out --format site --site kakuyomu --per-chapter");
    let names = desk.list("out");
    assert_eq!((items(&exported["files"]).len(), names.len()), (3, 3));
    assert!(names[1].contains("第二章 灯"), "{names:?}");
    let first = desk.read(format!("out/{}", names[0]));
    assert!(first.starts_with("　他想，｜饕餮《tāo tiè》（※1）来了。\n"), "{first}");
    let warned = desk.ok("export novel.wenfang whole.txt --format site --site qidian");
    assert_eq!(
        warned["site_warnings"][0],
        json!({ "chapter": 1, "title": "第一章 渡口", "kind": "short", "length": 14, "least": 1000 })
    );
    assert!(desk.read("whole.txt").starts_with("第一章 渡口\n\n　　他想，饕餮（tāo tiè）"));
    let copied = desk.ok("site-text novel.wenfang --chapter 2 --site qidian");
    assert_eq!(
        (&copied["title"], &copied["text"]),
        (&json!("第二章 灯"), &json!("　　灯灭了。\n\n＊＊＊\n\n　　灯又亮了。\n"))
    );
    assert_eq!(desk.refused("site-text novel.wenfang --chapter 99 --site qidian")["code"], "not_found");
}

#[test]
fn authors_bring_profiles_of_their_own() {
    let desk = marked();
    let shipped = items(&desk.ok("sites novel.wenfang")["sites"]).len();
    desk.write(
        "studio/config/sites/mine.json",
        r#"{"key":"mine","name":{"zh":"我的站","en":"Mine"},"checked":"2026-11-28","source":"","scene_break":"~~~"}"#,
    );
    desk.write("studio/config/sites/broken.json", r#"{"key":"broken"}"#);
    let sites = desk.ok("sites novel.wenfang");
    assert_eq!(items(&sites["sites"]).len(), shipped + 1);
    assert_eq!(sites["invalid"][0]["file"], "broken.json");
    assert!(
        desk.ok("site-text novel.wenfang --chapter 2 --site mine")["text"].as_str().unwrap().contains("~~~")
    );
    let error = desk.refused("site-text novel.wenfang --chapter 2 --site broken");
    assert!(error["message"].as_str().unwrap().contains("broken.json is invalid"), "{error}");
}

#[test]
fn marks_are_kept_or_dropped_in_plain_text() {
    let desk = marked();
    desk.ok("export novel.wenfang kept.txt");
    assert!(desk.read("kept.txt").contains("他*想*，｜饕餮《tāo tiè》^[怪兽。]来了。"));
    desk.ok("export novel.wenfang dropped.txt --marks drop");
    let dropped = desk.read("dropped.txt");
    assert!(dropped.contains("他想，饕餮（注：怪兽。）来了。\n渡口\n\n绝不走。"), "{dropped}");
    desk.ok("export novel.wenfang common.md --format md --marks commonmark");
    let common = desk.read("common.md");
    assert!(common.contains("他*想*，<ruby>饕餮<rt>tāo tiè</rt></ruby>[^1]来了。"), "{common}");
    desk.ok("export novel.wenfang common --format md --marks commonmark --per-chapter");
    assert!(desk.list("common")[1].ends_with("第二章 灯.md"));
    assert_eq!(desk.refused("export novel.wenfang odd.txt --marks commonmark")["code"], "bad_request");
}

#[test]
fn a_chapter_or_volume_is_a_whole_book() {
    let desk = marked();
    desk.ok("create novel.wenfang --title 卷二");
    desk.ok("create novel.wenfang --volume 2 --title '第四章 雾'");
    desk.ok("create novel.wenfang --chapter 4");
    desk.save(5, "雾。");
    let one = desk.ok("export novel.wenfang one.txt --marks drop --chapter 2");
    assert_eq!(one["chapters"], 1);
    assert!(desk.read("one.txt").contains("第二章 灯") && !desk.read("one.txt").contains("他想"));
    let volume = desk.ok("export novel.wenfang volume.md --format md --chapter 4 --volume");
    assert_eq!(volume["chapters"], 1);
    assert!(desk.read("volume.md").contains("# 卷二"), "{}", desk.read("volume.md"));
    for format in ["docx", "epub", "html"] {
        let line = format!("export novel.wenfang one.{format} --format {format} --chapter 1");
        assert_eq!(desk.ok(&line)["chapters"], 1, "{format}");
    }
    let word = part(&desk, "one.docx", "word/document.xml");
    assert!(word.contains("怪兽") || word.contains("来了"), "{word}");
    assert!(!word.contains("雾。") && !word.contains("第二章 灯"), "{word}");
    desk.ok("export novel.wenfang book.epub --format epub");
    let of = |file: &str| {
        let package = part(&desk, file, ".opf");
        package.split("<dc:identifier").nth(1).unwrap().split("</dc").next().unwrap().to_owned()
    };
    assert_ne!(of("one.epub"), of("book.epub"), "a reading program keeps both");
    assert_eq!(desk.refused("export novel.wenfang none.txt --chapter 99")["code"], "not_found");
}

#[test]
fn a_text_for_somebody_has_no_signature() {
    let desk = marked();
    desk.save(1, " 灯 \n第二章 不是标题");
    desk.ok("export novel.wenfang kept.txt");
    assert!(desk.read("kept.txt").starts_with("〔文房文本 1〕"));
    let exported = desk.ok("export novel.wenfang words.txt --marks drop");
    assert!(!desk.read("words.txt").contains('〔'), "{}", desk.read("words.txt"));
    assert_eq!(exported["warnings"], json!([]));
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let desk = marked();
    for line in ["nowhere/out.docx --format docx", "/proc/book.txt", "novel.txt/in --format md --per-chapter"]
    {
        desk.write("novel.txt", "");
        let error = desk.refused(&format!("export novel.wenfang {line}"));
        assert_eq!(error["code"], "not_writable", "{line}: {error}");
        assert!(error["hint"].as_str().unwrap().contains("Choose another folder"), "{error}");
    }
}

#[test]
fn what_no_format_can_do_is_refused() {
    let desk = marked();
    let refused = |line: &str| desk.refused(line);
    let pdf = refused("export novel.wenfang out.pdf --format pdf --page b6 --per-volume");
    assert_eq!(pdf["code"], "no_pdf_program");
    assert!(pdf["hint"].as_str().unwrap().contains("print it to PDF"), "{pdf}");
    for line in [
        "export novel.wenfang out.docx --format docx --per-chapter",
        "export novel.wenfang out.txt --format site",
    ] {
        assert_eq!(refused(line)["code"], "bad_request", "{line}");
    }
    assert_eq!(refused("export novel.wenfang out.txt --format site --site nowhere")["code"], "not_found");
    assert_eq!(desk.list("").iter().filter(|name| name.starts_with("out")).count(), 0);
    desk.write("out.docx", "别的东西");
    assert_eq!(refused("export novel.wenfang out.docx --format docx")["code"], "file_exists");
    assert_eq!(desk.read("out.docx"), "别的东西");
}

#[test]
fn the_printed_book_has_its_marks_read() {
    let desk = marked();
    let book = desk.ok("print-text novel.wenfang");
    assert_eq!(book["language"], "zh");
    let chapters = |book: &serde_json::Value| {
        let volumes = items(&book["volumes"]).iter();
        volumes.map(|volume| items(&volume["chapters"]).len()).sum::<usize>()
    };
    assert_eq!(chapters(&book), 3);
    let chapter = desk.ok("print-text novel.wenfang --chapter 1");
    assert_eq!(chapters(&chapter), 1);
    let text = chapter.to_string();
    for piece in ["\"reading\":\"tāo tiè\"", "\"kind\":\"note\"", "\"form\":\"centre\"", "\"dots\":true"] {
        assert!(text.contains(piece), "{piece} in {text}");
    }
    assert_eq!(chapters(&desk.ok("print-text novel.wenfang --chapter 1 --volume")), 3);
    assert_eq!(desk.refused("print-text novel.wenfang --chapter 99")["code"], "not_found");
}

#[test]
fn comments_go_along_only_on_request() {
    let desk = marked();
    desk.ok("comment add novel.wenfang 太快了 --scene 2 --quote 灯灭 --editor 林编");
    desk.ok("export novel.wenfang out.docx --format docx");
    assert!(!part(&desk, "out.docx", "word/document.xml").contains("commentRangeStart"));
    desk.ok("export novel.wenfang out.docx --format docx --comments --overwrite");
    let text = part(&desk, "out.docx", "word/document.xml");
    let marked = "<w:commentRangeStart w:id=\"0\"/><w:r><w:t xml:space=\"preserve\">灯灭</w:t></w:r><w:commentRangeEnd w:id=\"0\"/>";
    assert!(text.contains(marked), "{text}");
    assert!(part(&desk, "out.docx", "word/comments.xml").contains("w:author=\"林编\""));
}

#[test]
fn what_is_not_for_print_is_in_no_export() {
    let desk = marked();
    desk.ok("comment add novel.wenfang --scene 1 --quote 渡口 --not-for-print");
    desk.ok("plan novel.wenfang --scene 3 --not-for-print true");
    for (file, format) in [("out.html", "html"), ("out.txt", "txt"), ("out.md", "md")] {
        desk.ok(&format!("export novel.wenfang {file} --format {format}"));
        let text = desk.read(file);
        let body = text.rsplit_once("第一章 渡口").unwrap().1;
        assert!(
            !body.contains("渡口") && !body.contains("灯又亮了") && body.contains("灯灭了"),
            "{file}: {text}"
        );
    }
}

#[test]
fn an_export_says_what_it_leaves_out() {
    let desk = marked();
    desk.save(1, "他来了。\n灯在等。\n作者的话。");
    desk.ok("comment add novel.wenfang --scene 1 --quote 作者的话 --not-for-print");
    desk.ok("comment add novel.wenfang 太快了 --scene 1 --quote 灯在等");
    desk.ok("plan novel.wenfang --scene 3 --not-for-print true");
    let exported = desk.ok("export novel.wenfang out.docx --format docx --comments");
    assert_eq!(exported["left_out"], json!({ "scenes": 1, "paragraphs": 1 }));
    assert_eq!(exported["comments"], 1);
    let alone = desk.ok("export novel.wenfang one.txt --format txt --chapter 1");
    assert_eq!((&alone["left_out"]["paragraphs"], &alone["comments"]), (&json!(1), &json!(0)));
    for (file, format) in [("out.txt", "txt"), ("out.md", "md")] {
        desk.ok(&format!("export novel.wenfang {file} --format {format}"));
        let text = desk.read(file);
        let end = text.split_once("灯在等。\n").unwrap().1;
        assert!(end.trim_start_matches('\n').starts_with(['＊', '*', '#', '第']), "{file}: {text}");
    }
}

#[test]
fn a_chapter_of_unprinted_paragraphs_leaves_no_title() {
    let desk = marked();
    desk.save(1, "他来了。\n＊＊＊\n灯在等。");
    for quote in ["他来了", "灯在等"] {
        desk.ok(&format!("comment add novel.wenfang --scene 1 --quote {quote} --not-for-print"));
    }
    for (file, format) in [("out.html", "html"), ("out.txt", "txt"), ("out.md", "md")] {
        let exported = desk.ok(&format!("export novel.wenfang {file} --format {format}"));
        assert_eq!(exported["left_out"], json!({ "scenes": 1, "paragraphs": 0 }), "{file}");
        assert_eq!(exported["chapters"], 2, "{file}");
        assert!(!desk.read(file).contains("第一章"), "{file}");
    }
}

#[test]
fn a_part_without_anything_for_print_is_refused() {
    let desk = marked();
    desk.save(1, "渡口。");
    desk.ok("comment add novel.wenfang --scene 1 --quote 渡口 --not-for-print");
    let refused = desk.refused("export novel.wenfang one.txt --format txt --chapter 1");
    assert_eq!(refused["code"], "nothing_for_print");
    assert_eq!(desk.refused("print-text novel.wenfang --chapter 1")["code"], "nothing_for_print");
    assert!(!desk.path("one.txt").exists());
    // Its volume has other chapters.
    let volume = desk.ok("export novel.wenfang volume.txt --format txt --chapter 1 --volume");
    assert_eq!((&volume["chapters"], &volume["left_out"]["scenes"]), (&json!(2), &json!(1)));
    for scene in 2..=4 {
        desk.ok(&format!("plan novel.wenfang --scene {scene} --not-for-print true"));
    }
    for part in ["", "--chapter 1 --volume", "--chapter 2"] {
        let refused = desk.refused(&format!("export novel.wenfang all.txt --format txt {part}"));
        assert_eq!(refused["code"], "nothing_for_print", "{part}");
    }
    assert_eq!(desk.refused("export novel.wenfang no.txt --format txt --chapter 99")["code"], "not_found");
}

#[test]
fn the_remarks_of_a_reader_come_back_as_comments() {
    let desk = marked();
    desk.ok("export novel.wenfang copy.html --format html --numbers");
    desk.ok("export novel.wenfang copy.epub --format epub --numbers");
    // The author writes on: the paragraph with the number 4 is now the sixth.
    desk.save(
        1,
        "序。\n又序。\n他*想*，｜饕餮《tāo tiè》^[怪兽。]来了。\n>> 渡口 <<\n\n《《绝不》》**走**。",
    );
    let remarks = "好看！\n#4 灯为什么灭？\n＃3：走得太急。\n#99 没有这一段";
    let tried =
        desk.ok_with("comment remarks novel.wenfang --copy copy.html --editor 小林 --dry-run", remarks);
    assert_eq!(desk.ok("comment list novel.wenfang")["open"], 0);
    let came = desk.ok_with("comment remarks novel.wenfang --copy copy.epub --editor 小林", remarks);
    assert_eq!((items(&tried["comments"]).len(), items(&came["comments"]).len()), (2, 2));
    assert_eq!(came["comments"][0]["quote"], "灯灭了。");
    let reasons: Vec<_> = items(&came["unplaced"]).iter().map(|one| one["reason"].clone()).collect();
    assert_eq!(reasons, [json!("no_remark"), json!("no_paragraph")]);
    let placed = desk.ok("comment in-scene novel.wenfang --scene 1");
    let comment = &placed["comments"][0];
    assert_eq!((&comment["text"], &comment["quote"]), (&json!("走得太急。"), &json!("《《绝不》》**走**。")));
    assert!(
        comment["now"]["start"].as_u64().unwrap() > comment["range"]["start"].as_u64().unwrap(),
        "{comment}"
    );
    assert_eq!(came["comments"][0]["place"]["scene"], came["comments"][0]["scene"]);
    let again = desk.ok_with("comment remarks novel.wenfang --copy copy.html --editor 小林", remarks);
    assert_eq!((items(&again["comments"]).len(), &again["known"]), (0, &json!(2)));
    let other = desk.ok_with("comment remarks novel.wenfang --copy copy.html --editor 老周", remarks);
    assert_eq!((items(&other["comments"]).len(), &other["known"]), (2, &json!(0)));
    desk.ok_with("comment take-back novel.wenfang", &other.to_string());
    assert_eq!(desk.ok("comment list novel.wenfang")["open"], 2);
    let error = desk.refused_with("comment remarks novel.wenfang --copy novel.txt", "#1 a");
    assert_eq!(error["code"], "bad_request");
}

#[test]
fn without_a_copy_the_numbers_are_those_of_today() {
    let desk = marked();
    let came = desk.ok_with("comment remarks novel.wenfang", "#4 灯为什么灭？");
    assert_eq!(came["comments"][0]["quote"], "灯灭了。");
    // A reader without a name is not the author.
    desk.ok("export novel.wenfang copy.html --format html --numbers");
    desk.ok_with("comment remarks novel.wenfang --copy copy.html", "#4 灯呢？");
    let list = desk.ok("comment list novel.wenfang");
    let signed: Vec<_> = items(&list["comments"]).iter().map(|comment| comment["by"].clone()).collect();
    assert_eq!(signed, [json!({ "who": "import" }), json!({ "who": "import", "name": "copy.html" })]);
}
