//! Words that occur next to Chinese names, and words that are not names.
//!
//! The lists were written for this purpose, as characters or as words separated by blanks. They need not be complete,
//! since a name is judged by many occurrences.

/// Frequent family names of one character, and those popular in novels.
pub(super) const SURNAMES: &str = "李王张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏\
卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙段雷钱汤尹黎易武乔贺赖龚文\
庞樊兰殷施陶洪翟颜倪严牛温芦季俞章鲁葛伍韦申尤毕聂焦柳邢岳齐梅莫庄辛管祝左涂谷祁舒耿牟卜詹苗凌费纪靳盛童欧甄项裴席\
卫查屈鲍覃霍翁隋甘单柏宁柯阮桂闵柴车冉房辜吉饶瞿戚丘米池滕晋苑邬臧宫苟褚娄奚木穆党燕邸姬屠连晏栾郁商楚云凤薄冷卓花仇艾\
蓝桑荆银沙楼荀阚糜卞沮郗蒯简虞嵇邴满审华典晁扈索宣狄麻窦桓胥趙張劉陳楊黃吳孫馬羅鄭謝韓馮蕭許蘇盧蔣賈葉閻鍾譚鄒陸顧龍錢湯賀龔龐嚴蘆魯韋畢聶齊莊";

/// Family names of two characters.
pub(super) const DOUBLE_SURNAMES: &str = "\
欧阳 司马 上官 诸葛 司徒 东方 独孤 南宫 夏侯 慕容 皇甫 尉迟 公孙 长孙 宇文 令狐 百里 端木 轩辕 呼延 西门 \
东郭 南门 钟离 澹台 公冶 宗政 濮阳 淳于 单于 太叔 申屠 仲孙 鲜于 闻人 赫连 拓跋 完颜 纳兰 北堂 第五 歐陽 \
諸葛 東方 獨孤 南宮 長孫";

/// What a character does when speaking, directly after the name.
pub(super) const SPEAKING: &str = "\
道： 道: 道，“ 道“ 道「 說： 說道 说： 说: 说道 说，“ 说“ 笑道 笑说 问道 问： 忙道 答道 回道 叹道 \
骂道 喝道 哭道 叫道 冷笑 怒道 急道 又道 便道 因道 也道 忙笑道 忙问 忙说 忙答 便说 便问 又说 又问 因说 \
因问 笑问 也笑 又笑 陪笑 含笑 微笑 听说 听了 听见 低声 沉声 轻声 大声 高声 笑着 点头 点了点头 摇头 \
摇了摇头 皱眉 皱了皱眉 叹了口气 叹气 沉默 开口 接口 啐道 嗔道 拍手 道， 曰 云： 云，“ 大怒 大喜 大惊 大笑 大叫 大喝 大骂 大哭 喝曰 笑曰 问曰 答曰 \
怒曰 叹曰 谏曰 奏曰 告曰 谓 厉声 应声 道「 说「 想道 暗想 暗道 心想 心道 想： 忽道 遂道 乃道 便叫 便骂 便喝 嚷道 叫： 喊道 \
反问 回答 答应 应道 追问 插嘴 插话 苦笑 冷哼 哼了 嘟囔 嘟哝 嘀咕 自语 喃喃 大喊 大嚷";

/// Other actions of a character.
pub(super) const ACTING: &str = "\
忙 便 因 又 见 也 才 听 笑 哭 走 来 去 拿 坐 站 看 想 把 将 正 只 却 已 说 问 答 拉 接 心 进 出 回 一面 \
一手 起 不 自 带 \
遂 乃 即 皆 亦 大 引 令 命 急 领 闻 欲 从 在 与 对 向 跟 没 就 还 都 点 摇 抬 伸 站 望 走 听 拜 使 遣 勒 纵 挺 提 拍 \
跳 跑 骑 低 转 回 瞪 瞧 看 很 更 终 仍 仿 似 像 觉 知 早 先 再 被 给 叫 喝 骂 喊 突 忽 立 连 慢 默 紧 死 病 睡 醒 吃 喝 \
躺 蹲 跪 靠 抱 捧 推 扶 赶 掏 抓 握 放 送 打 用 以 为 是 有 的";

/// Words that introduce a name.
pub(super) const NAMING: &str = "\
叫作 叫做 名叫 名唤 唤作 唤做 名字叫 名为 本名 乳名 小名 人称 叫个 单名 姓名 复姓 唤 名曰 绰号 浑名 混名 诨名 表字 法名 道号 外号";

/// Titles and other words for a person, after a name.
pub(super) const TITLES: &str = "\
先生 小姐 公子 姑娘 大人 老爷 太太 夫人 师父 师兄 师姐 师弟 师妹 道长 掌门 将军 大夫 太医 嬷嬷 妈妈 姨娘 \
道士 道人 真人 长老 前辈 老师 教授 经理 总管 掌柜 大哥 大姐 奶奶 婶 嫂子 家的 相公 员外 丞相 嫂 大爷 \
二爷 三爷 老太爷 太爷 少爷 大少爷 少奶奶 老太太 师傅 同志 主任 部长 局长 校长 科长 队长 团长 司令 博士 律师 医生 老板 女士 婶子 婶婶 \
叔叔 伯伯 大叔 大伯 大婶 大妈 大娘 阿姨 婆婆 公公 姑姑 娘娘 道婆 和尚 法师 禅师 大师 都督 军师 司马 侍郎 尚书 太守 刺史 提辖 教头 押司 都头 \
知府 知县 翰林 秀才 举人 贵妃 皇后 公主 郡主 王爷 侯爷 帮主 教主 庄主 寨主 头领 捕头 镖头 太监 侍卫";

/// Words before the person spoken to, if speech follows.
pub(super) const ADDRESSING: &str = "对對向跟和同与與";

/// Verbs and prepositions that mostly take a person, directly before the name.
pub(super) const GOVERNING: &str =
    "和同与與跟向对對替给給被请請叫问問找陪约約劝勸骂罵派嫁娶求连連寻尋教嘱囑谢謝";

/// Characters that occur in names of two or three characters only by chance.
pub(super) const NEVER_IN_NAMES: &str = "的了是不我你他她它们們这這那着著在就也都又把被给給里裡么麼什怎谁誰吗嗎呢吧啊呀罢罷咱您\
说說听聽问問哭叫喝骂罵去过過还還没沒很最更再才刚剛却卻便忙因所而且但其者矣焉哉並及或则則既虽雖即使让讓对對\
曰遂乃即吾汝尔孰遽辄咸\
从從往到得地些每各某该該别別已曾极極甚皆俱于於勿答拿走坐站出送拉接带帶叹嘆忽仍亦只向跟\
唉啊哎呀呵哈嘻嘿哼哦噢喔嗯咦喂呜嗚嘛噫吁";

/// Characters that may follow a family name inside a name, and otherwise occur in names only by chance.
pub(super) const RARE_IN_NAMES: &str = "太与與个個见見道笑看想来來如以若此之乎并点點几幾另自己此时時候今昨后後前上下\
一二两兩三四五六七八九十百千第次回番遍句话話事情东東西物日夜早晚天年月非能可会會要肯敢应該须須必将將正越\
等多少众眾共同无無莫休未请請尚欲大引令急领率使遣谓闻喜怒惊慌入至军兵做进進有起若为為";

/// The subset of these that occasionally occurs in given names.
pub(super) const RARE_IN_GIVEN_NAMES: &str = "月天可若如来來非会會日夜";

/// The subset that is never the second character of a name of two.
pub(super) const VERBS: &str = "见見道笑看想来來回会會要肯敢请請欲有若为為";

/// Last characters of words for persons that are not names; after a family name they may be.
pub(super) const KINDS: &str = "人子头頭爷爺娘妈媽婆奶姐妹哥弟叔伯嫂爹公主士仆医醫兵民女男童孩友客师師父母夫婦妇亲親徒员員长長手口心身声聲脸臉眼面家";

/// Words of two or three characters that occur where names occur.
pub(super) const COMMON: &str = "\
先生 小姐 公子 姑娘 大人 老爷 太太 夫人 师父 丫头 丫鬟 婆子 奶奶 嬷嬷 妈妈 爷爷 姐姐 妹妹 哥哥 弟弟 大家 \
对方 众人 旁人 别人 人家 女人 男人 老人 少年 少女 姊妹 媳妇 道士 和尚 尼姑 家人 小厮 门子 皇上 陛下 娘娘 \
王爷 殿下 将军 掌柜 当下 原来 谁知 方才 如今 说话 古人 俗语 常言 何必 何苦 何曾 何等 何况 何不 何尝 何处 \
何用 何故 高兴 明白 明儿 今儿 和气 安静 金子 银子 白白 方是 万一 万分 石头 马上 文章 文字 成日 成亲 都是 \
老实 外头 里头 心里 嘴里 口内 口里 应当 常常 时常 平常 单单 连忙 连声 急忙 慌忙 赶忙 原本 原是 明明 盖因 \
安慰 计较 和尚 应声 单说 和你 冷冷 冷声 温和 温柔 简直 边说 全都 关心 解释 强忍 计划 任凭 任由 管家 管事 \
左右 方纔 易于 司机 保姆 司空 原因 云云 高声 花儿 花园 花草 金银 万万 半晌 诧异 果然 勉强 赌气 究竟 心中 \
心内 外面 满面 知县 书办 先儿 立刻 突然 忽然 似乎 仿佛 大约 其实 然而 可是 于是 终于 现在 今天 明天 昨天 \
以后 以前 这时 那时 同时 随后 随即 接着 显然 居然 竟然 依然 仍然 虽然 既然 当然 自然 尤其 易地 恍惚 含泪 \
医生 姥姥 旁边 勉强陪 方可 恍惚 含泪 医生 姥姥 旁边 方能 金色 白色 黄色 红色 水里 石阶 马车 车子 车夫 \
龙头";

/// Capitalised English words that are not names.
pub(super) const CAPITALISED: &str = "\
I I'm I'll I've I'd Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March \
April May June July August September October November December God Lord Heaven Christmas Easter \
Michaelmas English French Chapter CHAPTER Mr Mrs Ms Miss Dr Sir Lady Madam Illustration Ladyship \
Irish Scotch Scottish Welsh German Italian Spanish Dutch Roman Greek American Indian Russian Latin Turkish Chinese Japanese \
African European Asian Christian Christians Jew Jews Jewish Catholic Protestant Bible Parliament Sabbath Englishman Englishmen \
Englishwoman Frenchman Frenchmen Papa Mamma Mama Mom Mum Mummy Dad Daddy Mother Father Aunt Uncle Grandmother Grandfather \
Preface Introduction Contents Volume Part Book Note Park House Lodge Hall Highness Honour Honor Excellency Esq Project Gutenberg \
Miss Master Brother Sister Cousin Doctor Professor General Major Lieutenant Sergeant Inspector Lord Duke Duchess King Queen \
Prince Princess Count Countess Madame Monsieur Mademoiselle Heavens Providence Nature Easter Thanksgiving University College \
Hell Earth North South East West Church State Government Army Navy Court Lordship Majesty Colonel Captain St Tis Street Oh Yes No Okay OK TV";

/// Last parts of forms of address: after another word they form a name, as in 祥林嫂 and 王夫人.
pub(super) const FORMS: &str = "\
嫂 嫂子 婶 婶子 叔 伯 伯伯 哥 哥儿 姐 姐儿 妹 妹妹 妈 妈妈 爷 老爷 太爷 老太爷 少爷 大爷 二爷 奶奶 太太 老太太 婆 婆子 婆婆 姥姥 嬷嬷 \
娘 姑娘 大娘 姨 姨妈 姨娘 姑 姑姑 公 公公 公子 先生 小姐 夫人 大人 将军 丞相 师父 师太 师兄 师弟 师姐 师妹 道人 道士 真人 和尚 法师 长老 大师 禅师 \
员外 掌柜 老板 太医 大夫 医生 教授 老师 氏 妃 贵妃 皇后 公主 郡主 侯 帝 母 老 老头 老头子 大王 大叔 大伯 大婶 大妈 太守 都督 提辖 教头 少奶奶 头";

/// Last characters of places, and locative suffixes.
pub(super) const PLACES: &str = "\
州 郡 县 縣 府 城 京 省 市 镇 鎮 乡 鄉 村 庄 莊 屯 寨 营 關 关 山 岭 嶺 峰 岩 崖 洞 谷 坡 原 岗 冈 江 河 湖 海 溪 泉 潭 池 港 湾 津 渡 口 岛 洲 桥 橋 国 國 寺 \
庙 廟 庵 观 宫 宮 殿 楼 樓 阁 閣 亭 台 塔 园 園 院 堂 轩 斋 馆 館 祠 街 路 巷 门 門 胡同 房 店 铺 厅 屋 厂 家 都 里 东 南 西 北 中 上 下";
