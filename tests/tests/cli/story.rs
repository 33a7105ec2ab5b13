//! A user story: import a novel, edit it, create a checkpoint, ruin it, restore everything.

use wenfang_tests::corpus;

use crate::desk::{Desk, items};

#[test]
fn a_ruined_novel_is_restored() {
    let Some(novel) = corpus::bytes("aq-zhengzhuan.zh-Hans.txt") else { return };
    let desk = Desk::new();
    desk.write("阿Q正传.txt", novel);
    desk.ok("new novel.wenfang --title 阿Ｑ正传 --author 鲁迅");
    assert_eq!(desk.ok("import novel.wenfang 阿Q正传.txt --dry-run")["chapters"], 9);
    let imported = desk.ok("import novel.wenfang 阿Q正传.txt");
    assert_eq!((&imported["chapters"], items(&imported["found"]["warnings"]).len()), (&9.into(), 0));
    let han = desk.ok("info novel.wenfang")["counts"]["han"].as_u64().unwrap();
    assert!((17_000..18_500).contains(&han), "{han}");

    // The author changes a sentence of the second chapter.
    let (title, scenes) = desk.chapters()[1].clone();
    let scene = scenes[0];
    let edited = desk.text(scene).replacen('。', "，如此而已。", 1);
    desk.save(scene, &edited);
    desk.ok("checkpoint create novel.wenfang --name 改定");
    let whole = |desk: &Desk| -> Vec<(String, Vec<String>)> {
        let chapters = desk.chapters().into_iter();
        chapters
            .map(|(title, scenes)| (title, scenes.into_iter().map(|id| desk.text(id)).collect()))
            .collect()
    };
    let settled = whole(&desk);
    assert!(settled[1].1[0].contains("如此而已"), "{title}");

    // Then the novel is ruined.
    desk.save(scene, "");
    desk.ok("bin put novel.wenfang --chapter 9");
    desk.ok("move novel.wenfang --chapter 1 --at 8");
    desk.ok("rename novel.wenfang --chapter 3 --title 第三章");
    desk.ok("import novel.wenfang 阿Q正传.txt --split none");
    assert_ne!(whole(&desk), settled);

    let compared = desk.ok("checkpoint compare novel.wenfang 改定");
    assert!(items(&compared["changes"]).len() >= 5);
    let restored = desk.ok("checkpoint restore novel.wenfang 改定");
    assert_eq!(whole(&desk), settled);
    assert_eq!(desk.ok("doctor novel.wenfang")["healthy"], true);
    let undone = desk.ok(&format!("checkpoint restore novel.wenfang {}", restored["before"]));
    assert_eq!(desk.text(scene), "");
    desk.ok(&format!("checkpoint restore novel.wenfang {}", undone["before"]));
    assert_eq!(whole(&desk), settled);
}
