mod corpus;

use proptest::prelude::*;

use super::{MAX_WINDOWS, WINDOW_LEN, guess_language, windows};
use crate::NovelLanguage::{self, En, Ja, Zh};

const CHINESE: &str =
    "天还没亮，阿桐就起来磨刀。井边的石头冻得发白，他往上面泼了一瓢热水，白气一下子冒了起来。";
const ENGLISH: &str =
    "Ilse locked the shop at six. The street was empty but for a cart, and the horse had gone to sleep.\n";
const JAPANESE: &str =
    "駅に着いたのは夜の九時過ぎだった。改札には誰もいなかった。僕は切符を箱に入れ、待合室を出た。";

#[track_caller]
fn check(text: &str, language: Option<NovelLanguage>) {
    assert_eq!(guess_language(text), language, "{}", text.chars().take(40).collect::<String>());
}

#[test]
fn each_language_is_recognised() {
    check(&CHINESE.repeat(5), Some(Zh));
    check(&ENGLISH.repeat(5), Some(En));
    check(&JAPANESE.repeat(5), Some(Ja));
}

#[test]
fn too_little_text_gives_no_answer() {
    for text in ["", "\n\n", "第一章 东京", "It was late.", "123 456 789"] {
        check(text, None);
    }
    check(&"字".repeat(99), None);
    check(&"字".repeat(100), Some(Zh));
    check(&"the ".repeat(59), None);
    check(&"the ".repeat(60), Some(En));
}

#[test]
fn a_chapter_in_another_language_changes_nothing() {
    for (novel, chapter, language) in
        [(CHINESE, ENGLISH, Zh), (ENGLISH, CHINESE, En), (CHINESE, JAPANESE, Zh), (JAPANESE, ENGLISH, Ja)]
    {
        let text = novel.repeat(1500) + &chapter.repeat(500) + &novel.repeat(1500);
        check(&text, Some(language));
    }
}

#[test]
fn a_mixture_gives_no_answer() {
    check(&(CHINESE.repeat(800) + &ENGLISH.repeat(1000)), None);
    check(&(CHINESE.to_owned() + "\n" + ENGLISH + ENGLISH).repeat(300), None);
}

#[test]
fn foreign_names_change_nothing() {
    let names = "Elizabeth Bennet看着Mr. Darcy，没有说话。窗外下着雨，Jane坐在壁炉旁边，把那封从伦敦寄来的信又读了一遍。";
    check(&names.repeat(10), Some(Zh));
    check(
        &"她在书店的招牌上看见一个の字，想起了去年夏天在京都的雨，和那个再也没有见过的人。".repeat(10),
        Some(Zh),
    );
}

#[test]
fn old_prose_is_recognised() {
    // 浮生六记; the constitution of 1889, with the fewest kana of any Japanese prose.
    let classical =
        "余生乾隆癸未冬十一月二十有二日，正值太平盛世，且在衣冠之家，居苏州沧浪亭畔，天之厚我，可谓至矣。";
    let legal = "大日本帝国ハ万世一系ノ天皇之ヲ統治ス。皇位ハ皇室典範ノ定ムル所ニ依リ皇男子孫之ヲ継承ス。";
    check(&classical.repeat(5), Some(Zh));
    check(&legal.repeat(5), Some(Ja));
    check(&"話說天下大勢，分久必合，合久必分：周末七國分爭，并入於秦。".repeat(10), Some(Zh));
}

#[test]
fn other_languages_are_not_english() {
    let others = [
        "Le soir, quand la boutique était fermée, elle regardait les horloges et se demandait pourquoi il ne venait pas.",
        "Por la noche, cuando la tienda estaba cerrada, miraba los relojes y se preguntaba por qué él no venía.",
        "Am Abend, wenn der Laden geschlossen war, sah sie die Uhren an und fragte sich, warum er nicht kam.",
        "La sera, quando il negozio era chiuso, guardava gli orologi e si chiedeva perché lui non venisse.",
        "Als de winkel 's avonds gesloten was, keek ze naar de klokken en vroeg zich af of hij nog kwam.",
        "Buổi tối, khi cửa hàng đã đóng, cô nhìn những chiếc đồng hồ và tự hỏi vì sao anh không đến.",
        "Wanshang dianpu guanmen yihou, ta kanzhe qiang shang de zhong, bu zhidao ta weishenme hai mei lai.",
        "Вечером, когда лавка была закрыта, она смотрела на часы и не понимала, почему он не приходит.",
        "저녁에 가게 문이 닫히면 그녀는 시계를 바라보며 그가 왜 오지 않는지 궁금해했다.",
    ];
    for other in others {
        check(&(other.to_owned() + "\n").repeat(20), None);
    }
}

#[test]
fn only_a_sample_of_a_long_text_is_read() {
    let text = CHINESE.repeat(10_000);
    let read: usize = windows(&text).map(str::len).sum();
    assert!(read <= MAX_WINDOWS * WINDOW_LEN, "{read} bytes of {}", text.len());
    assert!(windows(&text).next().is_some_and(|first| text.starts_with(first)));
    assert!(windows(&text).last().is_some_and(|last| text.ends_with(last)));
}

proptest! {
    #[test]
    fn guessing_never_panics(text in "\\PC{0,300}", times in 1_usize..60) {
        let _ = guess_language(&text.repeat(times));
    }
}
