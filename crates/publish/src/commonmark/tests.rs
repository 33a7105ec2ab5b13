use expect_test::expect;
use wenfang_text::NovelLanguage;

use super::*;
use crate::BookBuilder;
use crate::sample::sample;

#[test]
fn a_book_has_every_mark() {
    expect![[r##"
        # 渡口

        ## 第一卷 雾

        ### 第一章 夜渡

        他想，*快走*！墙上是**系统**和<ruby>饕餮<rt>tāo tiè</rt></ruby>，<span class="dots">绝不</span>\<\&\>[^1]。

        <div align="center">

        渡口

        </div>

        <div align="right">

        一九二六年

        </div>

        > 见字如面。

        * * *

        雾散了。

        * * *

        第二天。

        [^1]: 古代的*怪兽*。

        ### 第二章 灯

        灯亮了。

        ## 第二卷 归

        ### 3

        归来。
    "##]].assert_eq(&commonmark(&sample(NovelLanguage::Zh)));
}

#[test]
fn a_chapter_is_a_text_of_its_own() {
    let book = sample(NovelLanguage::Zh);
    expect![[r#"
        # 第二章 灯

        灯亮了。
    "#]]
    .assert_eq(&commonmark_chapter(&book.volumes[0].chapters[1]));
}

fn lowered(text: &str) -> String {
    let mut builder = BookBuilder::new("", "", NovelLanguage::Zh);
    builder.chapter("一");
    builder.scene(None, (text, &[]), Vec::new());
    let text = commonmark(&builder.finish());
    text.strip_prefix("## 一\n\n").unwrap().trim_end().to_owned()
}

#[test]
fn asterisks_that_would_not_be_read_become_tags() {
    assert_eq!(lowered("他**重要**的人"), "他**重要**的人");
    assert_eq!(lowered("这是**我想做的事。**所以继续。"), "这是<strong>我想做的事。</strong>所以继续。");
    assert_eq!(lowered("他说**「不要」**然后走了"), "他说<strong>「不要」</strong>然后走了");
    assert_eq!(lowered("*「啊」*他叫道"), "<em>「啊」</em>他叫道");
    assert_eq!(lowered("She *ran*."), "She *ran*.");
}

#[test]
fn items_are_those_of_a_list() {
    assert_eq!(lowered("* 注：*删*节。"), "* 注：*删*节。");
}

#[test]
fn marks_are_read_in_placed_lines() {
    assert_eq!(
        lowered(">> *Fog*^[Of *May*.] <<"),
        "<div align=\"center\">\n\n*Fog*[^1]\n\n</div>\n\n[^1]: Of *May*."
    );
    assert_eq!(lowered(">> **1926**"), "<div align=\"right\">\n\n**1926**\n\n</div>");
}

#[test]
fn text_is_not_read_as_marks() {
    assert_eq!(lowered("1. 买 [书] <b>"), "1\\. 买 \\[书\\] \\<b\\>");
    assert_eq!(lowered("- 甲_乙_"), "\\- 甲\\_乙\\_");
}
