use super::*;
use expect_test::{Expect, expect};
use proptest::prelude::*;

/// Both texts merged into one, with changes as `[-old-]{+new+}`; a line end inside a change is shown as
/// .
fn marked(old: &str, new: &str) -> String {
    let (old, new) = (TextIndex::new(old), TextIndex::new(new));
    let mut shown = String::new();
    let mut kept = 0;
    for Hunk { old: from, new: to } in diff(old.text(), new.text()).hunks {
        shown.push_str(old.slice(CharRange::new(kept, from.start().get())));
        for (open, text, close) in [("[-", old.slice(from), "-]"), ("{+", new.slice(to), "+}")] {
            if !text.is_empty() {
                shown.push_str(&format!("{open}{}{close}", text.replace('\n', "⏎")));
            }
        }
        kept = from.end().get();
    }
    shown + old.slice(CharRange::new(kept, old.len()))
}

fn check(old: &str, new: &str, expected: Expect) {
    expected.assert_eq(&marked(old, new));
}

#[test]
fn chinese_is_compared_by_character() {
    check("他走进了那间小屋。", "他跑进了这间小屋。", expect!["他[-走-]{+跑+}进了[-那-]{+这+}间小屋。"]);
}

#[test]
fn latin_is_compared_by_word() {
    check(
        "She walked to the old door.",
        "She walks to the older door.",
        expect!["She [-walked-]{+walks+} to the [-old-]{+older+} door."],
    );
}

#[test]
fn an_emoji_is_never_split() {
    check("他👨‍👩‍👧笑", "他👨‍👩‍👦笑", expect!["他[-👨‍👩‍👧-]{+👨‍👩‍👦+}笑"]);
}

#[test]
fn chance_matches_do_not_split_a_rewritten_clause() {
    check(
        "雨停了，檐下的水还在滴，巷子里没有人。",
        "雨停了，远处有一阵很轻的钟声，巷子里没有人。",
        expect!["雨停了，[-檐下的水还在滴-]{+远处有一阵很轻的钟声+}，巷子里没有人。"],
    );
}

#[test]
fn a_new_sentence_is_inserted_after_the_previous_one() {
    check("门开了。他进来。", "门开了。灯灭了。他进来。", expect!["门开了。{+灯灭了。+}他进来。"]);
    check(
        "一。\n二。\n三。",
        "一。\n新。\n二。\n三。",
        expect![[r#"
        一。
        {+新。⏎+}二。
        三。"#]],
    );
}

#[test]
fn an_edited_paragraph_is_compared_with_its_earlier_form() {
    check(
        "城门在日落时关上。\n守卫点起了火把，火光照着湿漉漉的石阶。\n她等了很久。\n",
        "城里的钟敲了七下，街上已经没有人了。\n守卫点起火把，火光照着湿冷的石阶。\n她等了整整一夜。\n",
        expect![[r#"
            城[-门在日落时关上-]{+里的钟敲了七下，街上已经没有人了+}。
            守卫点起[-了-]火把，火光照着湿[-漉漉-]{+冷+}的石阶。
            她等了[-很久-]{+整整一夜+}。
        "#]],
    );
}

#[test]
fn an_edited_paragraph_is_recognised_after_inserted_ones() {
    check(
        "旧信纸上只有三个字。\n\n他把信折好，放进了贴身的口袋。",
        "天还没有亮。\n\n旧信纸上只写着三个字。\n\n他把信折好，放进贴身的口袋。",
        expect![[r#"
            {+天还没有亮。⏎⏎+}旧信纸上只[-有-]{+写着+}三个字。

            他把信折好，放进[-了-]贴身的口袋。"#]],
    );
}

#[test]
fn a_paragraph_split_in_two_gains_a_line_end() {
    check(
        "船在雾里停了下来。没有人说话。远处传来了第一声鸡叫，天快亮了。",
        "船在雾里停了下来。\n没有人说话。远处传来了第一声鸡叫，天快亮了。",
        expect!["船在雾里停了下来。{+⏎+}没有人说话。远处传来了第一声鸡叫，天快亮了。"],
    );
}

#[test]
fn joined_paragraphs_lose_a_line_end() {
    check(
        "船在雾里停了下来。\n\n没有人说话。\n远处传来了第一声鸡叫。",
        "船在雾里停了下来。没有人说话。远处传来了第一声鸡叫。",
        expect!["船在雾里停了下来。[-⏎⏎-]没有人说话。[-⏎-]远处传来了第一声鸡叫。"],
    );
}

#[test]
fn unrelated_dialogue_lines_are_replaced_whole() {
    check(
        "“走吧。”\n“你先走。”\n",
        "“什么？”\n",
        expect![[r#"
            “[-走吧。”⏎“你先走。-]{+什么？+}”
        "#]],
    );
}

#[test]
fn hunks_are_applied_one_by_one() {
    let (old, new) = ("他走进屋里。灯亮着。", "他跑进屋里。灯还亮着。");
    let diff = diff(old, new);
    assert_eq!(diff.hunks.len(), 2);
    assert_eq!(diff.apply(old, new, |at| at == 0), "他跑进屋里。灯亮着。");
    assert_eq!(diff.apply(old, new, |at| at == 1), "他走进屋里。灯还亮着。");
}

/// Text of few different characters, so that two such texts share much.
fn prose() -> impl Strategy<Value = String> {
    proptest::collection::vec(
        prop_oneof![
            6 => "[一二三四]",
            2 => "[，。“”]",
            1 => Just("\n".to_owned()),
            1 => "(ab|ba| )",
            1 => Just("👩‍👧".to_owned()),
            1 => Just("e\u{301}".to_owned()),
        ],
        0..60,
    )
    .prop_map(|parts| parts.concat())
}

/// A text of paragraphs and an edited form of it.
fn edited() -> impl Strategy<Value = (String, String)> {
    (
        proptest::collection::vec("[一-十]{0,20}", 0..8),
        proptest::collection::vec((0_usize..90, prose()), 0..6),
    )
        .prop_map(|(paragraphs, edits)| {
            let old = paragraphs.join("\n");
            let mut new: Vec<char> = old.chars().collect();
            for (at, insertion) in edits {
                let at = at.min(new.len());
                let end = (at + insertion.len() % 5).min(new.len());
                new.splice(at..end, insertion.chars());
            }
            (old, new.into_iter().collect())
        })
}

fn check_invariants(old: &str, new: &str, taken: u64) -> Result<(), TestCaseError> {
    let found = diff(old, new);
    let (old_index, new_index) = (TextIndex::new(old), TextIndex::new(new));
    prop_assert_eq!(found.apply(old, new, |_| true), new);
    prop_assert_eq!(found.apply(old, new, |_| false), old);
    let all: std::cell::RefCell<Vec<usize>> = Default::default();
    found.apply(old, new, |at| {
        all.borrow_mut().push(at);
        taken >> (at % 64) & 1 == 1
    });
    prop_assert!(all.borrow().iter().copied().eq(0..found.hunks.len()));
    prop_assert_eq!(&diff(old, new), &found);
    for hunk in &found.hunks {
        prop_assert_ne!(old_index.slice(hunk.old), new_index.slice(hunk.new));
        for (text, range) in [(old, hunk.old), (new, hunk.new)] {
            for end in [range.start(), range.end()] {
                prop_assert_eq!(crate::snap_to_grapheme(text, end, crate::Snap::Back), end);
            }
        }
    }
    for pair in found.hunks.windows(2) {
        let old_gap = CharRange::new(pair[0].old.end().get(), pair[1].old.start().get());
        let new_gap = CharRange::new(pair[0].new.end().get(), pair[1].new.start().get());
        prop_assert!(pair[0].old.end() < pair[1].old.start());
        prop_assert!(pair[0].new.end() < pair[1].new.start());
        prop_assert_eq!(old_index.slice(old_gap), new_index.slice(new_gap));
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_two_texts_satisfy_the_invariants(old in prose(), new in prose(), taken: u64) {
        check_invariants(&old, &new, taken)?;
    }

    #[test]
    fn an_edited_text_satisfies_the_invariants((old, new) in edited(), taken: u64) {
        check_invariants(&old, &new, taken)?;
    }
}
