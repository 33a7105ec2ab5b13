use proptest::prelude::*;
use serde_json::json;

use super::*;

fn bearers() -> Vec<Bearer> {
    let bearer =
        |kind, names: &[&str]| Bearer { kind, names: names.iter().map(|&name| name.to_owned()).collect() };
    vec![
        bearer(NameKind::Person, &["周守拙", "老周"]),
        bearer(NameKind::Person, &["Elizabeth", "Lizzy"]),
        bearer(NameKind::Place, &["青渡口"]),
        bearer(NameKind::Group, &["漕帮"]),
        bearer(NameKind::Person, &["雪"]),
    ]
}

#[test]
fn stand_ins_identify_their_bearer() {
    let mut mask = Mask::new(&bearers(), Language::Zh);
    let masked = mask.mask("老周在青渡口等漕帮的人。周守拙不说话，雪落在老周肩上。");
    assert_eq!(masked, "〔人1〕在〔地1〕等〔众1〕的人。〔人1·2〕不说话，雪落在〔人1〕肩上。");
    assert_eq!(mask.len(), 4);
    assert_eq!(mask.unmask("〔人1·2〕笑了。〔人7〕没有笑。"), "周守拙笑了。〔人7〕没有笑。");
}

#[test]
fn latin_names_match_whole_words() {
    let mut mask = Mask::new(&bearers(), Language::En);
    assert_eq!(mask.mask("Lizzy's Lizzyness, Elizabeth."), "〔P1〕's Lizzyness, 〔P1·2〕.");
}

#[test]
fn personal_data_is_found_by_its_format() {
    let mut mask = Mask::new(&[], Language::Zh);
    let text = "写信到 lao.zhou@example.com，或打电话13812345678、+86 138 1234 5678；证号 11010519491231002X。第 1949 年。";
    let masked = mask.mask(text);
    assert_eq!(masked, "写信到 〔数1〕，或打电话〔数2〕、〔数3〕；证号 〔数4〕。第 1949 年。");
    assert_eq!(mask.unmask(&masked), text);
}

#[test]
fn text_resembling_a_stand_in_is_restored() {
    let mut mask = Mask::new(&bearers(), Language::Zh);
    let text = "他写下〔人1〕三个字。老周看不懂。";
    let masked = mask.mask(text);
    assert!(!masked.contains("老周") && masked != text);
    assert_eq!(mask.unmask(&masked), text);
}

#[test]
fn the_notice_is_added_only_with_stand_ins() {
    let message = |role, content: &str| RenderedMessage { role, content: content.to_owned() };
    let mut mask = Mask::new(&bearers(), Language::Zh);
    let plain = [message(Role::System, "你是小说作者。"), message(Role::User, "写一场雨。")];
    assert_eq!(mask.mask_messages(&plain), plain);
    let masked = mask.mask_messages(&[message(Role::User, "写老周。")]);
    assert_eq!((masked.len(), masked[0].role), (2, Role::System));
    assert_eq!(masked[1].content, "写〔人1〕。");
}

#[test]
fn all_strings_of_a_value_are_unmasked() {
    let mut mask = Mask::new(&bearers(), Language::Zh);
    mask.mask("老周");
    let value = json!({ "beats": [{ "who": "〔人1〕" }, 3, null], "title": "〔人1〕的船" });
    assert_eq!(
        mask.unmask_value(value),
        json!({ "beats": [{ "who": "老周" }, 3, null], "title": "老周的船" })
    );
}

proptest! {
    #[test]
    fn unmasking_restores_the_text_however_split(
        parts in proptest::collection::vec(
            prop_oneof![
                Just("老周"), Just("周守拙"), Just("青渡口"), Just("漕帮"), Just("Lizzy"), Just("〔"), Just("〕"), Just("人"),
                Just("1"), Just("·"), Just("〔人1〕"), Just("〔数1〕"), Just("13812345678"), Just("a@b.cn"), Just("，雪\n"),
            ],
            0..40,
        ),
        size in 1_usize..9,
    ) {
        let text = parts.concat();
        let mut mask = Mask::new(&bearers(), Language::Zh);
        let masked = mask.mask(&text);
        for name in ["老周", "周守拙", "青渡口", "漕帮", "a@b.cn"] {
            prop_assert!(!masked.contains(name), "{} in {}", name, masked);
        }
        let (mut unmasking, mut whole) = (Unmasking::default(), String::new());
        for piece in masked.chars().collect::<Vec<_>>().chunks(size) {
            whole.push_str(&unmasking.push(&mask, &piece.iter().collect::<String>()));
        }
        whole.push_str(&unmasking.finish());
        prop_assert_eq!(whole, text);
    }
}
