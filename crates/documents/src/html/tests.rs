use crate::html::{read, read_packed};
use crate::testing::shown;
use crate::{Document, Limit, LossKind, ReadError};

fn document(html: &str) -> Document {
    read(html.as_bytes()).unwrap()
}

fn shown_of(html: &str) -> String {
    shown(&document(html).parts[0].blocks)
}

fn loss(document: &Document, kind: LossKind) -> (usize, usize, &str) {
    document.losses.of(kind).map_or((0, 0, ""), |loss| (loss.count, loss.characters, &loss.first))
}

#[test]
fn white_space_is_collapsed_as_in_browsers() {
    let html = "<p> a\n b  <i> c</i> d </p>\n<p>汉\n字<br>又　行\n</p><pre>x\n  y</pre><p>&nbsp;</p><p></p>e";
    assert_eq!(shown_of(html), "a b *c* d\n汉字/又　行\nx/  y\n\ne");
}

#[test]
fn headings_quotations_rules_and_lists_are_kept() {
    let html = "<title> 渡 口 </title><h1>卷一</h1><h2><b>第一章</b></h2><blockquote><p>信</p></blockquote><hr><ol start=3><li>甲<li><p>乙</p><p>丙</p></ol><ul><li>丁</ul><center>中</center><p align=right>右</p><p style='text-align:center'>中</p>";
    let document = document(html);
    assert_eq!(document.title.as_deref(), Some("渡 口"));
    assert_eq!(
        shown(&document.parts[0].blocks),
        "# 卷一\n## **第一章**\n> 信\n---\n3. 甲\n4. 乙\n丙\n丁\n=中\n>>右\n=中"
    );
}

#[test]
fn our_own_pages_have_lines_that_are_no_text() {
    let html = "<section type='titlepage'><h1>渡口</h1><p>某人</p></section><p data-wenfang='help'>说明</p><p id='p1' data-line='0'><span class='n'>1</span>一</p><p class='gap'>二</p><p class='subheading'>三</p><p class='item'><span class='sign'>• </span>四</p>";
    let document = document(html);
    let shown = crate::show::blocks(&document.parts[0].blocks, "");
    assert_eq!(shown, "| 一\n|\n| 二\n| subheading 三\n| item 四\n");
    assert_eq!(loss(&document, LossKind::TitlePage), (2, 6, "渡口某人"));
    assert_eq!(loss(&document, LossKind::Field), (2, 2, "1"));
}

#[test]
fn inline_styles_ruby_and_quotes_are_kept() {
    let html = "<p><em>一</em><strong>二</strong><span style='font-style:italic;font-weight:bold'>三</span><i>四<span style='font-style:normal'>五</span></i><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby><q>六</q><span style='text-emphasis: dot'>七</span><span hidden>八</span></p>";
    assert_eq!(shown_of(html), "*一***二*****三****四*五[漢|かん][字|じ]“六”.七.~八~");
}

#[test]
fn only_known_elements_become_text() {
    let html = "<script>alert(1)</script><style>p{}</style><p>一<del>删</del><u>下</u></p><iframe src='http://x/'>框</iframe><img src='http://x/a.png'><a href='http://x/'>链</a><a href='#a'>内</a><noscript><p>无</p></noscript><svg><text>图</text></svg><nav>导航</nav><input value='x'>";
    let document = document(html);
    assert_eq!(shown(&document.parts[0].blocks), "一下\n!http://x/a.png!链内\n无");
    assert_eq!(loss(&document, LossKind::TrackedDeletion), (1, 1, "删"));
    assert_eq!(loss(&document, LossKind::Formatting), (1, 0, "下"));
    assert_eq!(loss(&document, LossKind::Attachment), (1, 1, "框"));
    assert_eq!(loss(&document, LossKind::Link), (1, 0, "http://x/"));
    assert_eq!(loss(&document, LossKind::Picture), (1, 1, "图"));
    assert_eq!(loss(&document, LossKind::Field), (2, 2, "导航"));
}

#[test]
fn tables_become_lines() {
    let html = "<table><caption>表</caption><tr><td>甲</td><td><i>乙</i></td></tr><tr><td>丙</td><td></td></tr></table>";
    let document = document(html);
    assert_eq!(shown(&document.parts[0].blocks), "表\n甲\t*乙*\n丙\t");
    assert_eq!(loss(&document, LossKind::Table), (1, 0, "表"));
}

#[test]
fn pages_of_word_are_read() {
    let html = "<html xmlns:o='urn:schemas-microsoft-com:office:office'><head><meta charset=utf-8><style>p.MsoTitle {mso-style-name:x}</style></head><body><p class=MsoTitle>渡口</p><p class=MsoToc1>目录</p><p style='mso-outline-level:1'>第一章</p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p>一<a style='mso-footnote-id:ftn1' href='#_ftn1' name='_ftnref1'>[1]</a>二<span style='mso-hide:all'>隐</span><span class=MsoCommentReference><a class=msocomanchor href='#_msocom_1'>[A1]</a></span></p><br style='page-break-before:always'><p>三</p><div style='mso-element:footnote-list'><div style='mso-element:footnote' id=ftn1><p><a style='mso-footnote-id:ftn1' href='#_ftnref1' name='_ftn1'>[1]</a> 注</p><p>又</p></div></div><div style='mso-element:comment-list'><div class=msocomtxt>改</div></div></body></html>";
    let document = document(html);
    assert_eq!(document.title.as_deref(), Some("渡口"));
    assert_eq!(shown(&document.parts[0].blocks), "# 第一章\n\n一{n: 注 / 又}二~隐~<00>\n=== page\n三");
    assert_eq!(document.comments[0].text, "改");
}

#[test]
fn comments_of_word_have_passages() {
    let html = "<p>他说\n<a style='mso-comment-reference:LB_1;mso-comment-date:20260102T0304'>很<i>好</i></a></p><p><a style='mso-comment-continuation:1'>再见</a><span class=MsoCommentReference><a class=msocomanchor href='#_msocom_1'>[LB1]</a><span style='mso-special-character:comment'>&nbsp;</span></span>。then\n<a style='mso-comment-reference:LB_2'>gone</a>\nby<span class=MsoCommentReference><a class=msocomanchor href='#_msocom_3'>[3]</a></span></p><div style='mso-element:comment-list'><hr class=msocomoff><div style='mso-element:comment'><div id='_com_1' class=msocomtxt><span style='mso-comment-author:\"林 编\"'><a name='_msocom_1'></a></span><p class=MsoCommentText><a href='#_msoanchor_1' class=msocomoff>[LB1]</a>太\n快</p><p>了</p></div></div><div class=msocomtxt id='_com_2'><p>who</p></div><div class=msocomtxt id='_com_3'><p>点</p></div></div>";
    let document = document(html);
    assert_eq!(shown(&document.parts[0].blocks), "他说<0很*好*\n再见0>。then <1gone1> by<22>");
    let first = &document.comments[0];
    assert_eq!((&*first.author, &*first.at, &*first.text), ("林 编", "2026-01-02T03:04:00", "太快\n了"));
    assert_eq!(document.comments[1].text, "who");
}

#[test]
fn notes_of_pandoc_are_read() {
    let html = "<h1 class='title'>T</h1><p class='author'>A</p><p>一<a href='#fn1' class='footnote-ref' id='fnref1' role='doc-noteref'><sup>1</sup></a></p><section class='footnotes' role='doc-endnotes'><hr/><ol><li id='fn1'><p>注<a href='#fnref1' class='footnote-back' role='doc-backlink'>↩︎</a></p></li></ol></section>";
    let document = document(html);
    assert_eq!((document.title.as_deref(), document.author.as_deref()), (Some("T"), Some("A")));
    assert_eq!(shown(&document.parts[0].blocks), "一{n: 注}");
}

#[test]
fn encodings_are_declared_or_guessed() {
    let gbk = b"<meta http-equiv=Content-Type content='text/html; charset=gb2312'><p>\xd6\xd0\xb9\xfa</p>";
    assert_eq!(shown(&read(gbk).unwrap().parts[0].blocks), "中国");
    let bare = b"<p>\xb5\xda\xd2\xbb\xd5\xc2 \xb3\xf5\xd3\xf6\xa3\xac\xd6\xd0\xb9\xfa\xc8\xcb\xb5\xc4\xb9\xca\xca\xc2</p>";
    assert_eq!(shown(&read(bare).unwrap().parts[0].blocks), "第一章 初遇，中国人的故事");
    let damaged = read(b"<meta charset=utf-8><p>a\xffb</p>").unwrap();
    assert_eq!(loss(&damaged, LossKind::Undecodable).0, 1);
}

#[test]
fn packed_pages_are_read() {
    let message = "Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n<p>一</p>\r\n--b--";
    assert_eq!(shown(&read_packed(message.as_bytes()).unwrap().parts[0].blocks), "一");
    assert!(matches!(read_packed(b"x").unwrap_err(), ReadError::WrongFormat { .. }));
}

#[test]
fn the_deepest_page_is_read() {
    for element in ["div", "table><tr><td", "span", "ol><li"] {
        // A table has a body that is not written.
        let depth = if element.starts_with("table") { 60 } else { 240 / (1 + element.matches('<').count()) };
        let deep = format!("<{element}>").repeat(depth);
        assert!(shown_of(&format!("{deep}底")).contains('底'), "{element}");
    }
}

#[test]
fn deep_pages_are_refused() {
    let deep = "<div>".repeat(100_000);
    let error = read(deep.as_bytes()).unwrap_err();
    assert_eq!(error, ReadError::TooLarge { what: Limit::Depth, limit: 256 });
}

/// Repetitions on which readers of HTML have been slow: each reads in time in proportion to its length, or is refused.
#[test]
fn repetitions_are_read_in_time() {
    for piece in [
        "<p><b>",
        "<a><div>",
        "<table><b>x",
        "<select><option>",
        "<i></p>",
        "<li>",
        "<td>x",
        "<form><input>",
        "</p>",
        "<button><p>",
        "<b></i>x",
        "<p>x",
        "<ruby><rt>",
        "<table></table>x",
        "&amp",
        "<!--",
        "<tr>x",
        "<a>x",
        "<nobr>",
    ] {
        let page = piece.repeat(300_000 / piece.len());
        let begin = std::time::Instant::now();
        drop(read(page.as_bytes()));
        let took = begin.elapsed();
        assert!(took.as_secs() < 5, "{piece} takes {took:?}");
    }
}
