//! Words for what one person is to another.

/// Chinese, of two or more characters.
const CHINESE: &str = "\
父亲 母亲 爸爸 妈妈 爹爹 儿子 女儿 长子 次子 三子 幼子 少子 独子 嫡子 庶子 养子 义子 长女 次女 三女 幼女 独女 养女 义女 丈夫 妻子 夫人 太太 老婆 老公 爱人 媳妇 娘子 正室 \
继室 续弦 前妻 前夫 未婚妻 未婚夫 侍妾 小妾 爱妾 姨娘 小老婆 哥哥 弟弟 姐姐 妹妹 姊姊 兄长 兄弟 胞兄 胞弟 胞妹 大哥 二哥 三哥 大姐 二姐 三妹 小妹 幼弟 幼妹 亲弟 亲兄 \
堂兄 堂弟 堂姐 堂妹 表兄 表哥 表弟 表姐 表妹 嫂子 嫂嫂 大嫂 弟媳 弟妇 姐夫 妹夫 妹婿 女婿 祖父 祖母 爷爷 奶奶 孙子 孙女 长孙 重孙 曾孙 玄孙 孙媳 孙媳妇 外祖父 外祖母 外公 外婆 \
外孙 外孙女 外甥 外甥女 叔叔 叔父 伯父 伯伯 婶子 婶娘 婶母 伯母 姑妈 姑母 姑姑 姑父 姨妈 姨母 姨父 舅舅 舅父 舅母 侄儿 侄子 侄女 侄孙 内侄 内侄女 内兄 内弟 妻弟 妻舅 \
小舅子 小姨子 小姑子 岳父 岳母 岳丈 丈人 丈母 丈母娘 婆婆 公公 婆母 干娘 干爹 干妈 义父 义母 义兄 义弟 干儿子 干女儿 师父 师傅 徒弟 弟子 门生 学生 老师 师兄 师弟 师姐 师妹 师叔 师伯 \
主人 奶母 乳母 奶妈 奶娘 丫鬟 丫头 丫环 大丫头 大丫鬟 小丫头 侍女 使女 婢女 陪房 小厮 书童 仆人 家人 管家 长随 心腹 随从 部将 副将 部下 谋士 朋友 好友 老友 同学 同窗 同乡 同事 邻居 \
丫头子 小丫头子 奶兄 奶哥哥 从弟 从兄 族弟 族兄 族侄 庶母 嫡母 小女 长媳 儿媳 儿媳妇 清客 大兄 侄女儿 孙女儿 外孙女儿 表侄 表叔 亲随 伴读 闺女 乳娘 嬷嬷 \
恋人 情人 女友 男友 女朋友 男朋友 秘书 助手 上司";

/// Chinese, of one character: only after 之 or 其, where the meaning is certain.
const CHINESE_SHORT: &str = "父母妻妾子女兄弟姊姐妹嫂侄孙婿媳夫甥叔伯舅姑姨师徒友仆婢";

/// Words for what two people named in succession are to each other.
const PAIRS: &str = "父子 父女 母子 母女 兄弟 弟兄 姐妹 姊妹 兄妹 姐弟 夫妻 夫妇 叔侄 姑嫂 妯娌 婆媳 主仆 师徒 祖孙 翁婿 姑侄 舅甥 两口子";

/// English, in which the longest match counts.
const ENGLISH: &str = "\
stepmother stepfather stepson stepdaughter mother-in-law father-in-law sister-in-law brother-in-law son-in-law daughter-in-law \
grandmother grandfather grandson granddaughter godmother godfather mother father sister brother daughter son wife husband widow \
widower aunt uncle niece nephew cousin friend housekeeper governess maid servant steward butler guardian ward heir fiancée fiancé \
partner neighbour neighbor assistant secretary pupil tutor master mistress companion";

const JAPANESE: &str = "\
父親 母親 お父さん お母さん 父 母 兄 弟 姉 妹 息子 娘 長男 次男 長女 次女 夫 妻 妻君 細君 奥さん 叔父 伯父 叔母 伯母 祖父 祖母 従兄 従弟 従妹 甥 姪 孫 弟子 師匠 恩師 教え子 友人 友達 親友 \
同級生 先輩 後輩 同僚 主人 許嫁 婚約者 恋人 婿 嫁 養子";

/// The longest word of a list at the start of a text.
fn longest<'w>(words: &'w str, text: &str) -> Option<&'w str> {
    words.split_whitespace().filter(|word| text.starts_with(word)).max_by_key(|word| word.len())
}

/// The kinship word at the start of a Chinese text.
pub(super) fn chinese(text: &str) -> Option<&'static str> {
    longest(CHINESE, text)
}

/// The same after 之 or 其, where one character is enough.
pub(super) fn chinese_owned(text: &str) -> Option<&'static str> {
    let short = || {
        let first = text.chars().next()?;
        let at = CHINESE_SHORT.find(first)?;
        CHINESE_SHORT.get(at..at + first.len_utf8())
    };
    chinese(text).or_else(short)
}

/// The word for a servant, if the text is one.
pub(super) fn servant(text: &str) -> Option<&'static str> {
    const SERVANTS: [&str; 11] =
        ["丫鬟", "丫头", "丫环", "小丫头", "家人", "小厮", "书童", "侍女", "管家", "心腹", "仆人"];
    SERVANTS.iter().find(|servant| **servant == text).copied()
}

/// Whether a text is a single character for a close relative, as in 操父曹嵩.
pub(super) fn is_short(text: &str) -> bool {
    const CLOSE: [&str; 14] =
        ["父", "母", "妻", "妾", "子", "女", "兄", "弟", "姊", "妹", "侄", "孙", "婿", "嫂"];
    CLOSE.contains(&text)
}

/// The word at the start of a text for what two people are to each other.
pub(super) fn pair(text: &str) -> Option<&'static str> {
    longest(PAIRS, text)
}

/// The kinship word at the start of an English text, as a whole word.
pub(super) fn english(text: &str) -> Option<&'static str> {
    let word = longest(ENGLISH, text)?;
    let ends = text[word.len()..].chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '-');
    ends.then_some(word)
}

/// The kinship word at the start of a Japanese text.
pub(super) fn japanese(text: &str) -> Option<&'static str> {
    longest(JAPANESE, text)
}
