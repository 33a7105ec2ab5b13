// Search in the real window: a whole novel is indexed while the window shows the progress, words and meaning are
// found, each result leads to its place, and results are in the receipt of a generated text.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { SceneMemory } from "../../src/ipc/types";
import { startModelServer } from "../model-server";
import { Author } from "./author";
import { until } from "./processes";
import { ROOT, Studio } from "./studio";
import { KEY } from "./webdriver";

/** A real novel beside the repository, if there is one (see tests/src/corpus.rs). */
const DREAM = join(ROOT, "../shared/corpus/hongloumeng.zh-Hans.txt");
const MODEL = "yehang-7b";
const SYNOPSIS = "宝玉回想黛玉葬花，一个人走到沁芳桥边。";
const WRITTEN = "宝玉走到沁芳桥边，水上漂着几瓣落花。他站了一会儿，一句话也没有说。";

const script = { models: [MODEL], default: { text: WRITTEN, tokens_per_second: 200 } };

test.skipIf(!existsSync(DREAM))("search of a whole novel", { timeout: 600_000 }, async () => {
  const studio = await Studio.open();
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  const file = studio.path("红楼梦.wenfang");
  studio.cli("new", "--title", "红楼梦", file);
  studio.cli("import", file, DREAM);
  const { chapter } = studio.cli<{ chapter: number }>(
    "create",
    file,
    "--volume",
    "1",
    "--title",
    "续回 沁芳桥",
  );
  const { scene } = studio.cli<{ scene: number }>("create", file, "--chapter", String(chapter));
  studio.cli("plan", file, "--scene", String(scene), "--synopsis", SYNOPSIS, "--character", "宝玉");
  studio.cli("providers", "add", "home", "--preset", "custom", "--url", server.url, "--model", MODEL);
  const target = { provider: "home", model: MODEL };
  studio.cli("providers", "routes", JSON.stringify({ default: { targets: [target], fallback: true } }));
  studio.cli("providers", "consent", "home");
  studio.cli("providers", "unasked", "home", MODEL, "1000000");

  const app = await studio.drive([file]);
  const author = new Author(app.window, studio.display, "search");
  await author.writes();

  // The window has indexed the novel on its own. Rebuilt, the index shows its progress until it is complete again.
  await author.command("搜索索引");
  await until("the novel is indexed", () => author.isShown("索引完成"), 240_000);
  await author.sees("编入的文本", "语义向量");
  await app.window.run(() => {
    const shown: string[] = [];
    Object.assign(globalThis, { shown });
    new MutationObserver(() => {
      const words = document.querySelector("aside [role=progressbar]")?.textContent ?? "";
      if (words !== "" && words !== shown.at(-1)) shown.push(words);
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  await author.press("重建索引");
  await author.sees("从头编入");
  await author.press("重建索引");
  await until("the index is rebuilt", () => author.isShown("已全部编入"), 240_000);
  const shown = await app.window.run(() => (globalThis as unknown as { shown: string[] }).shown);
  expect(new Set(shown).size, shown.join("; ")).toBeGreaterThan(1);
  await author.picture("index");

  // Four characters, and two, are found while typing.
  const looksFor = async (words: string) => {
    await app.window.press(KEY.control, KEY.shift, "y");
    await until("the field is there", () =>
      app.window.run(() => {
        const field = document.querySelector<HTMLInputElement>("aside input[type=search]");
        field?.focus();
        field?.select();
        return field !== null && document.activeElement === field;
      }),
    );
    await app.window.insert(words);
    await until(`“${words}” is found`, () =>
      app.window.run(
        (wanted) =>
          [...document.querySelectorAll("[data-hit] mark")].some((mark) =>
            wanted.includes(mark.textContent ?? "-"),
          ) && document.querySelector("[aria-busy=true]") === null,
        words,
      ),
    );
  };
  const first = () => app.window.run(() => document.querySelector("[data-hit]")?.textContent ?? "");
  await looksFor("黛玉葬花");
  await author.picture("four characters");
  await looksFor("葬花");
  expect(await first()).toContain("葬花");
  await author.picture("two characters");
  await app.window.press(KEY.down);
  await app.window.press(KEY.enter);
  await author.pointedOut("葬花");
  await author.picture("at its place");

  // The results for a scene are in the receipt of its text.
  await author.goTo("续回 沁芳桥");
  await until("the planned scene is open", async () => (await author.text()).trim() === "");
  await author.command("检索场景记忆");
  await author.sees("前文段落", "送出");
  await author.picture("memory");
  await author.writes();
  await author.command("起草本场景");
  await author.press("全部采纳");
  await author.sees("已采纳");
  await author.caret("behind", WRITTEN.slice(0, 6));
  await author.command("这段文字从哪来");
  await author.sees(MODEL, "相似段落");
  await app.window.run(() => {
    const layers = [...document.querySelectorAll("aside section")];
    layers.find((layer) => layer.textContent?.startsWith("相似段落"))?.scrollIntoView();
  });
  await author.picture("receipt");
  const { memory } = studio.cli<{ memory: SceneMemory }>("memory", file, "--scene", String(scene), "--show");
  const asked = (await server.requests()).map(({ body }) => JSON.stringify(body)).join("\n");
  const sent = memory.relevant_memories.filter(({ text }) => asked.includes(text.trim().slice(0, 12)));
  expect(sent.length, `none of ${memory.relevant_memories.length} passages was sent`).toBeGreaterThan(0);
});
