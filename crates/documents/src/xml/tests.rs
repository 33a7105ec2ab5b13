use super::*;
use crate::Limit;

fn xml(text: &str) -> Xml {
    Xml::read("a.xml", text.as_bytes(), Dialect::Xml).unwrap()
}

fn error(text: &str) -> ReadError {
    Xml::read("a.xml", text.as_bytes(), Dialect::Xml).unwrap_err()
}

#[test]
fn elements_and_texts_are_in_order() {
    let tree = xml("<a x='1'>一<b/><d>零</d>二<![CDATA[<三>]]>&amp;&#x56DB;<c>五</c></a>");
    let root = tree.root();
    assert_eq!(root.attribute("x"), Some("1"));
    let children: Vec<String> = root
        .children()
        .map(|child| match child {
            Child::Element(element) => format!("<{}>{}", element.name(), element.text()),
            Child::Text(text) => text.to_owned(),
        })
        .collect();
    assert_eq!(children, ["一", "<b>", "<d>零", "二<三>&四", "<c>五"]);
    assert_eq!(root.text(), "一零二<三>&四五");
}

#[test]
fn any_prefix_means_its_namespace() {
    let tree =
        xml("<x:a xmlns:x='urn:w' xmlns='urn:d'><b x:id='1' id='2'/><x:c xmlns:x='urn:v'/><x:d/></x:a>");
    let root = tree.root();
    let names: Vec<_> = root.elements().map(|element| (element.name(), element.namespace())).collect();
    assert_eq!(names, [("b", "urn:d"), ("c", "urn:v"), ("d", "urn:w")]);
    let attributes: Vec<_> = root.child("b").unwrap().attributes().collect();
    assert_eq!((attributes[0].namespace, attributes[1].namespace), ("urn:w", ""));
}

#[test]
fn declared_encodings_are_decoded() {
    let gbk = b"<?xml version='1.0' encoding='gb2312'?><a>\xd6\xd0</a>";
    assert_eq!(Xml::read("a", gbk, Dialect::Xml).unwrap().root().text(), "中");
    let utf16: Vec<u8> = "\u{feff}<a>中</a>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(Xml::read("a", &utf16, Dialect::Xml).unwrap().root().text(), "中");
    assert_eq!(Xml::read("a", &utf16[2..], Dialect::Xml).unwrap().root().text(), "中");
    assert_eq!(Xml::read("a", "\u{feff}<a>中</a>".as_bytes(), Dialect::Xml).unwrap().root().text(), "中");
    let bad = Xml::read("a", b"<a>\xd6\xd0</a>", Dialect::Xml).unwrap_err();
    assert!(matches!(bad, ReadError::DamagedXml { at: 3, .. }), "{bad:?}");
}

#[test]
fn declared_entities_are_refused() {
    for declared in [
        "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>",
        "<!DOCTYPE a SYSTEM 'file:///etc/passwd' [<!ENTITY % p SYSTEM 'x'>]><a/>",
    ] {
        assert_eq!(error(declared), ReadError::Entities { entry: "a.xml".into() });
    }
    let external = "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a>&x;</a>";
    assert_eq!(xml(external).root().text(), "&x;");
    let html = "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.1//EN' 'x.dtd'><a b='&eacute;'>&nbsp;&lt;</a>";
    let html = Xml::read("a", html.as_bytes(), Dialect::Html).unwrap();
    assert_eq!((html.root().text().as_str(), html.root().attribute("b")), ("\u{a0}<", Some("é")));
}

#[test]
fn depth_is_limited() {
    let deep = |depth: usize| "<a>".repeat(depth) + &"</a>".repeat(depth);
    assert!(Xml::read("a", deep(MAX_DEPTH).as_bytes(), Dialect::Xml).is_ok());
    let limit = MAX_DEPTH as u64;
    assert_eq!(error(&deep(MAX_DEPTH + 1)), ReadError::TooLarge { what: Limit::Depth, limit });
}

#[test]
fn damage_has_a_position() {
    for (text, least) in
        [("<a><b></a>", 3), ("<a>", 3), ("", 0), ("<a></a><b/>", 4), ("<a x=></a>", 0), ("a", 0)]
    {
        let ReadError::DamagedXml { at, entry, .. } = error(text) else { panic!("{text}") };
        assert!(at >= least && at <= text.len() as u64, "{text}: {at}");
        assert_eq!(entry, "a.xml");
    }
}

#[test]
fn loose_ampersands_and_odd_references_stay() {
    let tree = xml("<a b='x & y &amp; &q;'>A & B &unknown; &#0; &#xD800;</a>");
    assert_eq!(tree.root().text(), "A & B &unknown; \u{fffd} \u{fffd}");
    assert_eq!(tree.root().attribute("b"), Some("x & y & &q;"));
}
