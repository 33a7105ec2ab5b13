use expect_test::expect;

use super::*;
use crate::show::show;

pub(crate) const PROJECT: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>
<YWRITER7>
<PROJECT><Ver>7</Ver><Title><![CDATA[The Gate]]></Title><AuthorName>Ada North</AuthorName><Desc>A harbour town.</Desc><FieldTitle1>Tension</FieldTitle1><FieldTitle2>Humour</FieldTitle2><WordTarget>80000</WordTarget></PROJECT>
<LOCATIONS><LOCATION><ID>1</ID><Title>Quay</Title><AKA>Docks; Harbour</AKA><Desc>Wet.</Desc><Tags>sea;old</Tags><ImageFile>quay.jpg</ImageFile></LOCATION></LOCATIONS>
<ITEMS><ITEM><ID>1</ID><Title>Lamp</Title></ITEM></ITEMS>
<CHARACTERS>
<CHARACTER><ID>1</ID><Title>Jane</Title><FullName>Jane Smith</FullName><AKA>The Keeper</AKA><Desc>Tall.</Desc><Bio>Born in a storm.</Bio><Goals>To leave.</Goals><Notes>Left-handed.</Notes></CHARACTER>
<CHARACTER><ID>2</ID><Title>Tom</Title></CHARACTER>
</CHARACTERS>
<PROJECTNOTES><PROJECTNOTE><ID>1</ID><Title>Tides</Title><Desc>High at six.</Desc></PROJECTNOTE></PROJECTNOTES>
<SCENES>
<SCENE><ID>1</ID><Title>At the quay</Title><Desc>She waits.</Desc><Notes>Check the lamp.</Notes><Status>3</Status><Tags>night; rain</Tags><Field1>7</Field1><Field2>1</Field2><Goal>Meet Tom</Goal><Conflict>Fog</Conflict><Day>3</Day><Hour>6</Hour><Minute>5</Minute><Characters><CharID>1</CharID><CharID>2</CharID></Characters><Locations><LocID>1</LocID></Locations><Items><ItemID>1</ItemID></Items>
<SceneContent><![CDATA[The [i]lamp[/i] was [b]out[/b]/* two
lines */.
2 * 3 [sic]/*@fn A harbour lamp.*/ and [u]under[/u].

[c]* * *[/c]
[r]Signed[/r]
[h1]Later[/h1]
[lang=fr-FR]Oui[/lang=fr-FR]\u{1}.]]></SceneContent></SCENE>
<SCENE><ID>2</ID><Title>Unused</Title><Unused>-1</Unused><SpecificDateTime>2026-03-01 09:00:00</SpecificDateTime><SceneContent>Never.</SceneContent></SCENE>
<SCENE><ID>3</ID><Title>A note</Title><Fields><Field_SceneType>1</Field_SceneType></Fields><SceneContent>Note.</SceneContent></SCENE>
<SCENE><ID>4</ID><Title>Nowhere</Title><SceneContent>Lost.</SceneContent></SCENE>
</SCENES>
<CHAPTERS>
<CHAPTER><ID>3</ID><Title>Research</Title><SortOrder>3</SortOrder><Type>1</Type><Scenes><ScID>3</ScID></Scenes></CHAPTER>
<CHAPTER><ID>1</ID><SectionStart>-1</SectionStart><Title>Part One</Title><SortOrder>1</SortOrder><Type>0</Type></CHAPTER>
<CHAPTER><ID>2</ID><Title>Chapter One</Title><Desc>Rain.</Desc><SortOrder>2</SortOrder><Type>0</Type><Scenes><ScID>1</ScID><ScID>2</ScID><ScID>9</ScID></Scenes></CHAPTER>
</CHAPTERS>
<WCLog><WC><Date>2026-03-01</Date><Count>100</Count><TotalCount>120</TotalCount></WC><WC><Date>2026-03-02</Date><Count>450</Count></WC></WCLog>
</YWRITER7>";

#[test]
fn every_part_of_a_project_arrives() {
    expect![[r#"
        title: The Gate
        author: Ada North
        target: 80000
        Volume Part One
          Chapter Chapter One
            synopsis: Rain.
            Scene At the quay [status 1st Edit] [pov Jane] [time Day 3 06:05] [#night] [#rain] [with Jane] [with Tom] [at Quay] [item Lamp]
              synopsis: She waits.
              notes: Check the lamp. /  / Goal: Meet Tom /  / Conflict: Fog
              | The <i>lamp</i> was <b>out</b>«0  0».
              | 2 * 3 [sic]^[A harbour lamp.] and under.
              |
              | centre * * *
              | end Signed
              # Later
              | Oui.
            Scene Unused [time 2026-03-01 09:00:00] [not printed]
              | Never.
          Chapter Research [not printed]
            Scene A note [not printed]
              | Note.
        Scene Nowhere [not printed]
          | Lost.
        card Character Jane = The Keeper = Jane Smith: Tall. /  / Born in a storm. /  / To leave. /  / Left-handed.
        card Character Tom:
        card Place Quay = Docks = Harbour #sea #old: Wet.
        card Item Lamp:
        card Note Tides: High at six.
        card Note The Gate: A harbour town.
        comment 0 @: two / lines
        day 2026-03-01 +100
        day 2026-03-02 +350
        loss Formatting ×1 (0 characters):
        loss Picture ×1 (0 characters): quay.jpg
        loss ToolMark ×2 (0 characters): lang=fr-fr
        loss CustomField ×1 (9 characters): Tension: 7
        loss MissingPart ×1 (0 characters): scene 9
    "#]].assert_eq(&show(&read(PROJECT.as_bytes()).unwrap()));
}

#[test]
fn projects_in_utf_16_are_the_same() {
    let text = PROJECT.replace("encoding=\"utf-8\"", "encoding=\"utf-16\"");
    let mut bytes = vec![0xff, 0xfe];
    bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
    assert_eq!(read(&bytes).unwrap(), read(PROJECT.as_bytes()).unwrap());
}

#[test]
fn other_files_are_refused() {
    let error = read(b"<YWRITER5/>").unwrap_err();
    assert_eq!(error, ReadError::WrongFormat { expected: "a yWriter 7 project" });
}
