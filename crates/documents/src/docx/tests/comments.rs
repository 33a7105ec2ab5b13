//! Comments and their passages.

use super::*;

const COMMENTS: &str = r#"<w:comment w:id="4" w:author="编辑" w:date="2026-01-02T03:04:05Z"><w:p w14:paraId="A0"><w:r><w:t>第一行</w:t></w:r></w:p><w:p w14:paraId="A1"><w:r><w:t>第二行</w:t></w:r></w:p></w:comment><w:comment w:id="5" w:author="我"><w:p w14:paraId="B1"><w:r><w:t>好</w:t></w:r></w:p></w:comment><w:comment w:id="6" w:author="编辑"><w:p w14:paraId="C1"><w:r><w:t>谢</w:t></w:r></w:p></w:comment><w:comment w:id="7"><w:p><w:r><w:t>点</w:t></w:r></w:p></w:comment>"#;

const EXTENDED: &str = r#"<w15:commentEx w15:paraId="A1" w15:done="1"/><w15:commentEx w15:paraId="B1" w15:paraIdParent="A1" w15:done="0"/><w15:commentEx w15:paraId="C1" w15:paraIdParent="B1"/>"#;

#[test]
fn comments_have_passages_replies_and_states() {
    let text = r#"<w:p><w:r><w:t>一</w:t></w:r><w:commentRangeStart w:id="4"/><w:commentRangeStart w:id="5"/><w:r><w:t>二</w:t></w:r></w:p><w:commentRangeEnd w:id="5"/><w:p><w:r><w:t>三</w:t></w:r><w:commentRangeEnd w:id="4"/><w:r><w:commentReference w:id="4"/></w:r><w:r><w:t>四</w:t></w:r><w:r><w:commentReference w:id="7"/></w:r><w:commentRangeStart w:id="99"/></w:p>"#;
    let document = File::new(text)
        .part("comments", "w:comments", COMMENTS)
        .part("commentsExtended", "w15:commentsEx", EXTENDED)
        .read();
    assert_eq!(shown_of(&document), "一<0二\n三0>四<11>");
    let first = &document.comments[0];
    assert_eq!((first.author.as_str(), first.text.as_str()), ("编辑", "第一行\n第二行"));
    assert_eq!((first.at.as_str(), first.is_done), ("2026-01-02T03:04:05Z", true));
    let replies: Vec<_> = first.replies.iter().map(|reply| (&*reply.author, &*reply.text)).collect();
    assert_eq!(replies, [("我", "好"), ("编辑", "谢")]);
    assert_eq!(document.comments[1].text, "点");
}

#[test]
fn passages_between_paragraphs_go_to_the_next() {
    let text =
        r#"<w:commentRangeStart w:id="4"/><w:p><w:r><w:t>一</w:t></w:r></w:p><w:commentRangeEnd w:id="4"/>"#;
    assert_eq!(File::new(text).part("comments", "w:comments", COMMENTS).shown(), "<0一\n0>");
}
