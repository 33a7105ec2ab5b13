//! Properties of every rule on any text.

use proptest::prelude::*;
use wenfang_story::check::Rule;

use super::TestBook;

pub(super) const CANON: &str = "who 陆远 远哥; who 阿芷; who Darcy; where 青州; where 洛阳; what 断剑; 陆远 状态 死亡; 阿芷 持有 断剑; \
    阿芷 所在 青州; 阿芷 年龄 二十岁; 阿芷 眼睛 黑色; thread 断剑的来历 1; event 渡口之战 d5 2; plan 1 time d1; \
    bible pov 第三人称; bible taboo 手机; target 30; 阿芷 称谓 先生; Darcy title Mr.";

pub(super) fn prose() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => "(陆远|阿芷|远哥|断剑|青州|洛阳|Darcy|Mr. Darcy|他|她|我)",
        4 => "(说|笑道|走进来|今年十五岁|的眼睛是蓝色的|腰间佩着|来到|死了|冷冷地说道|三月初五|没人知道|的来历|自从渡口之战|手机)",
        4 => "[。！？，：；…—]{1,3}",
        3 => "[“”‘’「」（）《》\"']",
        2 => "[ \n　]",
        2 => "(he looks|She walked to the door|said|I |my )",
        1 => "\\PC",
    ];
    proptest::collection::vec(part, 0..60).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn places_are_inside_their_scenes(first in prose(), second in prose()) {
        let scenes = [first.as_str(), second.as_str()];
        let book = TestBook::new(CANON);
        let found = book.found(&Rule::ALL, &scenes);
        for one in &found {
            prop_assert!(!one.places.is_empty());
            for place in &one.places {
                let text = scenes[place.scene.get() as usize - 1];
                prop_assert!(place.range.end().get() <= text.chars().count(), "{:?}", one);
            }
        }
        prop_assert_eq!(found, book.found(&Rule::ALL, &scenes));
    }
}

#[test]
fn a_missing_scene_has_no_findings() {
    assert!(TestBook::default().found(&Rule::ALL, &[]).is_empty());
    assert!(TestBook::new(CANON).found(&[], &["陆远说：“走。”"]).is_empty());
}
