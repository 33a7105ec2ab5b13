//! The bible and the lore as a Markdown document.

use expect_test::expect;
use proptest::prelude::*;
use wenfang_interchange::lorebook::Secrets;
use wenfang_interchange::lorebook::markdown::{Canon, LabelLanguage, read, write};
use wenfang_story::canon::{BibleFieldRecord, LoreRecord, STANDARD_FIELDS};

use crate::generated::record;
use crate::samples::full_record;

const LANGUAGES: [LabelLanguage; 2] = [LabelLanguage::Chinese, LabelLanguage::English];

fn field(key: &str, value: &str) -> BibleFieldRecord {
    BibleFieldRecord { key: key.to_owned(), value: value.to_owned(), locked: false }
}

fn canon() -> Canon {
    let locked =
        BibleFieldRecord { locked: true, ..field("taboo", "# 不写\n- 锁定：否\n- 其他：是") };
    let mut plain = full_record();
    plain.title = "陆远".to_owned();
    plain.aliases = Vec::new();
    plain.secrets = String::new();
    let entry = LoreRecord {
        title: "Locked".to_owned(),
        content: "- Kind: item\n\n#### 秘密\n".to_owned(),
        ..LoreRecord::default()
    };
    Canon {
        bible: vec![field("genre", "历史"), locked, field("题材", "作者自己的"), field("节奏", "")],
        lore: vec![full_record(), plain, entry],
    }
}

#[test]
fn documents_in_both_languages() {
    expect![[r##"
        # 设定与条目

        ## 设定

        ### 题材

        历史

        ### 禁忌

        - 锁定：是

        \# 不写
        \- 锁定：否
        - 其他：是

        ### "题材"

        作者自己的

        ### 节奏

        ## 条目

        ### 铁尺

        - 类型：物品
        - 别名：旧尺、"the rule, old"
        - 关键词：信物
        - 同时出现：夜、巡
        - 优先级：9
        - 常驻：是
        - 锁定：是
        - 停用：是

        巡夜人的信物。

        \## 来历
        不详。

        #### 秘密

        它是钥匙。

        ### 陆远

        - 类型：物品
        - 关键词：信物
        - 同时出现：夜、巡
        - 优先级：9
        - 常驻：是
        - 锁定：是
        - 停用：是

        巡夜人的信物。

        \## 来历
        不详。

        ### Locked

        - 类型：概念

        \- Kind: item

        \#### 秘密
        \
    "##]]
    .assert_eq(&write(&canon(), LabelLanguage::Chinese, Secrets::Keep));
    expect![[r##"
        # Bible and lore

        ## Bible

        ### Genre

        历史

        ### Taboo

        - Locked: yes

        \# 不写
        \- 锁定：否
        - 其他：是

        ### "题材"

        作者自己的

        ### 节奏

        ## Lore

        ### 铁尺

        - Kind: item
        - Aliases: 旧尺, "the rule, old"
        - Keywords: 信物
        - Together with: 夜, 巡
        - Priority: 9
        - Always: yes
        - Locked: yes
        - Disabled: yes

        巡夜人的信物。

        \## 来历
        不详。

        ### 陆远

        - Kind: item
        - Keywords: 信物
        - Together with: 夜, 巡
        - Priority: 9
        - Always: yes
        - Locked: yes
        - Disabled: yes

        巡夜人的信物。

        \## 来历
        不详。

        ### Locked

        - Kind: concept

        \- Kind: item

        \#### 秘密
        \
    "##]]
    .assert_eq(&write(&canon(), LabelLanguage::English, Secrets::Leave));
}

#[test]
fn a_document_reads_back() {
    for language in LANGUAGES {
        assert_eq!(read(&write(&canon(), language, Secrets::Keep)).unwrap(), canon());
        let text = write(&canon(), language, Secrets::Keep).replace('\n', "\r\n");
        assert_eq!(read(&format!("\u{feff}{text}")).unwrap(), canon());
    }
    assert_eq!(read("").unwrap(), Canon::default());
}

#[test]
fn edits_in_other_programs_are_read() {
    let text = "## lore\n### 林黛玉\n* 类型: 人物\n- 出身：苏州\n- aliases: 颦儿，\"潇湘, 妃子\"、\n\n\n泪尽而逝。\n- 别名：不是\n### 宝玉\n\n#### 外貌\n\n面如。\n\n#### secrets\n通灵。\n";
    let canon = read(text).unwrap();
    let [first, second] = &canon.lore[..] else { panic!("two entries") };
    assert_eq!(first.title, "林黛玉");
    assert_eq!(first.aliases, ["颦儿", "潇湘, 妃子"]);
    assert_eq!(first.content, "- 出身：苏州\n\n\n泪尽而逝。\n- 别名：不是");
    assert_eq!(second.content, "#### 外貌\n\n面如。");
    assert_eq!(second.secrets, "通灵。");
    assert_eq!(read(&write(&canon, LabelLanguage::English, Secrets::Keep)).unwrap(), canon);
}

#[test]
fn mistakes_are_refused_with_their_line() {
    let files = [
        "文字",
        "# 书\n\n## 设定\n没有标题",
        "## 人物表\n",
        "### 陆远\n",
        "## 条目\n###\n",
        "## 条目\n### 陆远\n- 优先级：高\n",
        "## 条目\n### 陆远\n- 优先级：11\n",
        "## 条目\n### 陆远\n- 常驻：也许\n",
        "## 条目\n### 陆远\n- 类型：神\n",
        "## 条目\n### 陆远\n- 别名：\"没有结束\n",
        "## 条目\n### 陆远\n- 别名：甲\n- Aliases: 乙\n",
    ];
    let messages: String = files.iter().map(|file| format!("{}\n", read(file).unwrap_err())).collect();
    expect![[r#"
        line 1: this text is outside any field or entry; start one with a ### heading
        line 4: this text is outside any field or entry; start one with a ### heading
        line 1: "人物表" is neither the bible (设定) nor the lore (条目)
        line 1: "陆远" comes before «## 设定 / Bible» and «## 条目 / Lore»
        line 2: this heading has no name
        line 3: "高" is not a valid value for "优先级"
        line 3: "11" is not a valid value for "优先级"
        line 3: "也许" is not a valid value for "常驻"
        line 3: "神" is not a valid value for "类型"
        line 3: "\"没有结束" is not a valid value for "别名"
        line 4: "Aliases" occurs twice
    "#]]
    .assert_eq(&messages);
}

fn hard_text() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        "[ \\\\#\t-]{0,6}(秘密|Secrets|别名：甲|Kind: item|x)?",
        Just("## 条目".to_owned()),
        Just("### 陆远".to_owned()),
        Just("#### 秘密".to_owned()),
        Just("- 类型：人物".to_owned()),
        Just("* 锁定：是".to_owned()),
        Just(String::new()),
        "\\PC{0,8}",
    ];
    prop::collection::vec(line, 0..6).prop_map(|lines| lines.join("\n"))
}

fn any_field() -> impl Strategy<Value = BibleFieldRecord> {
    let key = prop_oneof![
        prop::sample::select(&STANDARD_FIELDS[..]).prop_map(str::to_owned),
        prop::sample::select(vec!["题材", "Genre", "point of view", "\"x\"", "# a #", ""])
            .prop_map(str::to_owned),
        hard_text(),
    ];
    (key, hard_text(), any::<bool>()).prop_map(|(key, value, locked)| BibleFieldRecord { key, value, locked })
}

proptest! {
    #[test]
    fn every_canon_reads_back(
        bible in prop::collection::vec(any_field(), 0..4),
        lore in prop::collection::vec((record(), hard_text(), hard_text(), hard_text()), 0..4),
    ) {
        let lore = lore.into_iter().map(|(record, title, content, secrets)| {
            LoreRecord { title, content, secrets, ..record }
        });
        let canon = Canon { bible, lore: lore.collect() };
        for language in LANGUAGES {
            let text = write(&canon, language, Secrets::Keep);
            prop_assert_eq!(&read(&text).unwrap(), &canon, "{}", text);
        }
    }

    #[test]
    fn reading_a_document_never_panics(text in "([#*\\\\ -]{0,4}(设定|条目|别名：|\"|甲、|\n)){0,12}") {
        _ = read(&text);
    }
}
