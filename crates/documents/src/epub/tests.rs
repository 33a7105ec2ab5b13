use crate::epub::read;
use crate::testing::{packed, shown};
use crate::{Document, LossKind, ReadError};

const CONTAINER: &str = "<container xmlns='urn:oasis:names:tc:opendocument:xmlns:container'><rootfiles><rootfile full-path='OEBPS/book.opf'/></rootfiles></container>";

/// A book of pages in order, with further files; `nav.xhtml` and `toc.ncx` are its tables of contents.
fn book(pages: &[(&str, &str)], others: &[(&str, &str)]) -> Vec<u8> {
    let mut manifest = String::new();
    let mut spine = String::new();
    for (at, (name, _)) in pages.iter().enumerate() {
        manifest += &format!("<item id='p{at}' href='{name}' media-type='application/xhtml+xml'/>");
        spine += &format!("<itemref idref='p{at}'/>");
    }
    for (at, (name, _)) in others.iter().enumerate() {
        let (kind, properties) = match *name {
            "nav.xhtml" => ("application/xhtml+xml", "nav"),
            "toc.ncx" => ("application/x-dtbncx+xml", ""),
            _ => ("text/css", ""),
        };
        manifest +=
            &format!("<item id='o{at}' href='{name}' media-type='{kind}' properties='{properties}'/>");
    }
    let package = format!(
        "<package xmlns='http://www.idpf.org/2007/opf'><metadata xmlns:dc='d'><dc:title>渡口</dc:title><dc:creator>某人</dc:creator><dc:language>zh</dc:language></metadata><manifest>{manifest}</manifest><spine>{spine}</spine></package>"
    );
    let names: Vec<String> = pages.iter().chain(others).map(|(name, _)| format!("OEBPS/{name}")).collect();
    let texts: Vec<String> = pages
        .iter()
        .map(|(_, body)| page(body))
        .chain(others.iter().map(|(_, text)| (*text).to_owned()))
        .collect();
    let mut files = vec![("META-INF/container.xml", CONTAINER), ("OEBPS/book.opf", &package)];
    files.extend(names.iter().map(String::as_str).zip(texts.iter().map(String::as_str)));
    packed(&files)
}

fn page(body: &str) -> String {
    format!(
        "<?xml version='1.0'?><!DOCTYPE html><html xmlns='http://www.w3.org/1999/xhtml' xmlns:epub='http://www.idpf.org/2007/ops'><head><title/><link rel='stylesheet' href='s.css'/></head><body>{body}</body></html>"
    )
}

fn shown_of(document: &Document) -> String {
    shown(&document.parts[0].blocks)
}

fn nav(list: &str) -> String {
    page(&format!("<nav epub:type='toc'><h1>目录</h1>{list}</nav>"))
}

#[test]
fn the_spine_is_read_with_its_metadata_and_styles() {
    let bytes = book(
        &[("a.xhtml", "<h1>第一章</h1><p>一<span class='it'>二</span>&nbsp;</p>"), ("b.xhtml", "<p>三</p>")],
        &[("s.css", ".it { font-style: italic }")],
    );
    let document = read(&bytes).unwrap();
    assert_eq!(shown_of(&document), "# 第一章\n一*二*\u{a0}\n三");
    assert_eq!(document.title.as_deref(), Some("渡口"));
    assert_eq!((document.author.as_deref(), document.language.as_deref()), (Some("某人"), Some("zh")));
}

#[test]
fn chapters_of_the_contents_may_be_inside_files() {
    let list = "<ol><li><a href='a.xhtml'>卷一</a><ol><li><a href='a.xhtml#c1'>第一章 初遇</a></li><li><a href='a.xhtml#c2'>第二章</a></li></ol></li><li><a href='b.xhtml'>卷二</a></li></ol>";
    let bytes = book(
        &[
            (
                "a.xhtml",
                "<h1>卷一</h1><h2 id='c1'>第一章</h2><p>初遇</p><p>一</p><div id='c2'><p>二</p></div><h3>小节</h3>",
            ),
            ("b.xhtml", "<p><img src='t.png'/></p><p>三</p>"),
        ],
        &[("nav.xhtml", &nav(list))],
    );
    let document = read(&bytes).unwrap();
    assert_eq!(
        shown_of(&document),
        "# 卷一\n## 第一章 初遇\n一\n## 第二章\n二\n##### 小节\n# 卷二\n!t.png!\n三"
    );
}

#[test]
fn the_contents_of_version_2_are_read() {
    let ncx = "<!DOCTYPE ncx PUBLIC '-//NISO//DTD ncx 2005-1//EN' 'http://www.daisy.org/z3986/2005/ncx-2005-1.dtd'><ncx><navMap><navPoint><navLabel><text>Chapter 1</text></navLabel><content src='a.xhtml'/></navPoint><navPoint><navLabel><text>Chapter 2</text></navLabel><content src='b.xhtml#x'/></navPoint></navMap></ncx>";
    let bytes = book(
        &[("a.xhtml", "<p class='c'>CHAPTER 1</p><p>One.</p>"), ("b.xhtml", "<p id='x'>Two.</p>")],
        &[("toc.ncx", ncx)],
    );
    assert_eq!(shown_of(&read(&bytes).unwrap()), "# CHAPTER 1\nOne.\n# Chapter 2\nTwo.");
}

#[test]
fn an_entry_with_the_title_is_no_chapter() {
    let list = "<ol><li><a href='a.xhtml'>渡口</a></li><li><a href='b.xhtml'>第一章</a></li></ol>";
    let bytes = book(&[("a.xhtml", "<p>题记</p>"), ("b.xhtml", "<p>一</p>")], &[("nav.xhtml", &nav(list))]);
    assert_eq!(shown_of(&read(&bytes).unwrap()), "题记\n# 第一章\n一");
}

#[test]
fn a_table_of_contents_in_the_spine_is_counted() {
    let list = "<ol><li><a href='a.xhtml'>一</a></li></ol>";
    let bytes = book(
        &[("a.xhtml", "<nav epub:type='toc'><ol><li>第一章</li></ol></nav><p>文</p>")],
        &[("nav.xhtml", &nav(list))],
    );
    let document = read(&bytes).unwrap();
    assert_eq!(shown_of(&document), "文");
    assert_eq!(document.losses.of(LossKind::Field).unwrap().characters, 3);
}

#[test]
fn notes_may_stand_in_another_file() {
    let bytes = book(
        &[
            (
                "a.xhtml",
                "<p>一<a id='r1' epub:type='noteref' href='n.xhtml#n1'>[1]</a>二</p><p>三<a epub:type='noteref' href='#n2'>*</a></p><aside epub:type='footnote' id='n2'><p>甲</p><p>乙</p></aside>",
            ),
            ("n.xhtml", "<h1>注释</h1><p id='n1'><a href='a.xhtml#r1'>[1]</a> 注</p>"),
        ],
        &[],
    );
    let document = read(&bytes).unwrap();
    assert_eq!(shown_of(&document), "一{n: 注}二\n三{n: 甲 / 乙}\n# 注释");
    assert_eq!(document.losses.of(LossKind::Field).unwrap().characters, 7);
}

#[test]
fn missing_pages_are_named_and_pages_may_be_damaged() {
    let package = "<package><manifest><item id='a' href='a.xhtml' media-type='application/xhtml+xml'/><item id='b' href='b.xhtml' media-type='text/html'/><item id='c' href='c.svg' media-type='image/svg+xml'/></manifest><spine><itemref idref='a'/><itemref idref='b'/><itemref idref='c'/><itemref idref='x'/></spine></package>";
    let bytes = packed(&[
        ("META-INF/container.xml", CONTAINER),
        ("OEBPS/book.opf", package),
        ("OEBPS/b.xhtml", "<html xmlns='http://www.w3.org/1999/xhtml'><p>一<b>二</p><p>三 & 四"),
    ]);
    let document = read(&bytes).unwrap();
    assert_eq!(shown_of(&document), "一**二**\n**三 & 四**");
    assert_eq!(document.losses.of(LossKind::MissingPart).unwrap().first, "OEBPS/a.xhtml");
    assert_eq!(document.losses.of(LossKind::Attachment).unwrap().first, "OEBPS/c.svg");
}

#[test]
fn protected_books_are_refused_and_hidden_fonts_are_not() {
    let encryption = |algorithm: &str| {
        format!(
            "<encryption><e:EncryptedData xmlns:e='e'><e:EncryptionMethod Algorithm='{algorithm}'/></e:EncryptedData></encryption>"
        )
    };
    let with = |name: &str, text: &str| {
        let package = "<package><manifest><item id='a' href='a.xhtml' media-type='text/html'/></manifest><spine><itemref idref='a'/></spine></package>";
        read(&packed(&[
            ("META-INF/container.xml", CONTAINER),
            ("OEBPS/book.opf", package),
            ("OEBPS/a.xhtml", "<p>文</p>"),
            (name, text),
        ]))
    };
    let fonts = encryption("http://www.idpf.org/2008/embedding");
    assert!(with("META-INF/encryption.xml", &fonts).is_ok());
    let hidden = encryption("http://www.w3.org/2001/04/xmlenc#aes256-cbc");
    assert_eq!(with("META-INF/encryption.xml", &hidden).unwrap_err(), ReadError::Protected);
    assert_eq!(with("META-INF/rights.xml", "x").unwrap_err(), ReadError::Protected);
}
