// A whole long novel with a crowded canon: the longest names, rare characters, long lists.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ChooseKind, Chosen } from "@/ipc/types";
import type { App } from "./harness";

/** A name of 30 characters, with two that few fonts have. */
const NAME = "𠮷絟·阿列克谢耶维奇·冯·霍恩施陶芬-格林布尔根男爵之幼子";
/** No spaces, as in an address. */
const UNBROKEN = "SupercalifragilisticexpialidociousHohenstaufengrünburg";
/** A title of 40 characters. */
const TITLE = "第四回 薄命女偏逢薄命郎𠮷絟葫芦僧乱判葫芦案门子献计护官符贾雨村徇情枉法补遗一";

/** Tests find items by these names. */
export const CROWDED = {
  entry: NAME,
  title: TITLE,
  thread: "通灵宝玉第一次丢失之后由癞头和尚送还，其间究竟落在何人之手，𠮷絟至死未说",
  event: "元妃省亲，大观园题对额，宝玉作诗四首，黛玉代作杏帘在望，𠮷絟在旁誊写",
  /** Words of the third chapter. */
  quote: "一语未了，只听后院中有人笑声",
} as const;

/** The people of the novel, enough to fill a list. */
const PEOPLE =
  "贾宝玉 林黛玉 薛宝钗 王熙凤 贾母 贾政 王夫人 贾琏 平儿 袭人 晴雯 探春 迎春 惜春 史湘云 妙玉 李纨 香菱".split(
    " ",
  );
/** The numbers of checkpoints and of versions. */
const MANY = 12;

/** Sentences of our own for the stand-in. */
const SENTENCES = [
  "宝玉在廊下站了一会儿，看小丫头们收晒好的书。",
  "雨是后半夜停的，石阶上还留着水印。",
  "如海的信搁在案头，封口没有拆。",
  "“船明日才到，”门上的人说，“轿子已经备下了。”",
  "他把那句话在心里过了一遍，终究没有说出口。",
  "院里的海棠落了一地，没有人去扫。",
] as const;

/** A paragraph, different at each place. */
const paragraph = (chapter: number, at: number): string =>
  Array.from({ length: 4 }, (_, n) => SENTENCES[(chapter + at * 2 + n) % SENTENCES.length]).join("");

/** A short novel of our own with the same names, used without the corpus. */
export const STAND_IN = [..."一二三四五六七八九十"]
  .map((numeral, chapter) => {
    const paragraphs = Array.from({ length: 12 }, (_, at) => paragraph(chapter, at));
    const told = chapter === 2 ? [...paragraphs, `${CROWDED.quote}，众人都住了口。`] : paragraphs;
    return [`第${numeral}回 候船人夜读旧家书 守门客晨开新院锁`, ...told].join("\n\n");
  })
  .join("\n\n");

interface Outline {
  volumes: { chapters: { id: number; title: string; scenes: { id: number }[] }[] }[];
}

/** Creates a project from the text, and fills it. */
export async function crowdedNovel(app: App, text: string): Promise<void> {
  const source = join(app.home, "红楼梦.txt");
  await writeFile(source, text);
  const project = join(app.home, "红楼梦.wenfang");
  await app.answer(project, source);
  const chosen = async (kind: ChooseKind) => {
    const { path } = await app.call<Chosen>("window.choose", { kind, title: "" });
    if (path === null) throw new Error(`no ${kind} was chosen`);
    return path.path;
  };
  await app.call("project.create", {
    path: await chosen("new_project"),
    title: "红楼梦",
    author: "曹雪芹",
    first_chapter: "",
  });
  await app.call("project.import", { source: await chosen("import_file") });
  const { volumes } = await app.call<Outline>("manuscript.outline");
  const chapters = volumes.flatMap((volume) => volume.chapters).filter(({ title }) => title !== "");
  const [third, fourth] = [chapters[2], chapters[3]];
  if (third === undefined || fourth === undefined) throw new Error("the novel has no four chapters");
  const scene = third.scenes[0]?.id ?? 0;
  await app.call("manuscript.rename", { part: { chapter: fourth.id }, title: TITLE });
  await fill(app, third.id, { scene, quote: CROWDED.quote });
}

async function fill(app: App, chapter: number, passage: { scene: number; quote: string }): Promise<void> {
  const { scene } = passage;
  const long = `${NAME}，${"生得面如中秋之月，色如春晓之花，鬓若刀裁，眉如墨画。".repeat(6)}`;
  for (const key of ["genre", NAME, UNBROKEN]) await app.call("bible.set", { key, value: long });
  for (let at = 1; at <= 20; at += 1)
    await app.call("bible.set", { key: `第${at}条规矩`, value: "不得违背。" });
  const { id: lore_entry } = await app.call<{ id: number }>("lore.save", {
    title: NAME,
    kind: "character",
    aliases: [...PEOPLE.slice(0, 12).map((name) => `${name}的表亲`), UNBROKEN],
    content: long,
    secrets: long,
    keywords: PEOPLE.slice(12, 24),
    constant: true,
    locked: true,
  });
  await app.call("kg.save_entity", { name: NAME, kind: "character", lore_entry, description: long });
  await app.call("lore.save", { title: `${UNBROKEN}kai`, kind: "location", content: UNBROKEN });
  for (const title of PEOPLE) {
    const { id } = await app.call<{ id: number }>("lore.save", {
      title,
      kind: "character",
      content: `${title}，金陵人氏。`,
    });
    await app.call("kg.save_entity", { name: title, kind: "character", lore_entry: id });
  }
  for (const [at, title] of PEOPLE.entries()) {
    const other = PEOPLE[(at * 7 + 3) % PEOPLE.length] ?? "";
    for (const [kind, to] of [
      ["亲戚", other],
      ["旧识，曾在同一处听戏，后来多年不通音问", NAME],
    ])
      await app.call("kg.save_relation", { from: { name: title }, to: { name: to }, kind, passage });
    await app.call("kg.save_fact", {
      subject: { name: at % 2 ? NAME : title },
      predicate: "住处与常去的地方",
      object: { text: `怡红院、潇湘馆、蘅芜苑以及第${at}处不为人知的所在` },
      passage,
    });
    await app.call("threads.save", {
      title: at === 0 ? CROWDED.thread : `${title}的下落`,
      description: long,
      due_after: at + 1,
      passage,
    });
    await app.call("timeline.save", {
      title: at === 0 ? CROWDED.event : `${title}进府`,
      description: long,
      time: `正月${at + 1}日，上元之后，天色将晚，灯火初上的时候`,
      place: "荣国府西角门外第三条夹道的尽头",
      participants: PEOPLE.slice(0, 1 + (at % 9)).map((name) => ({ name })),
      scene,
    });
  }
  for (let at = 1; at <= MANY; at += 1)
    await app.call("checkpoint.create", {
      name: at === MANY ? `${TITLE}（改前）` : `第${at}次通读`,
      note: long,
    });
  const { text, version } = await app.call<{ text: string; version: number }>("scene.text", { scene });
  let base = version;
  for (let at = 1; at <= MANY; at += 1) {
    ({ version: base } = await app.call<{ version: number }>("scene.save", {
      scene,
      base,
      text: `${text}\n第${at}次添的一句，𠮷絟写。`,
    }));
  }
  await app.call("scene.label", { scene, version: base, label: `${TITLE}定稿` });
  await app.call("branch.create", { scene, name: `${TITLE}（另一种写法）` });
  await app.call("manuscript.describe", {
    part: { chapter },
    synopsis: long,
    goal: long,
    target: 8000,
  });
  await app.call("kg.propose", {
    source: `${NAME}的小传`,
    proposals: PEOPLE.flatMap((subject) => [
      {
        proposed: { kind: "entity", name: `${subject}的丫鬟`, entity_kind: "character" },
        confidence: 0.8,
        scene,
        quote: passage.quote,
      },
      {
        proposed: {
          kind: "fact",
          subject: NAME,
          predicate: "埋下的一件要紧东西",
          object: long,
          modality: "claimed",
        },
        confidence: 0.65,
        scene,
        quote: passage.quote,
      },
    ]),
  });
  await app.call("check.set_rule", { rule: "repetition", on: true });
  await app.call("check.run", { within: { scene } });
}
