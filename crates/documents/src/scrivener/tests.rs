use expect_test::{Expect, expect};

use super::*;
use crate::show::show;
use crate::testing::packed;

/// What Scrivener for Mac writes before a text.
const MAC: &str = r"{\rtf1\ansi\ansicpg936\cocoartf2870{\fonttbl\f0\fnil\fcharset134 PingFangSC-Regular;\f1\fswiss\fcharset0 Helvetica;}{\colortbl;\red255\green255\blue255;}\pard\tx360\f1\fs24 ";

/// Writes text as RTF of a Mac: everything but ASCII as `\uN `.
fn mac(text: &str) -> String {
    let mut out = MAC.to_owned();
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\\n"),
            c if c.is_ascii() => out.push(c),
            c => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    out.push_str(&format!("\\uc0\\u{} ", unit.cast_signed()));
                }
            }
        }
    }
    out + "}"
}

fn check(files: &[(&str, &str)], expected: Expect) {
    let folder = files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
    let document = read(&mut Archive::from_files(folder).unwrap()).unwrap();
    expected.assert_eq(&show(&document));
    let zip = packed(files);
    assert_eq!(read(&mut Archive::open(&zip).unwrap()).unwrap(), document);
}

const BINDER: &str = r##"<?xml version='1.0' encoding='UTF-8'?>
<ScrivenerProject Identifier='X' Version='2.0' Creator='SCRMAC-3.5.2'>
 <Binder>
  <BinderItem UUID='DRAFT' Type='DraftFolder' Created='2026-01-02 08:00:00 +0800'
   Modified='2026-01-02 08:00:00 +0800'><Title
   >Draft</Title>
   <Children>
    <BinderItem UUID='P1' Type='Folder'><Title>第一部　河</Title>
     <MetaData><IncludeInCompile>Yes</IncludeInCompile></MetaData>
     <Children>
      <BinderItem UUID='C1' Type='Folder'><Title>第一章　渡口</Title>
       <MetaData><IncludeInCompile>Yes</IncludeInCompile><StatusID>3</StatusID><LabelID>2</LabelID></MetaData>
       <Children>
        <BinderItem UUID='S1' Type='Text'><Title>夜里的船</Title>
         <MetaData><IncludeInCompile>Yes</IncludeInCompile>
          <CustomMetaData>
           <MetaDataItem><FieldID>pov</FieldID><Value>沈舟</Value></MetaDataItem>
           <MetaDataItem><FieldID>place</FieldID><Value>渡口, 茶棚</Value></MetaDataItem>
           <MetaDataItem><FieldID>when</FieldID><Value>三月初七</Value></MetaDataItem>
           <MetaDataItem><FieldID>mood</FieldID><Value>冷</Value></MetaDataItem>
          </CustomMetaData></MetaData>
         <TextSettings><Target Type='Words' Notify='No'>1200</Target></TextSettings>
         <Keywords><KeywordID>10</KeywordID><KeywordID>11</KeywordID></Keywords>
        </BinderItem>
        <BinderItem UUID='S2' Type='Text'><Title>Left out</Title></BinderItem>
        <BinderItem UUID='PIC' Type='Image'><Title>map.png</Title></BinderItem>
       </Children>
      </BinderItem>
     </Children>
    </BinderItem>
   </Children>
  </BinderItem>
  <BinderItem UUID='CH' Type='Folder'><Title>Characters</Title><Children>
    <BinderItem UUID='K1' Type='Text'><Title>沈舟</Title></BinderItem></Children></BinderItem>
  <BinderItem UUID='PL' Type='Folder'><Title>Places</Title><Children>
    <BinderItem UUID='K2' Type='Text'><Title>渡口</Title></BinderItem></Children></BinderItem>
  <BinderItem UUID='RES' Type='ResearchFolder'><Title>Research</Title><Children>
    <BinderItem UUID='R1' Type='Folder'><Title>Rivers</Title><Children>
     <BinderItem UUID='R2' Type='Text'><Title>Floods</Title></BinderItem>
     <BinderItem UUID='R3' Type='PDF'><Title>Gazette</Title></BinderItem></Children></BinderItem>
  </Children></BinderItem>
  <BinderItem UUID='TMP' Type='Folder'><Title>Template Sheets</Title></BinderItem>
  <BinderItem UUID='TRASH' Type='TrashFolder'><Title>Trash</Title><Children>
    <BinderItem UUID='T1' Type='Text'><Title>Old</Title></BinderItem></Children></BinderItem>
 </Binder>
 <TemplateFolderUUID>TMP</TemplateFolderUUID>
 <LabelSettings><Labels><Label ID='-1'>No Label</Label><Label ID='2' Color='1 0 0'>伏笔</Label></Labels></LabelSettings>
 <StatusSettings><StatusItems><Status ID='-1'>No Status</Status><Status ID='3'>First Draft</Status></StatusItems></StatusSettings>
 <Keywords><Keyword ID='10'><Title>雨</Title><Children><Keyword ID='11'><Title>夜雨</Title></Keyword></Children></Keyword></Keywords>
 <CustomMetaDataSettings><MetaDataField ID='pov' Type='Text'><Title>POV</Title></MetaDataField>
  <MetaDataField ID='place'><Title>Location</Title></MetaDataField><MetaDataField ID='when'><Title>时间</Title></MetaDataField>
  <MetaDataField ID='mood'><Title>Mood</Title></MetaDataField></CustomMetaDataSettings>
 <ProjectTargets><DraftTarget Type='Words'>50000</DraftTarget></ProjectTargets>
 <ProjectProperties><ProjectTitle>渡口</ProjectTitle><FullName>林远</FullName></ProjectProperties>
</ScrivenerProject>"##;

const COMMENTS: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<Comments>
 <Comment ID="F-1" Footnote="Yes" Color="0.9 0.9 0.9"><![CDATA[{\rtf1\ansi\f0 See the county records.\
Volume three.}]]></Comment>
 <Comment ID="K-1" Color="0.9 0.9 0.9"><![CDATA[{\rtf1\ansi\f0 Too early?}]]></Comment>
 <Comment ID="LOST"><![CDATA[{\rtf1\ansi Nobody points here}]]></Comment>
</Comments>"#;

/// A project of our own that uses every part of the format.
pub(crate) fn files() -> Vec<(String, Vec<u8>)> {
    let scene = mac(
        "<$Scr_Ps::0>沈舟{\\i 没有}睡。\n<!$Scr_Ps::0>船{\\field{\\*\\fldinst{HYPERLINK \"scrivcmt://F-1\"}}{\\fldrslt 到}}了，他{\\field{\\*\\fldinst{HYPERLINK \"scrivcmt://K-1\"}}{\\fldrslt 站起来}}。\\{\\\\Scrv_annot \\\\color=\\{\\\\R=1.0\\\\G=0.5\\\\B=0.5\\} \\\\text=查\n潮水\\\\end_Scrv_annot\\}灯{\\b 灭}了\\{\\\\Scrv_fn=一盏\\\\end_Scrv_fn\\}。",
    );
    let chapter = mac("章首的话。");
    let left = mac("He waits.");
    let notes = mac("Check the tide.");
    let card = mac("别名：阿舟、小沈\n摆渡人的儿子。");
    let place = mac("河边。");
    let research = mac("1870: the river rose.");
    let trash = mac("Thrown away.");
    let lost = mac("Found nowhere.");
    let first = mac("沈舟睡了。");
    let second = mac("沈舟没有睡。");
    let files: &[(&str, &str)] = &[
        ("渡口.scriv/渡口.scrivx", BINDER),
        ("渡口.scriv/Files/Data/S1/content.rtf", &scene),
        ("渡口.scriv/Files/Data/S1/content.comments", COMMENTS),
        ("渡口.scriv/Files/Data/S1/synopsis.txt", "船在夜里到。\n"),
        ("渡口.scriv/Files/Data/S1/notes.rtf", &notes),
        ("渡口.scriv/Files/Data/C1/content.rtf", &chapter),
        ("渡口.scriv/Files/Data/S2/content.rtf", &left),
        ("渡口.scriv/Files/Data/PIC/content.png", "PNG"),
        ("渡口.scriv/Files/Data/K1/content.rtf", &card),
        ("渡口.scriv/Files/Data/K2/content.rtf", &place),
        ("渡口.scriv/Files/Data/K2/synopsis.txt", "老渡口"),
        ("渡口.scriv/Files/Data/R2/content.rtf", &research),
        ("渡口.scriv/Files/Data/R3/content.pdf", "%PDF"),
        ("渡口.scriv/Files/Data/R3/synopsis.txt", "The flood report."),
        ("渡口.scriv/Files/Data/T1/content.rtf", &trash),
        ("渡口.scriv/Files/Data/NONE/content.rtf", &lost),
        (
            "渡口.scriv/Snapshots/S1.snapshots/index.xml",
            "<Snapshots Version='1.0'><Snapshot><Title>初稿</Title><Date>2026-02-01 21:27:36 +0800</Date></Snapshot></Snapshots>",
        ),
        ("渡口.scriv/Snapshots/S1.snapshots/2026-03-05-09-00-00+0800.rtf", &second),
        ("渡口.scriv/Snapshots/S1.snapshots/2026-02-01-21-27-36+0800.rtf", &first),
        ("渡口.scriv/Snapshots/S1.snapshots/2026-02-01-13-27-36+0000.rtf", &first),
        (
            "渡口.scriv/Files/writing.history",
            "<WritingHistory><Day dwc='812' dcc='3000' owc='5' occ='20'>2026-02-01</Day><Day dwc='-20' dcc='0'>2026-03-05</Day></WritingHistory>",
        ),
        ("渡口.scriv/Files/styles.xml", "<Styles/>"),
        ("__MACOSX/渡口.scriv/._渡口.scrivx", "x"),
    ];
    files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect()
}

#[test]
fn every_part_of_a_project_arrives() {
    let files = files();
    let document = read(&mut Archive::from_files(files.clone()).unwrap()).unwrap();
    let texts: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), std::str::from_utf8(text).unwrap())).collect();
    assert_eq!(read(&mut Archive::open(&packed(&texts)).unwrap()).unwrap(), document);
    expect![[r#"
        title: 渡口
        author: 林远
        target: 50000
        Folder 第一部 河
          Folder 第一章 渡口 [status First Draft] [label 伏笔]
            | 章首的话。
            Scene 夜里的船 [pov 沈舟] [time 三月初七] [#雨] [#夜雨] [at 渡口] [at 茶棚] [target 1200]
              synopsis: 船在夜里到。
              notes: Check the tide.
              | 沈舟<i>没有</i>睡。
              | 船到^[See the county records. / Volume three.]了，他«0 站起来 0»。«2  2»灯<b>灭</b>了^[一盏]。
              snapshot 2026-02-01T13:27:36Z 初稿
                | 沈舟睡了。
              snapshot 2026-03-05T01:00:00Z
                | 沈舟没有睡。
            Scene Left out [not printed]
              | He waits.
        card Character 沈舟 = 阿舟 = 小沈: 别名：阿舟、小沈 / 摆渡人的儿子。
        card Place 渡口: 老渡口 /  / 河边。
        card Note Floods #Rivers: 1870: the river rose.
        card Note Gazette: The flood report.
        comment 0 @: Too early?
        comment 1 @: Nobody points here
        comment 2 @: 查 / 潮水
        day 2026-02-01 +812
        day 2026-03-05 -20
        loss Picture ×1 (0 characters): map.png
        loss Attachment ×2 (0 characters): Gazette
        loss ToolMark ×2 (0 characters): <$Scr_Ps::0>
        loss CustomField ×1 (6 characters): Mood: 冷
        loss UnlistedPart ×1 (34 characters): Data/NONE/content.rtf Found nowhere.
        loss Trash ×1 (14 characters): Old Thrown away.
    "#]]
    .assert_eq(&show(&document));
}

#[test]
fn scrivener_2_keeps_files_by_number() {
    let text = mac("Old prose.");
    let notes = mac("A note.");
    check(
        &[
            (
                "Old.scriv/project.scrivx",
                "<ScrivenerProject Version='1.0'><Binder><BinderItem ID='0' Type='DraftFolder'><Title>Draft</Title><Children><BinderItem ID='3' Type='Text'><Title>Opening</Title><MetaData><IncludeInCompile>Yes</IncludeInCompile><StatusID>1</StatusID></MetaData></BinderItem></Children></BinderItem></Binder><StatusSettings><StatusItems><Status ID='1'>To Do</Status></StatusItems></StatusSettings></ScrivenerProject>",
            ),
            ("Old.scriv/Files/Docs/3.rtf", &text),
            ("Old.scriv/Files/Docs/3_notes.rtf", &notes),
            ("Old.scriv/Files/Docs/3_synopsis.txt", "It begins."),
            ("Old.scriv/Files/ProjectNotes/0.rtf", &notes),
        ],
        expect![[r#"
            title: Old
            Scene Opening [status To Do]
              synopsis: It begins.
              notes: A note.
              | Old prose.
            card Note 0: A note.
        "#]],
    );
}

#[test]
fn a_damaged_document_is_named() {
    check(
        &[
            (
                "a.scrivx",
                "<ScrivenerProject><Binder><BinderItem UUID='D' Type='DraftFolder'><Children><BinderItem UUID='A' Type='Text'><Title>One</Title></BinderItem></Children></BinderItem></Binder></ScrivenerProject>",
            ),
            ("Files/Data/A/content.rtf", "not RTF"),
        ],
        expect![[r#"
            title: a
            Scene One
            loss MissingPart ×1 (0 characters): Files/Data/A/content.rtf
        "#]],
    );
}

#[test]
fn projects_without_a_binder_are_refused() {
    let mut empty = Archive::from_files(vec![("a.txt".into(), Vec::new())]).unwrap();
    assert_eq!(read(&mut empty).unwrap_err(), ReadError::WrongFormat { expected: "a Scrivener project" });
    let files = vec![("a.scrivx".into(), b"<ScrivenerProject/>".to_vec())];
    let error = read(&mut Archive::from_files(files).unwrap()).unwrap_err();
    assert_eq!(error, ReadError::MissingEntry { entry: "Binder".into() });
}
