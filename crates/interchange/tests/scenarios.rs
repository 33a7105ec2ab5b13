//! Typical files of authors and their import.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed unwrap is a failed claim")]

use wenfang_interchange::{
    ChangeRule, ChapterPattern, Confidence, Encoding, ImportError, ImportOptions, ImportPlan, Split,
    TitleSource, Warning, plan, plan_files,
};

fn import(text: &str) -> ImportPlan {
    plan(text.as_bytes(), &ImportOptions::default()).unwrap()
}

fn import_md(text: &str) -> ImportPlan {
    plan(text.as_bytes(), &ImportOptions { file_name: Some("书.md".into()), ..ImportOptions::default() })
        .unwrap()
}

/// Renders a plan with one line per part: `《book》`, `# volume`, `## chapter`, scenes separated by `|`, line
/// breaks as `/`.
fn outline(plan: &ImportPlan) -> String {
    let mut out = String::new();
    out.extend(plan.title.iter().map(|title| format!("《{title}》\n")));
    for volume in &plan.volumes {
        out.extend(volume.title.iter().map(|title| format!("# {title}\n")));
        for chapter in &volume.chapters {
            let scenes: Vec<String> =
                chapter.scenes.iter().map(|scene| scene.text.replace('\n', "/")).collect();
            out.push_str(&format!("## {}: {}\n", chapter.title, scenes.join("|")));
        }
    }
    out
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(outline(&import(text)), expected);
}

#[track_caller]
fn check_md(text: &str, expected: &str) {
    assert_eq!(outline(&import_md(text)), expected);
}

fn count(plan: &ImportPlan, rule: ChangeRule) -> usize {
    plan.changes.iter().filter(|change| change.rule == rule).map(|change| change.count).sum()
}

#[test]
fn a_web_novel() {
    let text = "《雪夜》\n作者：某某\n\n内容简介：一个故事。\n\n第一卷 风起\n\n第一章 初遇\n\n　　他推开门。\n　　“谁？”\n\n第二章 再会\n\n　　第二天。\n　　第三章的内容他还记得。\n\n第二卷 云涌\n\n第三章 归\n　　走了。\n\n番外 雪\n　　完。\n";
    let plan = import(text);
    assert_eq!(
        outline(&plan),
        "《雪夜》\n## 卷首: 内容简介：一个故事。\n# 第一卷 风起\n## 第一章 初遇: 他推开门。/“谁？”\n## 第二章 再会: 第二天。/第三章的内容他还记得。\n\
         # 第二卷 云涌\n## 第三章 归: 走了。\n## 番外 雪: 完。\n"
    );
    assert_eq!(plan.author.as_deref(), Some("某某"));
    assert!(matches!(plan.warnings[..], [Warning::Untitled { .. }]), "{:?}", plan.warnings);
}

#[test]
fn a_volume_name_repeated_in_each_chapter_heading() {
    let plan = import(
        "第一卷 风起 第一章 初遇\n　　甲。\n第一卷 风起 第二章 再会\n　　乙。\n第二卷 云涌 第三章 归\n　　丙。\n",
    );
    assert_eq!(
        outline(&plan),
        "# 第一卷 风起\n## 第一章 初遇: 甲。\n## 第二章 再会: 乙。\n# 第二卷 云涌\n## 第三章 归: 丙。\n"
    );
    assert_eq!(count(&plan, ChangeRule::VolumePrefix), 1);
}

#[test]
fn attached_titles_are_headings_if_numbers_are_consecutive() {
    check(
        "第一章初遇\n甲。\n第二章再会\n乙。\n第三回中他说过，不去。\n第三章归去\n丙。\n",
        "## 第一章初遇: 甲。\n## 第二章再会: 乙。/第三回中他说过，不去。\n## 第三章归去: 丙。\n",
    );
}

#[test]
fn titles_on_the_line_below_their_numbers() {
    check(
        "第一章\n初遇\n他来了。\n第二章\n再会\n她走了。\n第三章\n归去\n完。\n",
        "## 第一章 初遇: 他来了。\n## 第二章 再会: 她走了。\n## 第三章 归去: 完。\n",
    );
    check("第一章\n他来了。\n第二章\n她走了。\n", "## 第一章: 他来了。\n## 第二章: 她走了。\n");
    // The number of a section is not the title of its chapter. The second and later sections start a scene.
    check(
        "第一章\n1\n他来了。\n2\n他坐下。\n第二章\n1\n她走了。\n",
        "## 第一章: 1/他来了。|2/他坐下。\n## 第二章: 1/她走了。\n",
    );
}

#[test]
fn a_table_of_contents_is_not_a_chapter() {
    let text = "雪夜\n\n目录\n第一章 初遇\n第二章 再会\n第三章 归\n\n第一章 初遇\n甲。\n第二章 再会\n乙。\n第三章 归\n丙。\n";
    let plan = import(text);
    assert_eq!(
        outline(&plan),
        "《雪夜》\n## 卷首: 目录/第一章 初遇/第二章 再会/第三章 归\n## 第一章 初遇: 甲。\n## 第二章 再会: 乙。\n## 第三章 归: 丙。\n"
    );
    assert!(plan.warnings.contains(&Warning::ContentsList { entries: 3 }));
}

#[test]
fn gaps_repeats_and_empty_chapters_give_warnings() {
    let plan = import("第一章 甲\n一。\n第二章 乙\n第五章 丙\n三。\n第五章 丁\n四。\n");
    let title = |title: &str| title.to_owned();
    assert_eq!(
        plan.warnings,
        [
            Warning::Gap { after: Some(title("第二章 乙")), before: title("第五章 丙"), missing: 2 },
            Warning::RepeatedNumber { title: title("第五章 丁") },
            Warning::Empty { title: title("第二章 乙") },
        ]
    );
    let giant = format!("第一章\n短。\n第二章\n{}\n", "长。".repeat(20_001));
    assert!(matches!(import(&giant).warnings[..], [Warning::Giant { words: 20_001, .. }]));
}

#[test]
fn wrapped_prose_is_joined_and_verse_is_not() {
    let wrapped = "第一章 雪\n\n　　他推开门走进来的时候屋里没有人只有炉子里的火还在烧着发出轻轻的\n声响。他站了一会儿，把帽子摘下来放在桌上，然后慢慢地走到窗前去看外\n面的雪。\n　　她没\
                   有回头也没有说话只是把手里的针线放下来轻轻地叹了一口气又拿起\n来。外面的风大了。他想起很多年以前的一个晚上也是这样的雪也是这样的风\n也是这样的安静。\n　　白日依山尽，\n　　黄河入海流。\n";
    let plan = import(wrapped);
    assert_eq!(plan.chapters().next().unwrap().scenes[0].text.lines().count(), 4);
    assert!(plan.chapters().next().unwrap().scenes[0].text.ends_with("安静。\n白日依山尽，\n黄河入海流。"));
    check(
        "第一章 诗\n白日依山尽，\n黄河入海流。\n欲穷千里目，\n更上一层楼。\n",
        "## 第一章 诗: 白日依山尽，/黄河入海流。/欲穷千里目，/更上一层楼。\n",
    );
}

#[test]
fn english_lines_are_joined_with_spaces() {
    let text = "CHAPTER I\n\nThe door opened and a man came in who had not been seen in the\nvillage for more than twenty \
                years; he was, it was said, a well-\nknown figure once, and he took off his hat and looked around the room\nslowly.\n\n“Who \
                is there?” she asked from behind the stove without turning her\nhead.\n\nYours ever,\nJ. Smith\n\nCHAPTER II\n\nThe end of it came sooner than anybody in the house had thought it\nwould.\n";
    let plan = import(text);
    assert_eq!(
        outline(&plan),
        "## CHAPTER I: The door opened and a man came in who had not been seen in the village for more than twenty years; he \
         was, it was said, a well-known figure once, and he took off his hat and looked around the room slowly./“Who is there?” she asked \
         from behind the stove without turning her head./Yours ever,/J. Smith\n## CHAPTER II: The end of it came sooner than \
         anybody in the house had thought it would.\n"
    );
}

#[test]
fn blank_lines_are_pauses_only_between_touching_paragraphs() {
    check("第一章 甲\n一。\n二。\n\n\n三。\n四。\n五。\n", "## 第一章 甲: 一。/二。//三。/四。/五。\n");
    check(
        "第一章 甲\n\n一。\n\n二。\n\n三。\n\n\n\n四。\n\n五。\n",
        "## 第一章 甲: 一。/二。/三。//四。/五。\n",
    );
}

#[test]
fn blank_lines_around_headings_are_dropped() {
    let expected = "## 第一章 甲: 一。/二。\n## 第二章 乙: 三。/四。\n## 第三章 丙: 五。/六。\n";
    let laid_out = |before: [&str; 2], end: &str| {
        let [second, third] = before;
        format!(
            "第一章 甲\n\n一。\n二。\n{second}第二章 乙\n\n三。\n四。\n{third}第三章 丙\n\n五。\n六。\n{end}"
        )
    };
    for before in [["\n\n", "\n\n"], ["\n\n\n", "\n\n\n"], ["\n\n", "\n\n\n\n"], ["\n　　\n\n", "\n\n　\n"]]
    {
        for end in ["", "\n", "\n\n\n", "　　\n", "\u{a0}\n"] {
            check(&laid_out(before, end), expected);
        }
    }
    check("第一章 甲\n\n一。\n二。\n\n\n", "## 第一章 甲: 一。/二。\n");
    check_md(
        "&nbsp;\n\n# 甲\n\n一。\n\n&nbsp;\n\n&nbsp;\n\n二。\n\n&nbsp;\n\n# 乙\n\n三。\n\n&nbsp;\n",
        "## 甲: 一。//二。\n## 乙: 三。\n",
    );
}

#[test]
fn separators_split_scenes_and_rules_beside_headings_are_dropped() {
    let plan =
        import("第一章 甲\n=====\n一。\n\n＊＊＊\n\n二。\n------\n三。\n-----\n第二章 乙\n* * *\n四。\n");
    assert_eq!(outline(&plan), "## 第一章 甲: 一。|二。|三。\n## 第二章 乙: 四。\n");
    assert_eq!((count(&plan, ChangeRule::SceneMark), count(&plan, ChangeRule::RuleLine)), (2, 3));
}

#[test]
fn a_text_without_headings_is_one_chapter() {
    let plan = import("他来了。\n她走了。\n");
    assert_eq!(outline(&plan), "## 正文: 他来了。/她走了。\n");
    assert_eq!(plan.warnings[0], Warning::NoHeadings);
    assert_eq!(plan.chapters().next().unwrap().source, TitleSource::Rule);
    check("一\n\n甲。\n\n二\n\n乙。\n\n三\n\n丙。\n", "## 一: 甲。\n## 二: 乙。\n## 三: 丙。\n");
}

#[test]
fn splitting_by_a_pattern_or_not_at_all() {
    let split = Split::Pattern(ChapterPattern::new(r"^Day \d+$").unwrap());
    let text = "Day 1\nRain.\nDay 2\nSun.\nDay 2 was fine.\n";
    let by =
        |split: Split| plan(text.as_bytes(), &ImportOptions { split, ..ImportOptions::default() }).unwrap();
    assert_eq!(outline(&by(split)), "## Day 1: Rain.\n## Day 2: Sun./Day 2 was fine.\n");
    let none =
        plan("第一章\n甲。".as_bytes(), &ImportOptions { split: Split::None, ..ImportOptions::default() })
            .unwrap();
    assert_eq!(outline(&none), "## 正文: 第一章/甲。\n");
    assert!(!none.warnings.contains(&Warning::NoHeadings));
}

#[test]
fn markdown_levels() {
    check_md(
        "# 雪夜\n\n## 第一章\n\n甲。\n\n## 第二章\n\n乙。\n",
        "《雪夜》\n## 第一章: 甲。\n## 第二章: 乙。\n",
    );
    check_md(
        "# 第一卷\n## 第一章\n甲。\n# 第二卷\n## 第二章\n乙。\n",
        "# 第一卷\n## 第一章: 甲。\n# 第二卷\n## 第二章: 乙。\n",
    );
    check_md("# 第一章\n甲。\n# 第二章\n乙。\n", "## 第一章: 甲。\n## 第二章: 乙。\n");
    check_md(
        "# 雪夜\n## 第一卷\n### 第一章\n甲。\n### 第二章\n乙。\n",
        "《雪夜》\n# 第一卷\n## 第一章: 甲。\n## 第二章: 乙。\n",
    );
    check_md(
        "前言。\n\n## 甲 ##\n\n一。\n\n### 小节\n\n二。\n",
        "## 卷首: 前言。\n## 甲: 一。/### 小节/二。\n",
    );
}

#[test]
fn markdown_prose() {
    let text = "---\ntitle: '雪夜'\ntags: [a, b]\n---\n\n# 第一章\n\n　　**甲**\\#1 &amp; a\\_b。\n\n* * *\n\n- 乙\n\n***\n\n丙\n\n---\n\n# 第二章\n";
    let plan = import_md(text);
    assert_eq!(outline(&plan), "《雪夜》\n## 第一章: **甲**#1 & a_b。|- 乙|丙\n## 第二章: \n");
    assert_eq!(count(&plan, ChangeRule::FrontMatter), 1);
    assert_eq!(count(&plan, ChangeRule::MarkdownEscape), 1);
    check_md("第一章 初遇\n甲\\#。\n第二章 再会\n乙。\n", "## 第一章 初遇: 甲#。\n## 第二章 再会: 乙。\n");
}

#[test]
fn a_folder_of_chapters() {
    let file = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
    let files = vec![
        file("10 终章.txt", "完。"),
        file("2 再会.txt", "再会\n\n乙。"),
        file("1 第一章 初遇.txt", "第一章 初遇\n\n甲。"),
    ];
    let plan = plan_files(files, &ImportOptions::default()).unwrap();
    assert_eq!(outline(&plan), "## 第一章 初遇: 甲。\n## 再会: 乙。\n## 终章: 完。\n");
    assert_eq!(plan.chapters().last().unwrap().source, TitleSource::FileName);
    assert_eq!(plan.chapters().next().unwrap().source, TitleSource::Heading(Confidence::Certain));
    let broken = plan_files(
        vec![file("甲.txt", "甲"), ("乙.txt".into(), b"%PDF-1".to_vec())],
        &ImportOptions::default(),
    );
    assert!(matches!(broken, Err(ImportError::File { ref name, .. }) if name == "乙.txt"));
    assert_eq!(plan_files(Vec::new(), &ImportOptions::default()), Err(ImportError::NoFiles));
}

#[test]
fn a_summary_has_the_numbers_of_a_dry_run() {
    let plan = import("雪夜\n\n第一章 初遇\n　　他来了。\n　　Two words.\n第三章\n");
    let summary = plan.summary();
    assert_eq!((summary.title, summary.encoding, summary.words), (Some("雪夜"), Encoding::Utf8, 5));
    let chapter = &summary.volumes[0].chapters[0];
    assert_eq!((chapter.title, chapter.scenes, chapter.paragraphs, chapter.words), ("第一章 初遇", 1, 2, 5));
    let indent = plan.changes.iter().find(|change| change.rule == ChangeRule::Indent).unwrap();
    assert_eq!((indent.count, indent.line, indent.first.get()), (2, 4, 11));
}
