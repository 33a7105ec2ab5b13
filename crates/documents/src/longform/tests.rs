use expect_test::expect;

use super::*;
use crate::show::show;
use crate::testing::packed;

const SECOND: &str = "---\nlongform:\n  format: scenes\n  title: 雨城\n  draftTitle: 二稿\n  draftNumber: 2\n  workflow: Default\n  sceneFolder: Draft 2\n  scenes:\n    - 第一章\n    - - 夜船\n      - 茶棚\n      - - 更深\n    - Missing\n  ignoredFiles:\n    - \"scratch*\"\nother: x\n---\nNotes about the **novel**.\n";
const FIRST: &str = "---\nlongform:\n  format: scenes\n  title: 雨城\n  draftNumber: 1\n  sceneFolder: /Draft 1/\n  scenes: [夜船, 删去的]\n---\n";
const SCENE: &str = "---\nsynopsis: 船到了。\nPOV: \"[[沈舟]]\"\ncharacters:\n  - \"[[沈舟|他]]\"\n  - 阿梅\nlocation: 渡口\ndate: 三月初七\nstatus: 初稿\ntags: [雨, 夜]\nmood: 冷\ntarget: 800\n---\n# 一\n\n%% 查\n潮水 %%\n船*没有*到[^1]，[[沈舟|他]]说：“**走吧。**”^[一句*话*] ^abc1\n> 一封信\n\n---\n![[map.png]]看[图](http://x.y)，{漢字|かんじ}==亮==%%短%%。\n\n[^1]: 第一行\n    第二行\n[^2]: 没有人用\n\n%% 最后 %%\n";

pub(crate) const FILES: [(&str, &str); 14] = [
    ("雨城/Index.md", SECOND),
    ("雨城/Draft 1.md", FIRST),
    ("雨城/Draft 2/第一章.md", "章首。\n"),
    ("雨城/Draft 2/夜船.md", SCENE),
    ("雨城/Draft 2/茶棚.md", "茶。\n第二行\n"),
    ("雨城/Draft 2/更深.md", "更深。\n"),
    ("雨城/Draft 2/Forgotten.md", "没有列出。\n"),
    ("雨城/Draft 2/scratch 1.md", "ignored\n"),
    ("雨城/Draft 1/夜船.md", "船到了。%%旧%%\n"),
    ("雨城/Draft 1/删去的.md", "删去的话。\n"),
    ("雨城/人物/沈舟.md", "---\naliases: [阿舟, 小沈]\ntags: main\nage: 20\n---\n摆渡人。\n"),
    ("雨城/map.png", "PNG"),
    ("雨城/.obsidian/app.json", "{}"),
    ("Other/Index.md", "---\nlongform:\n  format: single\n  title: Other\n---\nText.\n"),
];

#[test]
fn every_part_of_a_project_arrives() {
    let zip = packed(&FILES);
    let mut archive = Archive::open(&zip).unwrap();
    let chosen = read(&mut archive, Some("雨城/Index.md")).unwrap();
    expect![[r#"
        title: 雨城
        Folder 第一章
          | 章首。
          Scene 夜船 [status 初稿] [pov 沈舟] [time 三月初七] [#雨] [#夜] [with 沈舟] [with 阿梅] [at 渡口] [target 800]
            synopsis: 船到了。
            # 一
            | «0  0»船<i>没有</i>到^[第一行 / 第二行]，他说：“<b>走吧。</b>”^[一句<i>话</i>]
            | quote 一封信
            * * *
            | 看图，{漢字|かんじ}亮«1  1»。
            | «2  2»没有人用
            snapshot  Draft 1
              | 船到了。
          Folder 茶棚
            | 茶。
            | 第二行
            Scene 更深
              | 更深。
        Scene Missing
        Folder Draft 1 [not printed]
          Scene 删去的 [not printed]
            | 删去的话。
        card Note 雨城: Notes about the novel.
        card Character 沈舟 = 阿舟 = 小沈 #main: 摆渡人。 / age: 20
        comment 0 @: 查 / 潮水
        comment 1 @: 短
        comment 2 @: 最后
        comment 3 @: 旧
        loss Formatting ×1 (0 characters):
        loss Picture ×1 (0 characters): map.png
        loss Link ×2 (0 characters): 沈舟
        loss Attachment ×2 (0 characters): Other
        loss ToolMark ×1 (0 characters): abc1
        loss CustomField ×1 (6 characters): mood: 冷
        loss MissingPart ×1 (0 characters): Missing
        loss UnlistedPart ×1 (24 characters): Draft 2/Forgotten.md 没有列出。
    "#]].assert_eq(&show(&chosen));
}

#[test]
fn a_single_note_is_the_text() {
    let files = [("Story.md", "---\nlongform:\n  format: single\n---\n# One\n\nText *here*.\n")];
    let zip = packed(&files);
    let mut archive = Archive::open(&zip).unwrap();
    assert!(is(&mut archive).unwrap());
    expect![[r#"
        title: Story
        Flow –
          # One
          | Text <i>here</i>.
    "#]]
    .assert_eq(&show(&read(&mut archive, None).unwrap()));
}

#[test]
fn folders_without_an_index_are_refused() {
    let zip = packed(&[("a.md", "---\ntitle: x\n---\nlongform: no\n")]);
    let error = read(&mut Archive::open(&zip).unwrap(), None).unwrap_err();
    assert_eq!(error, ReadError::WrongFormat { expected: "a Longform project" });
}
