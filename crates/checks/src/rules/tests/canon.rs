//! Contradictions of facts, threads and the timeline.

use expect_test::expect;
use wenfang_story::check::Rule::{
    AbsentActs, AgeArithmetic, Attribute, PlaceConflict, Possession, ThreadUnknown, TimelineOrder,
};

use super::check;

#[test]
fn dead_characters_do_not_speak() {
    let canon = "who 陆远 远哥; who 阿芷; 陆远 状态 死亡 1";
    check(AbsentActs, canon, (&["陆远倒下了。", "“走吧。”陆远说。"], expect!["2 «陆远说» 死亡 → 陆远说"]));
    check(AbsentActs, canon, (&["陆远笑道：“我先走。”"], expect![""]));
    check(
        AbsentActs,
        canon,
        (
            &["雨停了。", "门开了。远哥冷冷地说道：“回来了？”阿芷站起来。"],
            expect!["2 «远哥冷冷地说» 死亡 → 远哥冷冷地说"],
        ),
    );
}

#[test]
fn the_dead_may_be_remembered_dreamt_and_mentioned() {
    let canon = "who 陆远; who 阿芷; 陆远 状态 死亡 1";
    for text in [
        "阿芷想起那天，陆远笑着说再见。",
        "她梦见了渡口。陆远站在船上。",
        "“陆远走了多久？”阿芷问。",
        "当年陆远曾说过，这里会下雪。",
        "陆远的坟前放着一束花。",
        "陆远说过的话，她都记着。",
    ] {
        check(AbsentActs, canon, (&["雨停了。", text], expect![[""]]));
    }
}

#[test]
fn a_death_in_the_narration_is_recognised() {
    check(
        AbsentActs,
        "who 陆远; who 阿芷",
        (
            &["陆远断了气。阿芷哭了。", "天亮了。陆远走进屋来。"],
            expect!["2 «陆远走» 陆远断了气 → 陆远走, also 1 «陆远断了气»"],
        ),
    );
    check(AbsentActs, "who 陆远", (&["陆远死了一般躺着。", "陆远走进屋来。"], expect![[""]]));
}

#[test]
fn a_character_may_act_after_an_absence() {
    let canon = "who 陆远; 陆远 状态 离开 1-3";
    check(
        AbsentActs,
        canon,
        (&["雨。", "陆远说：“好。”", "陆远说：“好。”"], expect!["2 «陆远说» 离开 → 陆远说"]),
    );
}

#[test]
fn dead_characters_do_not_act_in_english() {
    let canon = "who Darcy; who Elizabeth; Darcy status dead 1";
    let text =
        "The rain had stopped. Darcy walked to the window. “Well?” said Darcy. Elizabeth thought of Darcy.";
    check(
        AbsentActs,
        canon,
        (
            &["It rained.", text],
            expect![[r#"
        2 «Darcy walked» dead → Darcy walked
        2 «said Darcy» dead → said Darcy"#]],
        ),
    );
    check(
        AbsentActs,
        canon,
        (&["It rained.", "She dreamt all night. Darcy walked in her dream."], expect![[""]]),
    );
}

#[test]
fn an_item_has_one_holder() {
    let canon = "who 陆远; who 阿芷; what 断剑; 陆远 持有 断剑";
    check(
        Possession,
        canon,
        (&["阿芷腰间佩着断剑，走进门来。"], expect!["1 «阿芷腰间佩着断剑» 陆远 → 阿芷"]),
    );
    check(Possession, canon, (&["阿芷的断剑在灯下闪光。"], expect!["1 «阿芷的断剑» 陆远 → 阿芷"]));
    check(Possession, canon, (&["陆远腰间佩着断剑。"], expect![[""]]));
    check(Possession, canon, (&["陆远把断剑递给阿芷。阿芷腰间佩着断剑。"], expect![[""]]));
    check(Possession, canon, (&["“阿芷带着断剑。”他说。"], expect![[""]]));
    check(Possession, canon, (&["阿芷没带着断剑。"], expect![[""]]));
}

#[test]
fn an_item_has_one_holder_in_english() {
    let canon = "who Darcy; who Jane; what ring; Darcy owns ring";
    check(
        Possession,
        canon,
        (
            &["Jane wore the ring that night. Jane’s ring shone."],
            expect![[r#"
        1 «Jane wore the ring» Darcy → Jane
        1 «Jane’s ring» Darcy → Jane"#]],
        ),
    );
    check(Possession, canon, (&["Darcy gave her the ring. Jane wore the ring."], expect![[""]]));
}

#[test]
fn characters_are_in_one_place_at_a_time() {
    let canon = "who 陆远; where 青州; where 洛阳; 陆远 所在 青州 1-4";
    check(
        PlaceConflict,
        canon,
        (&["雨。", "陆远正坐在洛阳的酒楼里。"], expect!["2 «陆远正坐在洛阳» 青州 → 洛阳"]),
    );
    check(PlaceConflict, canon, (&["雨。", "陆远来到青州。"], expect![[""]]));
    check(PlaceConflict, canon, (&["雨。", "陆远想去洛阳。若陆远在洛阳便好了。"], expect![[""]]));
    check(PlaceConflict, canon, (&["雨。", "雪。", "风。", "陆远来到洛阳。"], expect![[""]]));
}

#[test]
fn a_character_is_at_one_event_at_a_time() {
    let canon = "who 陆远; event 渡口之战 3-1-5-8 1 青州 陆远; event 宫宴 3-1-5-8 2 洛阳 陆远";
    check(PlaceConflict, canon, (&["陆远拔剑。", "灯下，陆远举杯。"], expect!["2 «陆远» 青州 → 洛阳"]));
    let canon = "who 陆远; event 渡口之战 3-1-5 1 青州 陆远; event 宫宴 3-1-5 2 洛阳 陆远";
    check(PlaceConflict, canon, (&["陆远拔剑。", "灯下，陆远举杯。"], expect![[""]]));
}

#[test]
fn ages_add_up() {
    let canon = "who 陆远; 陆远 年龄 二十岁";
    check(AgeArithmetic, canon, (&["陆远今年十五岁。"], expect!["1 «陆远今年十五岁» 二十岁 → 15"]));
    check(AgeArithmetic, canon, (&["陆远今年二十三岁。"], expect![[""]]));
    check(AgeArithmetic, canon, (&["陆远十五岁那年离家。陆远十四五岁时就会写字。"], expect![[""]]));
    check(
        AgeArithmetic,
        "who 陆远",
        (
            &["陆远今年三十岁。", "陆远才十八岁。"],
            expect!["2 «陆远才十八岁» 30 → 18, also 1 «陆远今年三十岁»"],
        ),
    );
    check(
        AgeArithmetic,
        "who 陆远",
        (
            &["陆远十五岁离家，过了三年，如今二十五岁。"],
            expect!["1 «十五岁离家，过了三年，如今二十五岁» 18 → 25"],
        ),
    );
    check(AgeArithmetic, "who 陆远", (&["陆远十五岁离家，过了三年，如今十八岁。"], expect![[""]]));
    let born = "who 陆远; 陆远 生年 1980; plan 1 time 2000";
    check(AgeArithmetic, born, (&["陆远今年三十岁。"], expect!["1 «陆远今年三十岁» 1980 → 30"]));
    check(AgeArithmetic, born, (&["陆远今年二十岁。"], expect![[""]]));
}

#[test]
fn ages_add_up_in_english() {
    let canon = "who Jane; Jane age 22";
    check(
        AgeArithmetic,
        canon,
        (&["Jane was seventeen years old. She smiled."], expect!["1 «Jane was seventeen years old» 22 → 17"]),
    );
    check(AgeArithmetic, canon, (&["Jane was twenty-three years old."], expect![[""]]));
}

#[test]
fn a_resolved_thread_is_not_unknown() {
    let canon = "thread 断剑的来历 1";
    check(
        ThreadUnknown,
        canon,
        (
            &["真相大白。", "断剑的来历至今没人知道。"],
            expect!["2 «断剑的来历至今没人知道» 断剑的来历 → 没人知道"],
        ),
    );
    check(ThreadUnknown, canon, (&["断剑的来历至今没人知道。"], expect![[""]]));
    check(ThreadUnknown, canon, (&["雨。", "“断剑的来历没人知道。”他说。"], expect![[""]]));
    check(ThreadUnknown, canon, (&["雨。", "断剑挂在墙上。没人知道他去了哪里。"], expect![[""]]));
    check(
        ThreadUnknown,
        "thread the_stolen_necklace 1",
        (
            &["Found.", "The stolen necklace remained a mystery."],
            expect!["2 «stolen necklace remained a mystery» the stolen necklace → remained a mystery"],
        ),
    );
}

#[test]
fn attributes_are_consistent() {
    let canon = "who 陆远; who 阿芷; 陆远 眼睛 黑色; lore 阿芷 眼睛是漆黑的，爱笑。";
    check(
        Attribute,
        canon,
        (&["陆远那双碧绿的眼睛望着她。"], expect!["1 «陆远那双碧绿的眼睛» 黑色 → 陆远那双碧绿的眼睛"]),
    );
    check(Attribute, canon, (&["陆远的眼睛是黑色的。陆远红着眼睛。"], expect![[""]]));
    check(
        Attribute,
        canon,
        (&["阿芷睁开湛蓝的眼睛。"], expect!["1 «阿芷睁开湛蓝的眼睛» 眼睛是漆黑的 → 阿芷睁开湛蓝的眼睛"]),
    );
    check(
        Attribute,
        "who 阿芷",
        (
            &["阿芷有一双蓝色的眼睛。", "阿芷的眼睛是绿色的。"],
            expect![
                "2 «阿芷的眼睛是绿色的» 阿芷有一双蓝色的眼睛 → 阿芷的眼睛是绿色的, also 1 «阿芷有一双蓝色的眼睛»"
            ],
        ),
    );
    check(
        Attribute,
        "who 陆远; 陆远 兵器 长剑",
        (&["陆远拔出长刀。"], expect!["1 «陆远拔出长刀» 长剑 → 陆远拔出长刀"]),
    );
    let home = "who 陆远; where 青州; where 洛阳; 陆远 住处 青州";
    check(
        Attribute,
        home,
        (&["陆远住在洛阳。陆远住在青州。"], expect!["1 «陆远住在洛阳» 青州 → 陆远住在洛阳"]),
    );
    let english = "who Jane; Jane eyes blue";
    check(
        Attribute,
        english,
        (
            &["Jane’s green eyes were wet. Jane had blue eyes."],
            expect!["1 «Jane’s green eyes» blue → Jane’s green eyes"],
        ),
    );
}

#[test]
fn an_event_is_past_only_after_it_happened() {
    let canon = "event 渡口之战 d5 3; plan 1 time d1; plan 2 time d2; plan 3 time d5; plan 4 time d6";
    let scenes = [
        "自从渡口之战以后，他不再笑。",
        "若渡口之战之后还活着。",
        "渡口之战打响了。",
        "渡口之战以后，他走了。",
    ];
    check(TimelineOrder, canon, (&scenes, expect!["1 «渡口之战» d5 → d1"]));
}

#[test]
fn dates_run_forward() {
    check(
        TimelineOrder,
        "",
        (
            &["这日正是三月十五。他出了门。转眼已是三月十二。"],
            expect!["1 «三月十二» 3-15 → 三月十二, also 1 «三月十五»"],
        ),
    );
    check(TimelineOrder, "", (&["这日正是三月十五。他出了门。转眼已是四月初二。"], expect![[""]]));
    check(TimelineOrder, "", (&["腊月二十这天下雪。正月初三这天天晴。"], expect![[""]]));
    check(
        TimelineOrder,
        "plan 1 time 3-5-12",
        (&["这日正是五月初二。"], expect!["1 «五月初二» 5-12 → 五月初二"]),
    );
}
