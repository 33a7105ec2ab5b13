use super::*;
use crate::testing::{packed, packed_raw};

#[test]
fn entries_are_read_by_name_in_any_case() {
    let bytes = packed(&[("word/document.xml", "<a/>"), ("Word/other.xml", "b")]);
    let mut archive = Archive::open(&bytes).unwrap();
    assert_eq!(archive.read("WORD/Document.xml").unwrap(), b"<a/>");
    assert_eq!(archive.read("/word/./other.xml").unwrap(), b"b");
    assert_eq!(archive.read("c").unwrap_err(), ReadError::MissingEntry { entry: "c".into() });
}

#[test]
fn a_folder_and_a_zip_look_the_same() {
    let files = [("甲.scriv\\甲.scrivx", "<a/>"), ("甲.scriv/Files/x", "b")];
    let bytes = packed(&files);
    let folder = files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
    let mut zip = Archive::open(&bytes).unwrap();
    let mut folder = Archive::from_files(folder).unwrap();
    assert_eq!(zip.names(), folder.names());
    for name in zip.names().to_vec() {
        assert_eq!(zip.read(&name).unwrap(), folder.read(&name).unwrap());
    }
}

#[test]
fn names_outside_the_archive_are_harmless() {
    let bytes = packed(&[("../../etc/passwd", "a"), ("/abs", "b"), ("C:\\x\\..\\y", "c"), ("", "d")]);
    let archive = Archive::open(&bytes).unwrap();
    assert_eq!(archive.names(), ["etc/passwd", "abs", "C:/y"]);
}

#[test]
fn a_name_in_gbk_is_decoded() {
    let bytes = packed_raw(&[(b"\xb5\xda\xd2\xbb\xd5\xc2.txt".as_slice(), b"a".as_slice())]);
    assert_eq!(Archive::open(&bytes).unwrap().names(), ["第一章.txt"]);
}

#[test]
fn a_changed_byte_is_damage() {
    let text: String = (0..5000).map(|n| format!("{n} ")).collect();
    let mut bytes = packed(&[("a.xml", &text)]);
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x10;
    let error = Archive::open(&bytes).and_then(|mut archive| archive.read("a.xml")).unwrap_err();
    assert_eq!(error, ReadError::DamagedArchive { entry: "a.xml".into() });
    let torn = Archive::open(&bytes[..middle]).unwrap_err();
    assert!(matches!(torn, ReadError::DamagedArchive { .. }), "{torn:?}");
}

#[test]
fn an_entry_that_inflates_too_far_is_refused() {
    let bytes = packed(&[("bomb", &"a".repeat(8 << 20))]);
    let error = Archive::open(&bytes).unwrap().read("bomb").unwrap_err();
    assert_eq!(error, ReadError::TooLarge { what: Limit::Ratio, limit: MAX_RATIO });
    let short = packed(&[("run", &"a".repeat(1 << 20))]);
    assert_eq!(Archive::open(&short).unwrap().read("run").unwrap().len(), 1 << 20);
}

#[test]
fn too_many_entries_are_refused() {
    let names: Vec<String> = (0..=MAX_ENTRIES).map(|n| n.to_string()).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
    assert_eq!(Archive::open(&packed(&files)).unwrap_err(), too_many_entries());
    assert!(Archive::open(&packed(&files[1..])).is_ok());
}

#[test]
fn a_target_is_resolved_from_its_file() {
    for (base, target, name) in [
        ("OEBPS/content.opf", "text/ch%201.xhtml#a", "OEBPS/text/ch 1.xhtml"),
        ("OEBPS/text/a.xhtml", "../img/a.png", "OEBPS/img/a.png"),
        ("a.opf", "/x/%E7%AB%A0.xhtml", "x/章.xhtml"),
        ("a.opf", "100%.xhtml", "100%.xhtml"),
        ("a/b.opf", "../../../c", "c"),
    ] {
        assert_eq!(resolve(base, target), name);
    }
}
