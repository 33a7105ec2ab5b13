//! Short prose of our own: each sample is narrated in one person, while its speech is full of the other.

pub(super) const EN_FIRST: &str = "\
The ferry was late, and the rain had found the hole in my collar. I stood under the tin roof with the other passengers \
and counted the coins in my pocket. There were nine. The ticket cost ten.

“He never waits for anyone,” said the woman beside me. “He shouts at his crew, he shouts at his wife, and then he goes \
home and sleeps like a child.”

“Who does?” I asked.

“The captain. She left him last winter, you know. They all heard them.”

I did not know. The harbour lamps came on one after another, and their light ran down the wet stones towards us. A boy \
was selling chestnuts out of a bucket. His hands were black to the wrist. I gave him one of my coins, since nine would \
not carry me across any more than eight.

“She said he could keep the house,” the woman went on. “He sold it. He put the money into the boat.”

The chestnuts were too hot to hold. The bell rang at last out on the water, and everybody picked up their bags. I had \
no bag. My brother had told me to bring nothing, and for once I had listened to him. The hull came out of the dark \
with its one green eye. A rope flew over our heads, fell short, and was thrown again.

The captain himself took the tickets. He had a grey beard and a coat without buttons. When he came to me he looked at \
the eight coins in my palm for a long time.

“He is short,” said the mate.

“He is wet,” said the captain, and he closed my fingers over the money. I went up the plank before he could think \
better of it. Behind me the boy with the bucket laughed. The engine shook the deck under my shoes. By the time the \
town had sunk into the rain I was asleep against the funnel, and nobody woke me.
";

pub(super) const EN_THIRD: &str = "\
Ilse locked the shop at six. The street was empty but for a cart, and the horse had gone to sleep between the shafts. \
She put the key on its nail, took it off again, and slipped it into her shoe.

“I know what I saw,” said Tobias from the stairs. “I was at my window. I had my glasses on, and I swear to you it was me \
he looked at.”

“I believe you,” she said. “I only wish I had seen it myself.”

He came down slowly, one hand on the rail. The lamp threw his shadow over the clocks. There were forty of them on the \
wall, and no two agreed. Ilse had stopped winding them in the spring, but a few went on by themselves. Her father used \
to say that a clock had a will of its own. He had said the same of mice.

“My coat was on the chair. My purse was in my coat. I left them for a minute, and I came back, and I had nothing.”

The purse lay on the counter between them. It was wet. Somebody had dried the coins and put them back in order, the \
small ones at the bottom. Tobias would not touch it. He walked round the counter and stood by the door with his \
forehead on the glass. Outside, the horse woke and shook itself.

“I want to go home,” he said. “I am too old for this, and so are my knees.”

Ilse said nothing. She was watching the tall clock in the corner, whose hands had begun to move backwards. They went \
past five, past four, and stopped at a quarter to three. The weights hung still. Then the little door above the dial \
opened, and instead of the bird a folded paper fell on the floor. Tobias bent down for it. His knees cracked. The \
paper held a single line in a child's hand, and it was addressed to her. She read it twice before she put it into the \
stove.
";

pub(super) const ZH_FIRST: &str = "\
船到渡口的时候，天已经黑透了。我把包袱抱在怀里，跟着人群往上走。石阶上全是青苔，前面的老头滑了一跤，我伸手扶了他一把。

“他早就不在这儿了。”老头喘着气说，“他娘死了以后，他把房子卖了，跟着一个姑娘走了。她是外乡人，他们谁也没告诉。”

我愣了一下。他以为我是来讨债的。我没有解释，只问他那房子卖给了谁。

“卖给了他表叔。他表叔那个人，你见了就知道，他眼里只有钱。”

街上只剩下一家铺子还亮着灯。我在门口站了一会儿，闻见里面炖肉的香气。我已经一天没有吃东西了。口袋里还有四枚铜钱，是母亲临走前塞给我的。我数了一遍，又数了一遍，最后还是推开了门。

老板娘正在擦桌子。她抬头看了看我，又看了看我脚上的泥。

“她带他走的那天，也下着雨。”我还没有坐下，她就这样说，“你跟他长得真像。他是你哥哥吧？”

我点点头。屋檐下的雨水一串一串地落下来，打在木桶里。她端来一碗面，上面卧着一个鸡蛋，不肯收我的钱。我低着头吃，面汤的热气糊住了眼睛。墙角的猫醒了，伸了个懒腰，慢慢走到我脚边。

“他留了一封信。”老板娘从柜台底下摸出一个油纸包，“他说总有一天你会来。”

信很薄。我没有当着她的面拆开。雨停了以后，我沿着河边走到很晚，听见对岸有人在唱歌。我把信贴在胸口，忽然觉得不那么冷了。第二天天一亮，我就搭船离开了那里。
";

pub(super) const ZH_THIRD: &str = "\
天还没亮，阿桐就起来磨刀。井边的石头冻得发白，他往上面泼了一瓢热水，白气一下子冒了起来。隔壁的狗叫了两声，又不叫了。

“我昨晚没有睡着。”屋里传出妹妹的声音，“我总听见有人在我窗子外面走。我怕。”

“我在呢。”阿桐说，“我一夜都坐在门口，我什么也没看见。”

他撒了谎。后半夜他靠着门框睡过去了，醒来的时候，门槛上多了一只泥脚印。脚印很小，像是孩子的。阿桐用袖子把它擦掉，可是泥已经干了，怎么也擦不干净。

妹妹披着棉袄走出来。她的头发散着，脸色比前一天更黄。她在井台上坐下，看哥哥一下一下地推那把刀。刀口渐渐亮了。

“我想去找我们的娘。”她忽然说，“我知道她在哪里。我在梦里去过，我认得路。”

阿桐的手停住了。村里的人都说他们的娘是掉进河里死的，可是谁也没有找到过尸首。那年他九岁，妹妹才四岁。父亲出去寻了三个月，回来以后就不再说话。第二年春天，父亲也走了。

太阳从山坳里露出半个头。他把刀插进腰里，进屋取了干粮和一个水葫芦。妹妹已经穿好了鞋。她站在院子门口，手里攥着一根红头绳。

“我走前面。”她说，“我认得路，我带你去。”

他们锁上门，沿着结冰的小河往上游走。身后的村子一点一点变小，炊烟升起来，又被风吹散。走到拐弯的地方，阿桐回头看了一眼。门槛上好像坐着一个人。他揉了揉眼睛，那里什么也没有。
";

pub(super) const JA_FIRST: &str = "　駅に着いたのは夜の九時過ぎだった。改札には誰もいなかった。僕は切符を箱に入れ、暗い待合室を通り抜けた。外は雪が降っていた。

「彼ならもういませんよ」と、売店の女が言った。「彼女と一緒に、夕方の汽車で発ちました。彼はずいぶん痩せていました」

　僕は礼を言って、缶コーヒーを一本買った。手がかじかんで、うまく蓋が開けられない。女は黙って僕の手から缶を取り、開けてくれた。

「彼女のほうが泣いていました。彼は一度も振り向かなかった」

　待合室の時計は止まっていた。僕はベンチに座って、兄の手紙をもう一度読み返した。手紙には、駅で待つとだけ書いてあった。字は僕の知っている兄の字ではなかった。急いで書いたのだろう。最後の行は滲んで読めない。

　雪は少しずつ強くなった。やがて駅員が来て、もう閉める時間だと僕に告げた。宿はないかと訊くと、彼は首を横に振った。

「あの人も同じことを訊きました。彼は結局、ここで寝たのです」

　僕は鞄を枕にして横になった。床は氷のように冷たかった。遠くで貨車の連結する音がした。目を閉じると、兄の顔が浮かんだ。子供のころ、僕は兄の後ばかり追いかけていた。兄は足が速く、いつも先に角を曲がってしまう。僕が角に着くころには、道にはもう誰もいない。

　朝になって、売店の女が毛布を持ってきた。僕はいつのまにか泣いていたらしい。雪はやんでいた。始発の汽車が入ってくると、僕は切符も買わずに飛び乗った。
";

pub(super) const JA_THIRD: &str = "　美咲は窓を閉めた。雨の匂いが部屋に残っていた。机の上には、開いたままの手紙があった。

「私は行きません」と美咲は言った。「私には私の仕事があります。私が行ったら、私の店はどうなるのですか」

　健吾は答えなかった。彼は帽子を膝に置き、縁を指でなぞっていた。古い時計が七時を打った。

「俺だって行きたくはない」やがて健吾が言った。「俺は約束したんだ。俺が行かなければ、俺の代わりに誰かが死ぬ」

　美咲は手紙をたたみ、引き出しにしまった。鍵は二度回さないとかからなかった。彼女の指は震えていた。廊下を猫が歩いていく音がした。

　店の明かりはまだついていた。客は一人もいない。健吾は立ち上がり、棚の人形を一つ手に取った。それは片目のない兵隊だった。裏に小さな字で名前が彫ってある。彼はその名前を声に出さずに読んだ。

「私の父が作ったものです」と美咲は言った。「私は一度も動くところを見ていません」

　健吾がねじを巻くと、兵隊はゆっくり歩き出した。机の端まで来て、落ちる寸前に止まった。美咲は息をのんだ。父が死んでから十年、その人形は一度も動いたことがなかった。

「俺には分かる」と彼は言った。「俺たちは二人とも行くことになる」

　雨はいつのまにか上がっていた。美咲は前掛けを外し、椅子の背にかけた。それから店の札を裏返した。通りの向こうに、見慣れない馬車が停まっていた。御者は顔を上げなかった。二人が外に出ると、馬車の扉はひとりでに開いた。
";

/// An autobiography: 浮生六记, 沈复, 1808.
pub(super) const ZH_CLASSICAL_FIRST: &str = "\
余生乾隆癸未冬十一月二十有二日，正值太平盛世，且在衣冠之家，居苏州沧浪亭畔，天之厚我，可谓至矣。\
东坡云：“事如春梦了无痕”，苟不记之笔墨，未免有辜彼苍之厚。因思《关雎》冠三百篇之首，故列夫妇于首卷，余以次递及焉。\
所愧少年失学，稍识之无，不过记其实情实事而已。若必考订其文法，是责明于垢鉴矣。\
余幼聘金沙于氏，八龄而夭。娶陈氏。陈名芸，字淑珍，舅氏心余先生女也。
";
