//! Texts written for these tests with their real token counts. The counts come from the published vocabularies of
//! o200k, cl100k, DeepSeek V3 and Qwen 3, without chat markers around the text.

/// A text and its token counts.
pub struct Sample {
    pub name: &'static str,
    pub text: &'static str,
    pub o200k: usize,
    pub cl100k: usize,
    pub deepseek: usize,
    pub qwen: usize,
}

pub const SAMPLES: [Sample; 8] = [
    Sample {
        name: "Chinese narration",
        text: "雨是后半夜停的。檐下的水还在滴，一声一声，敲在青石板上，像有人站在门外，想敲门又不敢敲。陆远披了件旧外套坐起来，\
               摸黑找到桌上的火柴，划了三根才点着灯。灯芯短了，火苗矮矮地趴着，照得墙上的影子也跟着矮了一截。他把那封信又看了一遍。\
               信纸是普通的信纸，折痕已经发毛，字迹却很新，墨色浮在纸面上，像是写的人不肯用力。信里说的事情只有他和师父知道，\
               而师父三年前就埋在了后山。他把信折好，塞回竹筒，又把竹筒放进米缸底下。做完这些，他才发觉自己的手一直在抖。\
               远处传来几声狗叫，随即又静了下去，静得能听见河水漫过码头的台阶。",
        o200k: 244,
        cl100k: 351,
        deepseek: 187,
        qwen: 204,
    },
    Sample {
        name: "Chinese dialogue",
        text: "“你就打算这么走了？”沈青靠在门框上，没有让开的意思。\n“不然呢。”陆远把包袱往肩上一甩，“留下来吃早饭？”\n\
               “早饭有豆浆。”\n“……”\n“还有油条。”她说，“刚炸的。”\n陆远看了她一会儿，忽然笑了：“你每次撒谎，左边的眉毛都会动。”\n\
               沈青下意识地去摸眉毛，摸到一半又放下手，恨恨地瞪他：“那你到底走不走？”\n“走。”他侧过身，从她旁边挤了出去，\
               “等我把该还的还了，再回来吃你的油条。”\n“谁说要给你留！”她在身后喊。他没有回头，只是举起一只手，晃了晃。",
        o200k: 191,
        cl100k: 277,
        deepseek: 146,
        qwen: 165,
    },
    Sample {
        name: "a Chinese outline",
        text: "# 第十二章 渡口\n\n- 时间：承平七年，十月初三，夜\n- 地点：临川渡口、旧盐仓\n- 视角：陆远（第三人称有限）\n- 目标：拿回师父留下的账册\n\
               - 阻碍：盐帮已在渡口设卡；沈青不知情\n- 转折：账册里缺的三页，正是沈青父亲的名字\n- 字数：2400 字\n\n## 要点\n1. 雨夜，渡船停航，陆远只能走水路。\n\
               2. 盐仓里遇见老葛，老葛认出了那块玉佩。\n3. 结尾停在沈青推开仓门的一刻，不写她看见了什么。\n",
        o200k: 175,
        cl100k: 243,
        deepseek: 157,
        qwen: 174,
    },
    Sample {
        name: "English narration",
        text: "The rain stopped some time after midnight. Water still dripped from the eaves, one drop after another, tapping on the flagstones \
               as if somebody stood outside the door and could not bring himself to knock. Edward pulled an old coat around his shoulders and \
               sat up. It took him three matches to light the lamp. The wick was short and the flame lay low, so that the shadows on the wall \
               seemed shorter too. He read the letter again. The paper was ordinary, worn soft along the folds, yet the ink looked fresh; it lay \
               on the surface as though the writer had not wanted to press. Only two people had ever known what the letter spoke of, and one of \
               them had been buried behind the chapel three winters ago.",
        o200k: 149,
        cl100k: 150,
        deepseek: 149,
        qwen: 150,
    },
    Sample {
        name: "English dialogue",
        text: "\"So you're just leaving?\" Clara leaned against the door frame and showed no sign of moving.\n\"What else?\" He swung the bag over his \
               shoulder. \"Stay for breakfast?\"\n\"There's porridge.\"\n\"...\"\n\"And bacon,\" she said. \"Fresh.\"\nHe looked at her for a while, \
               then laughed. \"Whenever you lie, your left eyebrow moves.\"\nShe reached for it before she could stop herself, and glared. \"Are you \
               going or aren't you?\"\n\"I'm going. When I've paid what I owe, I'll be back for that bacon.\"\n\"Who says I'll keep you any!\" she \
               shouted after him. He didn't turn round; he only raised a hand and waved.",
        o200k: 136,
        cl100k: 143,
        deepseek: 142,
        qwen: 143,
    },
    Sample {
        name: "Chinese with English",
        text: "他在 Starbucks 门口等了四十分钟，手机只剩 3% 的电。微信里最后一条消息停在 18:42，是 Lily 发来的：“我到 Terminal 2 了，你在哪？”\
               他回了个定位，转圈，失败，再转圈。后来他想，那天如果 WiFi 好一点，或者他没有把 Kindle 落在公司，事情会不会不一样。\
               项目叫 Northern Lights，预算 1,200 万，deadline 是 2024 年 6 月 30 日，邮件标题写着 RE: RE: FW: final_final_v3.docx。",
        o200k: 130,
        cl100k: 162,
        deepseek: 126,
        qwen: 137,
    },
    Sample {
        name: "JSON with Chinese values",
        text: "{\"name\":\"陆远\",\"aliases\":[\"小陆\",\"陆先生\"],\"age\":27,\"traits\":[\"谨慎\",\"念旧\",\"不善言辞\"],\"relations\":[{\"with\":\"沈青\",\
               \"kind\":\"friend\",\"since\":\"第三章\"},{\"with\":\"老葛\",\"kind\":\"debtor\",\"since\":\"第九章\"}],\"secret\":true,\"summary\":\
               \"三年前师父死后离开临川，靠替人抄书为生；始终相信师父的死不是意外。\"}",
        o200k: 105,
        cl100k: 132,
        deepseek: 97,
        qwen: 94,
    },
    Sample {
        name: "JSON Schema in English",
        text: "{\"type\":\"object\",\"properties\":{\"title\":{\"type\":\"string\",\"description\":\"A short title, at most twelve characters.\"},\
               \"events\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{\"who\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},\
               \"what\":{\"type\":\"string\"},\"when\":{\"type\":[\"integer\",\"null\"]}},\"required\":[\"who\",\"what\",\"when\"],\
               \"additionalProperties\":false}}},\"required\":[\"title\",\"events\"],\"additionalProperties\":false}",
        o200k: 96,
        cl100k: 93,
        deepseek: 101,
        qwen: 93,
    },
];
