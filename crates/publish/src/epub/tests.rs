use std::io::{Cursor, Read};

use expect_test::expect;

use super::*;
use crate::sample::sample;

fn options() -> EpubOptions {
    EpubOptions {
        identifier: "urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8".into(),
        modified_at: "2026-11-28T20:00:00Z".into(),
        ..EpubOptions::default()
    }
}

fn part(bytes: &[u8], ending: &str) -> String {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let names: Vec<String> = zip.file_names().map(|name| name.unwrap().into_owned()).collect();
    let name =
        names.iter().find(|name| name.ends_with(ending)).unwrap_or_else(|| panic!("{ending} in {names:?}"));
    let mut text = String::new();
    zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

#[test]
fn a_chapter_has_every_mark() {
    let bytes = epub(&sample(NovelLanguage::Zh), &options()).unwrap();
    expect![[r##"
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE html>
        <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="zh-CN" lang="zh-CN">
        <head>
        <title>第一章 夜渡</title>
        <link rel="stylesheet" type="text/css" href="style.css"/>
        </head>
        <body>
        <section epub:type="chapter" id="c1">
        <h2>第一章 夜渡</h2>
        <p>他想，<em>快走</em>！墙上是<strong>系统</strong>和<ruby>饕餮<rp>(</rp><rt>tāo tiè</rt><rp>)</rp></ruby>，<span class="dots">绝不</span>&lt;&amp;&gt;<a epub:type="noteref" class="noteref" id="r1-1" href="#n1-1">1</a>。</p>
        <p class="centre gap">渡口</p>
        <p class="right">一九二六年</p>
        <blockquote>
        <p>见字如面。</p>
        </blockquote>
        <p class="break">＊＊＊</p>
        <p>雾散了。</p>
        <p class="break">＊＊＊</p>
        <p>第二天。</p>
        <aside epub:type="footnote" id="n1-1"><p class="note"><a href="#r1-1">1</a> 古代的<em>怪兽</em>。</p></aside>
        </section>
        </body>
        </html>
    "##]].assert_eq(&part(&bytes, "c0001.xhtml"));
}

#[test]
fn the_navigation_has_volumes_and_chapters() {
    let bytes = epub(&sample(NovelLanguage::Zh), &options()).unwrap();
    expect![[r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
          <head>
            <title>目录</title>
          </head>
          <body>
            <nav epub:type="toc">
              <h2 epub:type="title">目录</h2>
              <ol>
                <li>
                  <a href="v1.xhtml">第一卷 雾</a>
                  <ol>
                    <li>
                      <a href="c0001.xhtml">第一章 夜渡</a>
                    </li>
                    <li>
                      <a href="c0002.xhtml">第二章 灯</a>
                    </li>
                  </ol>
                </li>
                <li>
                  <a href="v2.xhtml">第二卷 归</a>
                  <ol>
                    <li>
                      <a href="c0003.xhtml">3</a>
                    </li>
                  </ol>
                </li>
              </ol>
            </nav>
          </body>
        </html>"#]]
    .assert_eq(&part(&bytes, "toc.xhtml"));
}

#[test]
fn the_package_names_every_file() {
    let bytes = epub(&sample(NovelLanguage::Zh), &options()).unwrap();
    expect![[r##"
        <?xml version="1.0" encoding="UTF-8"?>
        <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="unique-identifier">
          <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
            <dc:identifier id="unique-identifier">urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8</dc:identifier>
            <dc:title>渡口</dc:title>
            <dc:language>zh-CN</dc:language>
            <dc:date>2026-11-28T20:00:00Z</dc:date>
            <meta property="dcterms:modified">2026-11-28T20:00:00Z</meta>
            <meta name="generator" content="Wenfang"/>
            <dc:creator id="meta-1">林 河</dc:creator>
            <meta refines="#meta-1" property="role" scheme="marc:relators">aut</meta>
          </metadata>
          <manifest>
            <item id="style-css" href="style.css" media-type="text/css"/>
            <item id="title-xhtml" href="title.xhtml" media-type="application/xhtml+xml"/>
            <item id="entry" href="v1.xhtml" media-type="application/xhtml+xml"/>
            <item id="entry-1" href="c0001.xhtml" media-type="application/xhtml+xml"/>
            <item id="entry-2" href="c0002.xhtml" media-type="application/xhtml+xml"/>
            <item id="entry-3" href="v2.xhtml" media-type="application/xhtml+xml"/>
            <item id="_3" href="c0003.xhtml" media-type="application/xhtml+xml"/>
            <item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
            <item id="nav" href="toc.xhtml" media-type="application/xhtml+xml" properties="nav"/>
          </manifest>
          <spine toc="ncx">
            <itemref idref="title-xhtml"/>
            <itemref idref="entry"/>
            <itemref idref="entry-1"/>
            <itemref idref="entry-2"/>
            <itemref idref="entry-3"/>
            <itemref idref="_3"/>
          </spine>
        </package>"##]].assert_eq(&part(&bytes, ".opf"));
}

#[test]
fn vertical_writing_turns_the_pages_around() {
    let vertical = EpubOptions { is_vertical: true, ..options() };
    let bytes = epub(&sample(NovelLanguage::Ja), &vertical).unwrap();
    assert!(part(&bytes, ".opf").contains("page-progression-direction=\"rtl\""));
    assert!(part(&bytes, "style.css").starts_with("html { -epub-writing-mode: vertical-rl"));
    let bytes = epub(&sample(NovelLanguage::Ja), &options()).unwrap();
    assert!(!part(&bytes, ".opf").contains("page-progression-direction=\"rtl\""));
}

#[test]
fn dots_stand_where_the_language_has_them() {
    let sheet = |language| part(&epub(&sample(language), &options()).unwrap(), "style.css");
    for prefix in ["-epub-", "-webkit-", " "] {
        let zh = format!("{prefix}text-emphasis-position: under right;");
        assert!(sheet(NovelLanguage::Zh).contains(&zh), "{prefix}");
        let ja = format!("{prefix}text-emphasis-position: over right;");
        assert!(sheet(NovelLanguage::Ja).contains(&ja), "{prefix}");
    }
}

#[test]
fn a_label_about_models_is_shown_and_stored() {
    let labelled =
        EpubOptions { ai_label: Some("本书部分内容由人工智能辅助生成".into()), ..options() };
    let bytes = epub(&sample(NovelLanguage::Zh), &labelled).unwrap();
    assert!(
        part(&bytes, ".opf")
            .contains("<meta property=\"dcterms:provenance\">本书部分内容由人工智能辅助生成</meta>")
    );
    assert!(part(&bytes, "title.xhtml").contains("本书部分内容由人工智能辅助生成"));
}

#[test]
fn a_cover_is_the_first_page() {
    let png = [b"\x89PNG\r\n\x1a\n".as_slice(), &[0; 8]].concat();
    let bytes = epub(&sample(NovelLanguage::Zh), &EpubOptions { cover: Some(png), ..options() }).unwrap();
    assert!(part(&bytes, ".opf").contains("properties=\"cover-image\""));
    assert!(part(&bytes, "cover.xhtml").contains("<img src=\"cover.png\""));
    let text = EpubOptions { cover: Some(b"GIF89a".to_vec()), ..options() };
    assert!(matches!(epub(&sample(NovelLanguage::Zh), &text), Err(PublishError::Cover)));
}

#[test]
fn numbers_name_paragraphs() {
    let bytes = epub(&sample(NovelLanguage::Zh), &EpubOptions { is_numbered: true, ..options() }).unwrap();
    assert!(
        part(&bytes, "c0002.xhtml").contains("id=\"p7\" data-line=\"0\"><span class=\"n\">7</span>灯亮了。")
    );
}
