use expect_test::expect;
use wenfang_text::NovelLanguage;

use super::*;
use crate::sample::sample;

/// Returns the page from its first heading on.
fn body(page: &str) -> &str {
    page.split_once("<body>\n").unwrap().1
}

#[test]
fn dots_stand_where_the_language_has_them() {
    let rule = |language| {
        let page = html(&sample(language), HtmlOptions::default());
        page.lines().find(|line| line.starts_with(".dots")).unwrap().to_owned()
    };
    assert!(rule(NovelLanguage::Zh).contains("text-emphasis-position: under right;"));
    assert!(
        rule(NovelLanguage::Ja).contains("text-emphasis: filled sesame; text-emphasis-position: over right;")
    );
    assert!(rule(NovelLanguage::En).contains("text-emphasis-position: over right;"));
}

#[test]
fn items_keep_a_sign() {
    let mut builder = crate::BookBuilder::new("", "", NovelLanguage::Zh);
    builder.chapter("一");
    builder.scene(None, ("* 注：有删节。", &[]), Vec::new());
    let page = html(&builder.finish(), HtmlOptions::default());
    assert!(page.contains("<p class=\"item\"><span class=\"sign\">• </span>注：有删节。</p>"), "{page}");
}

#[test]
fn a_page_has_every_mark() {
    let page = html(&sample(NovelLanguage::Zh), HtmlOptions::default());
    expect![[r##"
        <h1>渡口</h1>
        <p class="by author">林 河</p>
        <nav><details><summary>目录</summary>
        <ol>
        <li><a href="#v1">第一卷 雾</a>
        <ol>
        <li><a href="#c1">第一章 夜渡</a></li>
        <li><a href="#c2">第二章 灯</a></li>
        </ol></li>
        <li><a href="#v2">第二卷 归</a>
        <ol>
        <li><a href="#c3">3</a></li>
        </ol></li>
        </ol>
        </details></nav>
        <h2 id="v1">第一卷 雾</h2>
        <section id="c1">
        <h3>第一章 夜渡</h3>
        <p>他想，<em>快走</em>！墙上是<strong>系统</strong>和<ruby>饕餮<rp>(</rp><rt>tāo tiè</rt><rp>)</rp></ruby>，<span class="dots">绝不</span>&lt;&amp;&gt;<a class="noteref" id="r1-1" href="#n1-1">1</a>。</p>
        <p class="centre gap">渡口</p>
        <p class="right">一九二六年</p>
        <blockquote>
        <p>见字如面。</p>
        </blockquote>
        <p class="break">＊＊＊</p>
        <p>雾散了。</p>
        <p class="break">＊＊＊</p>
        <p>第二天。</p>
        <p class="note" id="n1-1"><a href="#r1-1">1</a> 古代的<em>怪兽</em>。</p>
        </section>
        <section id="c2">
        <h3>第二章 灯</h3>
        <p>灯亮了。</p>
        </section>
        <h2 id="v2">第二卷 归</h2>
        <section id="c3">
        <h3>3</h3>
        <p>归来。</p>
        </section>
        </body>
        </html>
    "##]].assert_eq(body(&page));
}

#[test]
fn numbers_name_paragraphs_and_their_source() {
    let page = html(&sample(NovelLanguage::En), HtmlOptions { is_numbered: true });
    assert!(page.contains("<div data-scene=\"5\" data-version=\"7\">"), "{page}");
    assert!(
        page.contains("<p class=\"centre gap\" id=\"p2\" data-line=\"0\"><span class=\"n\">2</span>渡口</p>"),
        "{page}"
    );
    assert!(page.contains("begins with #"), "{page}");
}

#[test]
fn a_page_loads_nothing_and_runs_nothing() {
    let mut book = sample(NovelLanguage::Zh);
    book.title = "<script>alert(1)</script>".into();
    let page = html(&book, HtmlOptions::default());
    assert!(!page.contains("<script"), "{page}");
    assert!(!page.contains("http://") && !page.contains("https://"), "{page}");
}
