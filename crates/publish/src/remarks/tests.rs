use wenfang_text::NovelLanguage;

use super::*;
use crate::book::Source;
use crate::sample::sample;
use crate::{EpubOptions, HtmlOptions, epub, html};

fn remark(number: usize, text: &str) -> NumberedRemark {
    NumberedRemark { number, text: text.into() }
}

#[test]
fn a_remark_is_a_number_and_words() {
    let read = remarks("看得很开心！\n#12 这里太快了。\n\n＃１３：为什么？\n我没懂。\n# 4 - ok\n#99\n#x 1");
    assert_eq!(
        read.remarks,
        [remark(12, "这里太快了。"), remark(13, "为什么？\n我没懂。"), remark(4, "ok"), remark(99, "#x 1")]
    );
    assert_eq!(read.unread, ["看得很开心！"]);
    assert_eq!(remarks("#5\n#6 好").unread, ["#5"]);
    assert_eq!(remarks("#99999999999999999999999 a").remarks, []);
}

#[test]
fn the_numbers_of_both_copies_are_read() {
    let book = sample(NovelLanguage::Zh);
    let page = html(&book, HtmlOptions { is_numbered: true });
    let options = EpubOptions {
        identifier: "urn:x:1".into(),
        modified_at: "2026-11-28T20:00:00Z".into(),
        is_numbered: true,
        ..EpubOptions::default()
    };
    let from_page = numbered(page.as_bytes()).unwrap();
    assert_eq!(from_page, numbered(&epub(&book, &options).unwrap()).unwrap());
    let numbers: Vec<_> = from_page.iter().map(|one| one.number).collect();
    assert_eq!(numbers, (1..=8).collect::<Vec<_>>());
    assert_eq!(from_page[0].source, Source { scene: 5, version: Some(7) });
}

#[test]
fn other_files_are_no_copies() {
    let page = html(&sample(NovelLanguage::Zh), HtmlOptions::default());
    assert!(matches!(numbered(page.as_bytes()), Err(CopyError::NoNumbers)));
    assert!(matches!(numbered(b"PK\x03\x04odd"), Err(CopyError::Unreadable)));
    assert!(matches!(numbered(b"\xff\xfe"), Err(CopyError::Unreadable)));
}
