//! Sample variables for previewing a template without a scene.

use std::collections::BTreeMap;

use wenfang_text::NovelLanguage;

use super::heading::Language;
use super::template::Template;
use super::variables::{ArtifactText, Layers, Novel, Scene, Variables};

/// The invented scene, with a value for every artifact that the template uses.
pub fn sample_for(template: &Template) -> Variables {
    let language = template.heading().language;
    let (value, history) = match language {
        Language::Zh => ("沈砚知道账本是假的，还没有告诉任何人。", "沈砚怀疑账本。"),
        Language::En => {
            ("Maren knows that the ledger is false and has told no one.", "Maren doubts the ledger.")
        }
    };
    let text = ArtifactText { value: value.to_owned(), history: history.to_owned() };
    let art = template.artifacts().into_iter().map(|name| (name.to_owned(), text.clone())).collect();
    Variables { art, ..sample_variables(language) }
}

/// An invented scene in which every variable has a value, as in a second round.
pub fn sample_variables(language: Language) -> Variables {
    let (novel_language, novel, scene, layers) = match language {
        Language::Zh => (NovelLanguage::Zh, novel_zh(), scene_zh(), layers_zh()),
        Language::En => (NovelLanguage::En, novel_en(), scene_en(), layers_en()),
    };
    let [instruction, selection, before, after, issues, written_tail] = match language {
        Language::Zh => [
            "让沈砚少说话，紧张感放在脚步声上。",
            "沈砚把灯放在地上，听了一会儿。外面没有声音。他打开了箱子，里面是一本账。",
            "库房的门从里面闩上了。",
            "账本第一页写着他父亲的名字。",
            "“一本账”：应为“两本账”，现为“一本账”。",
            "脚步声停在门外，灯影从门缝里漏进来，又慢慢移开了。",
        ],
        Language::En => [
            "Let Maren say little; keep the tension in the footsteps.",
            "Maren set the lamp on the floor and listened. There was no sound outside. She opened the chest. In it lay a ledger.",
            "The storeroom door was bolted from within.",
            "Her father's name stood on the first page.",
            "\"a ledger\": should be \"two ledgers\", is now \"a ledger\".",
            "The footsteps stopped outside the door. Light came under it, and slowly went away.",
        ],
    }
    .map(str::to_owned);
    let (target, floor, limit, remaining) = match language {
        Language::Zh => (2_000, 1_800, 2_400, 700),
        Language::En => (6_000, 5_400, 7_200, 2_000),
    };
    Variables {
        language: novel_language,
        novel,
        scene,
        layers,
        target,
        floor,
        limit,
        instruction,
        selection,
        before,
        after,
        issues,
        written_tail,
        remaining,
        round: 2,
        count: 6,
        art: BTreeMap::new(),
    }
}

fn novel_zh() -> Novel {
    Novel {
        title: "夜航账".to_owned(),
        author: "佚名".to_owned(),
        genre: "古代悬疑".to_owned(),
        synopsis: "码头账房沈砚追查父亲沉船的真相，发现整条河的漕运都记在一本假账里。".to_owned(),
    }
}

fn scene_zh() -> Scene {
    Scene {
        chapter: "旧库".to_owned(),
        number: 12,
        title: "开箱".to_owned(),
        synopsis: "沈砚潜入旧库找到账本，被巡夜的人堵在里面。".to_owned(),
        pov: "沈砚，第三人称限知".to_owned(),
        location: "漕帮旧库".to_owned(),
        story_time: "九月初三，三更".to_owned(),
        characters: vec!["沈砚".to_owned(), "巡夜人".to_owned()],
        conflict: "要在巡夜人折返之前看完账本，又不能留下灯火。".to_owned(),
        turning_point: "账本第一页是父亲的笔迹。".to_owned(),
    }
}

fn layers_zh() -> Layers {
    Layers {
        system: "文风：克制，短句，少形容词。\n禁忌：不写内心独白式的感叹。".to_owned(),
        long_term: "第十一章：沈砚从老船工口中得知旧库还在用。\n未收的伏笔：断成两截的铜秤。".to_owned(),
        structured: "沈砚：二十三岁，左手小指有旧伤，不会水。\n旧库：码头北端，只有一扇门，三更有人巡夜。"
            .to_owned(),
        notes: "要写到：沈砚认出父亲的笔迹。\n不可写：账本是谁放在这里的。".to_owned(),
        vector: "他认得父亲写“叁”字的样子，最后一横总要挑起来。（第三章）".to_owned(),
        recent: "更鼓敲过三下。沈砚贴着墙根走到库房门口，摸到了那把锁。“开着的。”他低声说。".to_owned(),
    }
}

fn novel_en() -> Novel {
    Novel {
        title: "The Night Ledger".to_owned(),
        author: "Anonymous".to_owned(),
        genre: "Historical mystery".to_owned(),
        synopsis: "A harbor clerk looks for the truth of her father's wreck and finds a false ledger under the whole river trade.".to_owned(),
    }
}

fn scene_en() -> Scene {
    Scene {
        chapter: "The Old Store".to_owned(),
        number: 12,
        title: "The Chest".to_owned(),
        synopsis: "Maren gets into the old store, finds the ledger and is shut in by the watch.".to_owned(),
        pov: "Maren, close third person".to_owned(),
        location: "The guild's old storehouse".to_owned(),
        story_time: "Third night of September, past midnight".to_owned(),
        characters: vec!["Maren".to_owned(), "the watchman".to_owned()],
        conflict: "She must read the ledger before the watch comes back, and must show no light.".to_owned(),
        turning_point: "The first page is in her father's hand.".to_owned(),
    }
}

fn layers_en() -> Layers {
    Layers {
        system: "Style: restrained, short sentences, few adjectives.\nTaboo: no exclaiming thoughts.".to_owned(),
        long_term: "Chapter 11: an old boatman told Maren that the store is still in use.\nOpen thread: the brass scale, broken in two.".to_owned(),
        structured: "Maren: 23, an old scar on her left hand, cannot swim.\nThe store: north end of the quay, one door, watched after midnight.".to_owned(),
        notes: "Goal: Maren knows her father's hand.\nMust not: who left the ledger here.".to_owned(),
        vector: "Her father always lifted the last stroke of a seven. (Chapter 3)".to_owned(),
        recent: "The third bell had gone. Maren kept to the wall and felt for the lock. “Open,” she said under her breath.".to_owned(),
    }
}
