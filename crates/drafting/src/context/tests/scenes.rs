//! The fates of pieces in small packs.

use expect_test::expect;

use super::*;

/// The pack, one part per line, followed by the layers.
fn report(pack: &Pack) -> String {
    let mut lines = Vec::new();
    for part in &pack.parts {
        let source = serde_json::to_value(&part.source).unwrap();
        let fate = serde_json::to_string(&part.fate).unwrap();
        lines.push(format!("{:?} {} {} {fate}", part.layer, source["kind"].as_str().unwrap(), part.tokens));
    }
    for layer in &pack.layers {
        lines.push(format!("{:?} {}/{} «{}»", layer.layer, layer.used, layer.budget, layer.text));
    }
    lines.join("\n") + "\n"
}

#[test]
fn a_pack_reports_layers_and_fates() {
    let opening = "雪下了三天。客栈里只剩他一人。";
    let mut secret = lore(2, "青锋剑", "剑中藏着师父的遗信。");
    secret.secret = true;
    let candidates = vec![
        field(1, "taboo", "不写现代词。"),
        summary(0, "沈砚下山。"),
        summary(2, "沈砚失剑。"),
        summary(3, "沈砚夺回剑。"),
        secret,
        lore(1, "青锋剑", "青锋剑：断了一角。"),
        Candidate { standing: Authority::Unapproved, ..fact(1, "沈砚已死。") },
        passage(2, 40, "他拔剑。"),
        previous(9, "门外有人叩门。沈砚按住剑柄。"),
        before(opening),
    ];
    let pack = packed(120, candidates);
    expect![[r#"
        System bible_field 6 {"kind":"kept"}
        LongTerm summary 5 {"kind":"kept"}
        LongTerm summary 6 {"kind":"kept"}
        LongTerm summary 5 {"kind":"dropped","reason":{"kind":"over_budget"}}
        Structured lore_entry 9 {"kind":"kept"}
        Structured lore_entry 10 {"kind":"dropped","reason":{"kind":"secret"}}
        Structured fact 5 {"kind":"dropped","reason":{"kind":"not_approved"}}
        Vector passage 4 {"kind":"kept"}
        Recent previous_scene 14 {"kind":"kept"}
        Recent text_before 15 {"kind":"kept"}
        System 6/12 «不写现代词。»
        LongTerm 13/18 «沈砚失剑。

        沈砚夺回剑。»
        Structured 9/30 «青锋剑：断了一角。»
        Vector 4/9 «他拔剑。»
        Recent 31/88 «门外有人叩门。沈砚按住剑柄。

        雪下了三天。客栈里只剩他一人。»
    "#]]
    .assert_eq(&report(&pack));
}

#[test]
fn unused_tokens_go_to_the_recent_layer() {
    let long = "他走了一步。".repeat(40);
    let pack = packed(100, vec![before(&long), summary(1, "沈砚下山。")]);
    assert_eq!(used(&pack), [0, 5, 0, 0, 0, 90]);
    assert_eq!(pack.layers[5].budget, 95);
}

#[test]
fn the_recent_layer_keeps_its_half() {
    let mut candidates = vec![before(&"他走了一步。".repeat(40))];
    for id in 1..40 {
        candidates
            .push(Candidate {
                precedence: Precedence::Usual, ..field(id, "style", "一二三四五六七八九")
            });
        candidates.push(summary(usize::try_from(id).unwrap() % 3, "甲乙丙丁戊己庚辛壬"));
        candidates.push(fact(id, &format!("事实{id}")));
        candidates.push(passage(usize::try_from(id).unwrap() % 9, 0, &format!("片段{id}")));
    }
    let pack = packed(200, candidates);
    assert!(pack.layers[5].budget >= 100 && pack.layers[5].used > 90, "{:?}", used(&pack));
    assert!(pack.layers[..4].iter().all(|layer| layer.used > 0));
}

#[test]
fn without_recent_text_layers_keep_to_their_shares() {
    let candidates = (1..100).map(|id| fact(id, &format!("事实{id:02}"))).collect();
    let pack = packed(100, candidates);
    // Four facts of four characters and three blank lines.
    assert_eq!(used(&pack), [0, 0, 22, 0, 0, 0]);
    assert_eq!(pack.layers[2].budget, 25);
}

#[test]
fn locked_fields_never_use_the_recent_half() {
    let recent = "他走了一步。".repeat(40);
    let taboo = |length: usize| field(1, "taboo", &"忌".repeat(length));
    let facts = || (1..20).map(|id| fact(id, &format!("事实{id:02}")));
    let pack = packed(100, facts().chain([taboo(40), before(&recent)]).collect());
    assert_eq!(used(&pack), [40, 0, 4, 0, 0, 54]);
    assert_eq!(pack.missing().count(), 0);

    let pack = packed(100, facts().chain([taboo(60), before(&recent)]).collect());
    assert_eq!(pack.missing().map(|part| part.tokens).collect::<Vec<_>>(), [60]);
    assert_eq!(pack.layers[0].used, 0);
}

#[test]
fn text_before_the_caret_keeps_its_end() {
    let pack = packed(16, vec![previous(9, "雨停了。"), before("他推开门。她抬起头。谁也没有先开口。")]);
    assert_eq!(pack.text(Layer::Recent), "她抬起头。谁也没有先开口。");
    let Fate::Cut { kept_tokens, kept } = pack.parts[0].fate else { panic!("{:?}", pack.parts[0]) };
    assert_eq!((kept_tokens, kept), (13, CharRange::new(5, 18)));
    assert_eq!(reason(&pack, &previous(9, "").source), Some(&DropReason::OverBudget));
}

#[test]
fn recent_text_is_in_reading_order_without_gaps() {
    let selection = |start: usize, text: &str| Candidate {
        source: Source::Selection { scene: id(10), version: 1.into(), range: range(start, text) },
        ..before(text)
    };
    let plan =
        Candidate { source: Source::ScenePlan { scene: id(10) }, ..before("计划：夜宿客栈。") };
    let ask = Candidate { source: Source::Instruction, at: None, ..before("写得更冷。") };
    let candidates = vec![selection(5, "她抬头。"), ask, before("他推开门。"), plan, previous(9, "雨停了。")];
    let pack = packed(500, candidates);
    let expected = "雨停了。\n\n计划：夜宿客栈。\n\n他推开门。她抬头。\n\n写得更冷。";
    assert_eq!(pack.text(Layer::Recent), expected);
    let texts: Vec<&str> = pack.parts.iter().filter_map(|part| pack.text_of(part)).collect();
    assert_eq!(texts, ["雨停了。", "计划：夜宿客栈。", "他推开门。", "她抬头。", "写得更冷。"]);
}

#[test]
fn summaries_and_passages_are_shown_in_story_order() {
    let mut last = passage(8, 0, "第八场。");
    last.priority = 9;
    let thread = Source::Thread { id: 1.into(), title: "铜秤".to_owned() };
    let candidates = vec![
        summary(2, "第二章。"),
        summary(0, "第零章。"),
        Candidate::new(Layer::LongTerm, thread, Authority::ApprovedFact, "铜秤断了。"),
        passage(4, 9, "后。"),
        passage(4, 0, "前。"),
        last,
    ];
    let pack = packed(1_000, candidates);
    // Candidates without a place in the story come first.
    assert_eq!(pack.text(Layer::LongTerm), "铜秤断了。\n\n第零章。\n\n第二章。");
    assert_eq!(pack.text(Layer::Vector), "前。\n\n后。\n\n第八场。");
}

#[test]
fn within_a_layer_the_strongest_precedence_comes_first() {
    let candidates = vec![
        Candidate { rank: 1, ..fact(1, "次") },
        Candidate { rank: 0, ..fact(9, "先") },
        Candidate { priority: 3, rank: 7, ..fact(2, "重") },
        Candidate { precedence: Precedence::Constant, ..fact(3, "恒") },
        Candidate { precedence: Precedence::Pinned, ..fact(4, "钉") },
        Candidate { precedence: Precedence::Required, ..fact(5, "必") },
    ];
    assert_eq!(packed(1_000, candidates).text(Layer::Structured), "必\n\n钉\n\n恒\n\n重\n\n先\n\n次");
}

#[test]
fn pieces_follow_a_dropped_one_but_not_a_cut() {
    let large = Candidate {
        priority: 9,
        ..fact(1, "这一条设定实在太长了，装不下。这一条设定实在太长了，装不下。")
    };
    let small = fact(2, "短。");
    let pack = packed(80, vec![large.clone(), small.clone()]);
    assert_eq!(pack.text(Layer::Structured), "短。");
    let pack = packed(80, vec![Candidate { cut: Cut::KeepStart, ..large }, small.clone()]);
    assert_eq!(pack.text(Layer::Structured), "这一条设定实在太长了，装不下。");
    assert_eq!(reason(&pack, &small.source), Some(&DropReason::OverBudget));
}

#[test]
fn a_passage_quoted_as_evidence_is_not_shown_again() {
    let mut proven = fact(1, "沈砚有剑。");
    proven.quotes = vec![TextRange { scene: id(4), version: 1.into(), range: CharRange::new(3, 8) }];
    let beside = passage(4, 8, "他走了。");
    let other_version = Source::Passage { scene: id(4), version: 2.into(), range: CharRange::new(0, 5) };
    let edited = Candidate { source: other_version.clone(), ..passage(4, 0, "旧版在此") };
    let pack = packed(1_000, vec![proven.clone(), passage(4, 0, "他拔剑。"), beside, edited]);
    let of = proven.source.clone();
    assert_eq!(reason(&pack, &passage(4, 0, "他拔剑。").source), Some(&DropReason::Duplicate { of }));
    assert_eq!(*fate(&pack, &other_version), Fate::Kept);
    assert_eq!(pack.text(Layer::Vector), "旧版在此\n\n他走了。");
    // A fact is not a passage: the same quote may prove two facts.
    let again = Candidate { quotes: proven.quotes.clone(), ..fact(2, "沈砚在客栈。") };
    assert_eq!(packed(1_000, vec![proven, again]).text(Layer::Structured), "沈砚有剑。\n\n沈砚在客栈。");
}

#[test]
fn a_passage_yields_to_recent_text_that_is_shown() {
    let scene = "开头第一句。".to_owned() + &"他走了一步。".repeat(40);
    let start = passage(9, 0, "开头第一句。");
    let end = passage(9, characters(&scene) - 6, "他走了一步。");
    let pack = packed(100, vec![previous(9, &scene), start.clone(), end.clone()]);
    assert_eq!(*fate(&pack, &start.source), Fate::Kept);
    let of = previous(9, "").source;
    assert_eq!(reason(&pack, &end.source), Some(&DropReason::Duplicate { of: of.clone() }));
    // If the whole scene fits, its first sentence is shown too.
    let pack = packed(400, vec![previous(9, &scene), start.clone(), end]);
    assert_eq!(reason(&pack, &start.source), Some(&DropReason::Duplicate { of }));
    assert_eq!(pack.text(Layer::Vector), "");
}

#[test]
fn a_passage_yields_to_recent_text_that_replaces_it() {
    // 100 tokens: the vector layer is granted 8, so the recent text has 92 at first, and 100 once a passage has
    // yielded.
    let scene = "甲乙丙丁戊己。".to_owned() + &"他走了一步。".repeat(15);
    let start = passage(9, 0, "甲乙丙丁戊己。");
    let pack = packed(100, vec![previous(9, &scene), start.clone()]);
    assert_eq!(*fate(&pack, &start.source), Fate::Kept);
    assert_eq!(pack.layers[5].used, 90);
    let reaching = passage(9, 7, "他走了一步。");
    let pack = packed(100, vec![previous(9, &scene), reaching.clone()]);
    assert_eq!(*fate(&pack, &previous(9, "").source), Fate::Kept);
    assert!(matches!(reason(&pack, &reaching.source), Some(DropReason::Duplicate { .. })));
}

#[test]
fn the_same_text_is_sent_once() {
    let (entry, twin) = (lore(1, "剑", "断剑一柄。"), fact(1, " 断剑一柄。\n"));
    let pack = packed(1_000, vec![twin.clone(), entry.clone(), before("断剑一柄。")]);
    let of = DropReason::Duplicate { of: entry.source.clone() };
    assert_eq!(*fate(&pack, &entry.source), Fate::Kept);
    assert_eq!(reason(&pack, &twin.source), Some(&of));
    assert_eq!(reason(&pack, &before("断剑一柄。").source), Some(&of));
}

#[test]
fn the_more_authoritative_statement_is_sent() {
    let canon = about("沈砚", lore(1, "沈砚", "沈砚用剑。"));
    let approved = about("沈砚", fact(1, "沈砚用刀。"));
    let read = about("沈砚", passage(4, 0, "沈砚使枪。"));
    let elsewhere = about("陆远", fact(2, "陆远用刀。"));
    let pack = packed(1_000, vec![read.clone(), approved.clone(), canon.clone(), elsewhere.clone()]);
    let overruled = DropReason::OverruledBy { source: canon.source.clone() };
    for lower in [&approved, &read] {
        assert_eq!(reason(&pack, &lower.source), Some(&overruled));
    }
    assert_eq!(*fate(&pack, &elsewhere.source), Fate::Kept);
    // The author excludes the canon from this prompt: now the approved fact is the most authoritative.
    let excluded = vec![lore(1, "另一个名字", "").source];
    let without = PackInput { excluded, ..input(1_000, vec![read.clone(), approved.clone(), canon.clone()]) };
    let pack = pack_of(&without);
    assert_eq!(reason(&pack, &canon.source), Some(&DropReason::DroppedByAuthor));
    assert_eq!(*fate(&pack, &approved.source), Fate::Kept);
    assert_eq!(reason(&pack, &read.source), Some(&DropReason::OverruledBy { source: approved.source }));
}

#[test]
fn equal_standing_and_agreement_are_no_conflict() {
    let (one, other) = (about("沈砚", fact(1, "沈砚用刀。")), about("沈砚", fact(2, "沈砚用剑。")));
    let agreed = about("沈砚", Candidate { layer: Layer::Recent, ..passage(4, 0, "沈砚用剑。") });
    let pack = packed(1_000, vec![one, other.clone(), agreed.clone()]);
    assert_eq!(pack.text(Layer::Structured), "沈砚用刀。\n\n沈砚用剑。");
    assert_eq!(reason(&pack, &agreed.source), Some(&DropReason::Duplicate { of: other.source }));
}

#[test]
fn without_room_for_the_truth_contradictions_stay_out() {
    let canon = about("沈砚", lore(1, "沈砚", &"沈砚用剑。".repeat(20)));
    let read = about("沈砚", fact(1, "沈砚用刀。"));
    let pack = packed(100, vec![canon.clone(), read.clone()]);
    assert_eq!(reason(&pack, &canon.source), Some(&DropReason::OverBudget));
    assert_eq!(reason(&pack, &read.source), Some(&DropReason::OverruledBy { source: canon.source }));
}

#[test]
fn a_secret_contradicts_nothing_unless_allowed() {
    let hidden = Candidate { secret: true, ..about("沈砚", lore(1, "沈砚", "沈砚用毒。")) };
    let read = about("沈砚", fact(1, "沈砚用刀。"));
    let input = input(1_000, vec![hidden.clone(), read.clone()]);
    assert_eq!(pack_of(&input).text(Layer::Structured), "沈砚用刀。");
    let with_secrets = pack_of(&PackInput { allow_secrets: true, ..input });
    assert_eq!(with_secrets.text(Layer::Structured), "沈砚用毒。");
}

#[test]
fn a_window_without_room_for_context_sends_none() {
    let all = vec![field(1, "taboo", "忌。"), before("他推开门。")];
    let input = PackInput { budget: Budget::new(1_000, 900).with_fixed(200), ..input(0, all) };
    let pack = pack_of(&input);
    assert_eq!((input.budget.tokens(), pack.total_tokens), (0, 0));
    assert_eq!(pack.missing().count(), 1);
    assert!(pack.parts.iter().all(|part| part.fate == Fate::Dropped { reason: DropReason::OverBudget }));
}

fn pack_of(input: &PackInput) -> Pack {
    pack(input, &characters)
}
