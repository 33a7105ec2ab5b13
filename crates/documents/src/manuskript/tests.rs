use expect_test::expect;

use super::*;
use crate::show::show;
use crate::testing::packed;

pub(crate) const FILES: [(&str, &str); 17] = [
    ("Gate/MANUSKRIPT", "1"),
    ("Gate/infos.txt", "Title:          The Gate\nAuthor:         Ada North\n"),
    ("Gate/summary.txt", "Sentence:       A lamp goes out.\nFull:           One\n                Two\n"),
    ("Gate/status.txt", "\nTODO\nFirst draft\n"),
    ("Gate/labels.txt", "Idea:  #ffff00\nChapter: #ff0000\n"),
    (
        "Gate/characters/0-Jane.txt",
        "Name:                Jane Smith\nID:                  0\nImportance:          2\nMotivation:          To leave.\nAlias:               The Keeper, Jane\nNotes:               Tall.\n                     Left-handed.\n",
    ),
    ("Gate/characters/10-Tom.txt", "Name:                Tom\nID:                  10\n"),
    (
        "Gate/plots.xml",
        "<root><plot name=\"The fog\" ID=\"0\" importance=\"2\" characters=\"0,10\" description=\"It comes.\"><step name=\"First\" ID=\"0\" meta=\"Act 1\" summary=\"{C:0:Jane Smith} sees it\"/></plot></root>",
    ),
    (
        "Gate/world.opml",
        "<opml version=\"1.0\"><body><outline name=\"Places\" ID=\"0\"><outline name=\"Quay\" ID=\"1\" description=\"Wet.\"/></outline><outline name=\"Guilds\" ID=\"2\"><outline name=\"Keepers\" ID=\"3\"/></outline></body></opml>",
    ),
    (
        "Gate/outline/0-Part_One/folder.txt",
        "title:          Part One\nID:             1\ntype:           folder\ncompile:        2\n\n\n",
    ),
    (
        "Gate/outline/0-Part_One/10-Last.md",
        "title:          Last\nID:             4\ntype:           md\ncompile:        0\n\n\nNever.\n",
    ),
    (
        "Gate/outline/0-Part_One/2-Rain/folder.txt",
        "title:          Rain\nID:             2\ntype:           folder\nsummarySentence: It rains.\ncompile:        2\nsetGoal:        1000\n\n\n",
    ),
    (
        "Gate/outline/0-Part_One/2-Rain/0-At_the_quay.md",
        "title:          At the quay\nID:             3\ntype:           md\nPOV:            0\nsummaryFull:    She waits\n                for {C:10:Tom}.\nnotes:          Check {W:1:Quay}\nlabel:          1\nstatus:         2\ncompile:        2\nmood:           cold\n\n\n{C:10:Tom} was *late*.\n\nThe {lamp} was **out**.\n",
    ),
    ("Gate/outline/0-Part_One/2-Rain/1-Untitled.md", "\n\nJust text.\n"),
    ("Gate/outline/0-Part_One/2-Rain/cover.png", "PNG"),
    (
        "Gate/revisions.xml",
        "<outlineItem title=\"Root\" ID=\"-1\"><outlineItem title=\"At the quay\" ID=\"3\" text=\"x\"><revision timestamp=\"1772400000\" text=\"Tom was late.&#10;Second.\"/><revision timestamp=\"1772300000\" text=\"Tom was here.\"/></outlineItem><outlineItem ID=\"99\"><revision timestamp=\"1\" text=\"Deleted text\"/></outlineItem></outlineItem>",
    ),
    ("Gate/settings.txt", "{}"),
];

#[test]
fn every_part_of_a_project_arrives() {
    let zip = packed(&FILES);
    let document = read(&mut Archive::open(&zip).unwrap()).unwrap();
    expect![[r#"
        title: The Gate
        author: Ada North
        Folder Part One
          Folder Rain [target 1000]
            synopsis: It rains.
            Scene At the quay [status First draft] [label Idea] [pov Jane Smith] [with Tom]
              synopsis: She waits / for Tom.
              notes: Check Quay
              | Tom was <i>late</i>.
              | The {lamp} was <b>out</b>.
              snapshot 2026-02-28T17:33:20Z
                | Tom was here.
              snapshot 2026-03-01T21:20:00Z
                | Tom was late.
                | Second.
            Scene Untitled
              | Just text.
          Scene Last [not printed]
            | Never.
        card Character Jane Smith = The Keeper = Jane: Motivation: To leave. / Notes: Tall. / Left-handed.
        card Character Tom:
        card Place Quay #Places: Wet.
        card Note Keepers #Guilds:
        card Note The fog #Jane Smith #Tom: It comes. /  / First – Act 1 – Jane Smith sees it
        card Note The Gate: A lamp goes out. /  / One / Two
        loss Attachment ×1 (0 characters): outline/0-Part_One/2-Rain/cover.png
        loss CustomField ×1 (9 characters): mood: cold
        loss UnlistedPart ×1 (11 characters): Deleted text
    "#]]
    .assert_eq(&show(&document));
}

#[test]
fn other_archives_are_refused() {
    let zip = packed(&[("a.txt", "1")]);
    let error = read(&mut Archive::open(&zip).unwrap()).unwrap_err();
    assert_eq!(error, ReadError::WrongFormat { expected: "a Manuskript project" });
}
