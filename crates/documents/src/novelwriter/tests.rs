use expect_test::expect;

use super::*;
use crate::show::show;
use crate::testing::packed;

const PROJECT: &str = r#"<?xml version='1.0' encoding='utf-8'?>
<novelWriterXML appVersion="26.1" fileVersion="1.5" fileRevision="7">
 <project id="x"><name>The Gate</name><author>Ada North</author></project>
 <settings><language>en_GB</language>
  <autoReplace><entry key="city">Harbourtown</entry></autoReplace>
  <status><entry key="s1">New</entry><entry key="s2">Draft</entry></status>
  <importance><entry key="i0">None</entry><entry key="i1">Major</entry></importance></settings>
 <content>
  <item handle="a0" parent="None" order="0" type="ROOT" class="NOVEL"><name status="s1">Novel</name></item>
  <item handle="a1" parent="a0" order="0" type="FILE" class="NOVEL" layout="DOCUMENT"><name status="s1" active="yes">Title Page</name></item>
  <item handle="a3" parent="a0" order="2" type="FILE" class="NOVEL" layout="DOCUMENT"><name status="s2" active="yes">Chapter</name></item>
  <item handle="a2" parent="a0" order="1" type="FILE" class="NOVEL" layout="DOCUMENT"><name status="s1" active="yes">Part</name></item>
  <item handle="a4" parent="a3" order="0" type="FILE" class="NOVEL" layout="DOCUMENT"><name status="s2" active="yes">Scene</name></item>
  <item handle="a5" parent="a0" order="3" type="FILE" class="NOVEL" layout="DOCUMENT"><name status="s1" active="no">Cut</name></item>
  <item handle="a6" parent="a0" order="4" type="FILE" class="NOVEL" layout="NOTE"><name status="s1" active="yes">Plan</name></item>
  <item handle="a7" parent="a0" order="5" type="FILE" class="NOVEL" layout="DOCUMENT"><name active="yes">Gone</name></item>
  <item handle="c0" parent="None" order="1" type="ROOT" class="CHARACTER"><name>Characters</name></item>
  <item handle="c1" parent="c0" order="0" type="FILE" class="CHARACTER" layout="NOTE"><name import="i1">Jane</name></item>
  <item handle="w0" parent="None" order="2" type="ROOT" class="WORLD"><name>Places</name></item>
  <item handle="w1" parent="w0" order="0" type="FILE" class="WORLD" layout="NOTE"><name import="i0">Quay</name></item>
  <item handle="r0" parent="None" order="3" type="ROOT" class="ARCHIVE"><name>Archive</name></item>
  <item handle="r1" parent="r0" order="0" type="FILE" class="ARCHIVE" layout="DOCUMENT"><name active="yes">Old</name></item>
  <item handle="t0" parent="None" order="4" type="ROOT" class="TRASH"><name>Trash</name></item>
  <item handle="t1" parent="t0" order="0" type="FILE" class="TRASH" layout="DOCUMENT"><name>Bin</name></item>
 </content>
</novelWriterXML>"#;

const SCENE: &str = "%%~name: Scene\n%%~kind: NOVEL/DOCUMENT\n### At the Quay\n\n@pov: Jane\n@char: Jane, Tom\n@location: Quay\n@time: Day 3\n@object: lamp\n@plot: Main\n\n%Synopsis: She waits.\n%Story.tension: Rising\n\n% Check the tide here.\nThe _lamp_ was **out**.[footnote:f1] She said_no_thing.\nSecond line[br]third of <city>.\n\n%~ An old line.\n\n>> Quiet <<\n\n>> Signed\n\n> A letter. <\n\n[new page]\n[vspace:2]\nSome [b]bo[/b]ld, ~~struck~~ H[sub]2[/sub]O, [field:date] and [footnote:none].\n\n#### Later\n\nStill there.\n\n%Footnote.f1: A _lamp_ of the harbour.\n";

pub(crate) const FILES: [(&str, &str); 13] = [
    ("Gate/nwProject.nwx", PROJECT),
    ("Gate/content/a1.nwd", "%%~name: Title Page\n#! The Gate\n\n>> By Ada North <<\n"),
    ("Gate/content/a2.nwd", "# Part One\n\nA motto.\n"),
    ("Gate/content/a3.nwd", "##! Prologue\n\n%Synopsis: Before.\n\nIt rained.\n\n## Rain\n\n@pov: Tom\n"),
    ("Gate/content/a4.nwd", SCENE),
    ("Gate/content/a5.nwd", "### Cut scene\n\nNever.\n"),
    ("Gate/content/a6.nwd", "# Plan\n\nWhat is to come.\n"),
    (
        "Gate/content/c1.nwd",
        "# Jane Smith\n\n@tag: Jane\n\n%Short: A keeper.\n\nTall.\n\n## Past\n\nBorn in a storm.\n",
    ),
    ("Gate/content/w1.nwd", "# The Old Quay\n\n@tag: Quay\n\nWet.\n"),
    ("Gate/content/r1.nwd", "### Archived\n\nOld prose.\n"),
    ("Gate/content/t1.nwd", "### Bin\n\nDeleted.\n"),
    ("Gate/content/zz.nwd", "%%~name: Lost\n### Lost\n\nFound.\n"),
    (
        "Gate/meta/sessions.jsonl",
        "{\"type\": \"initial\", \"offset\": 100}\n{\"type\": \"record\", \"start\": \"2026-03-01 09:00:00\", \"end\": \"2026-03-01 10:00:00\", \"novel\": 350, \"notes\": 3, \"idle\": 0}\n{\"type\": \"record\", \"end\": \"2026-03-01 20:00:00\", \"novel\": 340}\n{\"type\": \"record\", \"end\": \"2026-03-02 20:00:00\", \"novel\": 500}\nbroken\n",
    ),
];

#[test]
fn every_part_of_a_project_arrives() {
    let zip = packed(&FILES);
    let document = read(&mut Archive::open(&zip).unwrap()).unwrap();
    expect![[r#"
        title: The Gate
        author: Ada North
        language: en-GB
        Scene The Gate [status New]
          | centre By Ada North
        Volume Part One [status New]
          | A motto.
          Chapter Prologue [status Draft]
            synopsis: Before.
            | It rained.
          Chapter Rain [status Draft] [pov Tom]
            Scene At the Quay [status Draft] [pov Jane Smith] [time Day 3] [#Main] [with Jane Smith] [with Tom] [at The Old Quay] [item lamp]
              synopsis: She waits.
              notes: tension: Rising
              | «0  0»The <i>lamp</i> was <b>out</b>.^[A <i>lamp</i> of the harbour.] She said_no_thing.⏎Second line⏎third of Harbourtown.
              | centre «1  1»Quiet
              | end Signed
              | quote A letter.
              --- page
              | Some <b>bo</b>ld, struck H2O,  and .
              #### Later
              | Still there.
        Scene Cut scene [status New] [not printed]
          | Never.
        Scene Archived [not printed]
          | Old prose.
        card Note Plan: What is to come.
        card Character Jane Smith = Jane #Major: A keeper. /  / Tall. /  / Past /  / Born in a storm.
        card Place The Old Quay = Quay: Wet.
        comment 0 @: Check the tide here.
        comment 1 @: An old line.
        day 2026-03-01 +240
        day 2026-03-02 +160
        loss Formatting ×2 (0 characters):
        loss Field ×1 (10 characters): field:date
        loss ToolMark ×1 (0 characters): [vspace:2]
        loss MissingPart ×2 (0 characters): Gone
        loss UnlistedPart ×1 (13 characters): ### Lost Found.
        loss Trash ×1 (14 characters): ### Bin Deleted.
    "#]].assert_eq(&show(&document));
}

#[test]
fn old_projects_have_elements_instead_of_attributes() {
    let files = [
        (
            "nwProject.nwx",
            "<novelWriterXML fileVersion='1.0'><project><title>Old</title><author>A</author></project><content><item handle='1a2b' order='0' parent='None'><name>Novel</name><type>ROOT</type><class>NOVEL</class></item><item handle='5c6d' order='0' parent='1a2b'><name>Scene</name><type>FILE</type><class>NOVEL</class><layout>SCENE</layout><status>Draft</status><exported>False</exported></item></content></novelWriterXML>",
        ),
        ("data_5/c6d_main.nwd", "### One\n\nText.\n"),
    ];
    let zip = packed(&files);
    let document = read(&mut Archive::open(&zip).unwrap()).unwrap();
    expect![[r#"
        title: Old
        author: A
        Scene One [status Draft] [not printed]
          | Text.
    "#]]
    .assert_eq(&show(&document));
}

#[test]
fn items_in_a_circle_are_read() {
    let files = [
        (
            "nwProject.nwx",
            "<novelWriterXML><content><item handle='a' parent='b' type='FOLDER' class='NOVEL'><name>a</name></item><item handle='b' parent='a' type='FILE' class='NOVEL'><name>b</name></item></content></novelWriterXML>",
        ),
        ("content/b.nwd", "Text without a heading.\n"),
    ];
    let zip = packed(&files);
    let document = read(&mut Archive::open(&zip).unwrap()).unwrap();
    expect![[r#"
        Scene b
          | Text without a heading.
    "#]]
    .assert_eq(&show(&document));
}
