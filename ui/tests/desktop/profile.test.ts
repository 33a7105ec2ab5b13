// A scene drafted in the real window with the profile 细写: memory and notes before the text, a check and a mended copy
// after it. The copy is accepted, undone and redone, and its report is read.
import { expect, onTestFinished, test } from "vitest";
import { type ModelServer, startModelServer } from "../model-server";
import { Author } from "./author";
import { until } from "./processes";
import { type Running, Studio } from "./studio";
import { KEY } from "./webdriver";

const SYNOPSIS = "老周独自撑船回来，木桩上的灯灭了。他在舱底找到藤箱里落下的蓝布褂。";
const FIRST = "那一夜的雾到三更才散。老周坐在船头，把那枚铜钱翻来覆去地看。";
const PROSE =
  "船靠岸时，，木桩上的灯已经灭了。老周把缆绳绕了三圈，站着听了一会儿水声。他弯腰钻进船舱，在藤箱底下摸到那件蓝布褂，" +
  "袖口还湿着。他把它叠好，放在灯下。天亮以前他没有再出来。";
const MENDED = PROSE.replace("，，", "，");
const NOTES = {
  goal: "老周决定去南边找人",
  beats: ["灯灭了", "找到蓝布褂"],
  must_not: ["不写她去了哪里"],
  echoes: ["那枚铜钱"],
};

const script = {
  models: ["yehang-7b"],
  rules: [
    { when: { contains: "工作笔记，交给" }, answer: { text: JSON.stringify(NOTES), delta_delay_ms: 30 } },
    { when: { contains: "不写她去了哪里" }, answer: { text: PROSE, tokens_per_second: 60 } },
  ],
  default: { text: "好。" },
};

/** A novel with a chapter of text and a planned one, and the rule that finds the doubled comma. */
function prepare(studio: Studio): string {
  const file = studio.path("渡口.wenfang");
  studio.write("渡口.txt", `第一章 雾散\n\n${FIRST}\n`);
  studio.cli("new", "--title", "渡口", file);
  studio.cli("import", file, studio.path("渡口.txt"));
  studio.cli("create", file, "--volume", "1", "--title", "第二章 归舟");
  studio.cli("create", file, "--chapter", "2");
  studio.cli("plan", file, "--scene", "2", "--target", "85", "--synopsis", SYNOPSIS);
  studio.cli("rules", file, "--on", "punctuation");
  studio.cli("pipeline", "use", file, "careful", "--chapter", "2");
  return file;
}

test("a scene is drafted with the profile 细写", { timeout: 400_000 }, async () => {
  const studio = await Studio.open();
  const server: ModelServer = await startModelServer(script);
  onTestFinished(() => server.close());
  const file = prepare(studio);
  const app: Running = await studio.drive([file]);
  const author = new Author(app.window, studio.display, "profile");
  await author.goTo("第二章");
  await until("the planned scene is open", async () => (await author.text()).trim() === "");
  await author.command("起草本场景");
  await author.press("其他服务商");
  await author.press("其他兼容服务");
  await author.fill("接口地址", server.url);
  await author.fill("名称", "夜航");
  await author.press("添加并测试");
  await author.press("yehang-7b");
  await author.sees("是默认模型");
  await app.window.press(KEY.escape);
  await author.left();

  await author.writes();
  await author.command("起草本场景");
  await author.sees("第一次把文字发给");
  await author.picture("what will be sent");
  await author.press("同意并发送");
  await author.left();
  await author.sees("细写");
  await author.picture("steps before");
  await until("the text comes in", async () => (await server.requests()).length >= 2, 40_000);
  await author.picture("text comes in");
  await author.sees("A′");
  await author.picture("both candidates");
  const sent = (await server.requests()).map(({ body }) => JSON.stringify(body ?? ""));
  expect(sent.some((body) => body.includes("不写她去了哪里"))).toBe(true);

  await author.press("A′");
  await author.picture("the mended copy");
  await author.press("全部采纳");
  await author.sees("已采纳");
  await until("the copy is in the text", async () => (await author.text()).includes(MENDED.slice(0, 20)));
  await author.writes();
  await app.window.press(KEY.control, "z");
  await until("it is gone", async () => (await author.text()).trim() === "");
  await app.window.press(KEY.control, KEY.shift, "z");
  await until("it is back", async () => (await author.text()).includes(MENDED.slice(0, 20)));
  await app.window.press(KEY.control, "s");
  await author.kept("saved");

  await author.caret("behind", MENDED.slice(0, 8));
  await author.command("这段文字从哪来");
  await author.sees("怎么来的", "细写", "写前笔记");
  await author.picture("report");
});
