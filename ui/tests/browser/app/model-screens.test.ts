// The screens of models in every theme and both languages: see `looks.ts`.
import { describe, expect, it } from "vitest";
import { en as contextEn, zh as contextZh } from "@/features/context/words";
import { en as draftingEn, zh as draftingZh } from "@/features/drafting/words";
import { en as modelsEn, zh as modelsZh } from "@/features/models/words";
import { en as promptsEn, zh as promptsZh } from "@/features/prompts/words";
import type { GenerationList } from "@/ipc/types";
import { type App, goToEnd, inBrowser, openSample, type } from "./harness";
import { leaveDialog, looker, looks } from "./looks";
import { at, barOf, begin, MODEL, provider, says, setUp, streaming, withModels } from "./with-models";

inBrowser();
const { server } = withModels();

const OLD = "这个时辰过江的，不是赶着奔丧，就是躲着要债，两样都不是好买卖。";
const NEW = "这个时辰过江的，若不是赶去奔丧，就是躲着要债，哪一样都不是好买卖。";
const PARAGRAPHS = [
  "雨停了，江面上只剩下一层薄雾，木桩的影子很长。",
  "老周把马灯提高了一点，照见石阶上一串湿脚印。",
  "他没有喊，只把篙子横过来，等着那个人先开口说。",
  "船头轻轻一碰，碰的正是他离开的那一级石阶。",
];
const CARD = {
  goal: "过江，找到挂灯的人",
  conflict: "老周不肯夜渡",
  turning_point: "她递来那枚旧钱",
  beats: ["有人喊渡", "老周推辞", "认出铜钱"],
  ending_hook: "对岸亮起一点灯",
};
const TITLES = {
  candidates: [
    { title: "雾里的灯", reason: "扣着结尾的那一点光" },
    { title: "旧钱", reason: "父女相认的信物" },
  ],
};

describe.each(looks)("$language, $themes", ({ language, themes }) => {
  const zh = language === "zh";
  const drafting = zh ? draftingZh : draftingEn;
  const models = zh ? modelsZh : modelsEn;
  const context = zh ? contextZh : contextEn;
  const prompts = zh ? promptsZh : promptsEn;
  const options = { language, theme: themes[0] };

  const goOn = async (app: App, target: number, candidates = 1) => {
    await app.run("drafting.instruct");
    await app.dialog().getByLabel(drafting.instruct.target).fill(String(target));
    if (candidates > 1)
      await app
        .dialog()
        .getByRole("radio", { name: String(candidates) })
        .click();
    await app.page.keyboard.press("Tab");
    await app.dialog().getByRole("button", { name: drafting.instruct.begin, exact: true }).click();
    await app.dialog().waitFor({ state: "hidden" });
  };
  const judged = async (app: App) => {
    await app.page.locator("main .cm-proposal-hunk").first().waitFor();
    await app.page.mouse.move(5, 5);
  };
  const leave = async (app: App) => {
    await app.run("drafting.reject_all");
    await app.page.locator("main .cm-proposal-hunk").first().waitFor({ state: "detached" });
  };

  it("setting models up", { timeout: 300_000 }, async () => {
    const { wrong, look } = looker({ language, themes });
    await server().script({ models: [MODEL, "qwen3-32b", "deepseek-v3.2"] });
    const app = await openSample(options);
    await goToEnd(app);
    await app.run("drafting.continue");
    await app.dialog().waitFor();
    await look(app, "no-model");
    await leaveDialog(app);
    await app.run("models.open");
    await look(app, "models-add");
    await app
      .dialog()
      .getByRole("button", { name: new RegExp(`^${models.custom}`) })
      .click();
    await look(app, "models-new");
    await app.dialog().getByLabel(models.fields.address).fill(server().url);
    await app.dialog().getByRole("button", { name: models.new.submit, exact: true }).click();
    const served = app.dialog().getByRole("list", { name: models.probe.choose });
    await served.waitFor();
    await look(app, "models-choose");
    await served.getByRole("button", { name: MODEL }).click();
    await app.dialog().getByText(models.probe.routed.replace("{{model}}", MODEL)).waitFor();
    await look(app, "models-provider");
    for (const place of ["routes", "keys", "ceilings"] as const) {
      await app.dialog().getByRole("button", { name: models.places[place] }).click();
      await look(app, `models-${place}`);
    }
    await leaveDialog(app);
    await app.run("drafting.continue");
    await app.dialog().locator("pre").last().waitFor();
    await look(app, "consent");
    await leaveDialog(app);
    expect(wrong).toEqual({});
  });

  it("writing with them", { timeout: 600_000 }, async () => {
    const { wrong, look } = looker({ language, themes });
    const app = await openSample(options);
    await setUp(app, provider("one", server().url, { name: "本机的服务" }));
    const inspector = app.page.getByRole("complementary").first();
    await goToEnd(app);
    await app.run("drafting.instruct");
    await look(app, "instruct");
    await app.dialog().getByRole("button", { name: drafting.instruct.preview }).click();
    await app.dialog().locator("pre").last().waitFor();
    await look(app, "preview-sending");
    await leaveDialog(app);
    await app.run("context.show");
    await inspector.getByText(context.layers.recent).waitFor();
    await look(app, "context-preview");
    await app.run("context.shelf");
    await look(app, "shelf-empty");

    const text = PARAGRAPHS.join("\n");
    await server().script({ default: { text, delta_delay_ms: 120 } });
    await goOn(app, 60);
    await streaming(app, PARAGRAPHS[0]?.slice(0, 12) ?? "");
    await look(app, "proposal-streaming");
    await judged(app);
    await look(app, "proposal-judged");
    await app.run("drafting.accept_hunk");
    await app.run("drafting.reject_hunk");
    await look(app, "proposal-half");
    await app.run("drafting.apply");
    await app.kept("saved");
    await look(app, "proposal-accepted");
    await app.run("context.shelf");
    await look(app, "shelf");

    await server().script({ default: { text: NEW } });
    await at(app, OLD, "select");
    await begin(app, "drafting.rewrite");
    await judged(app);
    await look(app, "rewrite-judged");
    await leave(app);
    await goToEnd(app);
    await server().script({
      rules: [{ when: { nth: 2 }, answer: { status: 400, text: "bad request" } }],
      default: { text: "灯没有灭，被人拿走了。" },
    });
    await goOn(app, 10, 3);
    await judged(app);
    await look(app, "candidates");
    await leave(app);
    await server().script({ default: { status: 401, text: "invalid api key" } });
    await goOn(app, 60);
    await says(barOf(app, "continue", drafting), drafting.endings.failed);
    await look(app, "proposal-failed");
    await app.run("drafting.reject_all");

    await server().script({
      rules: [
        { when: { contains: "章节起名" }, answer: { json: TITLES } },
        { when: { contains: "写场景卡" }, answer: { json: CARD } },
      ],
    });
    await app.run("drafting.card");
    await app.dialog().getByText(CARD.turning_point).waitFor();
    await look(app, "card");
    await leaveDialog(app);
    await app.run("drafting.titles");
    await app.dialog().getByText("旧钱").first().waitFor();
    await look(app, "titles");
    await leaveDialog(app);

    await app.run("context.records");
    await inspector.getByText(drafting.acts.rewrite).first().waitFor();
    await look(app, "records");
    await inspector.getByText(drafting.acts.rewrite).first().click();
    await inspector.getByText(context.messages, { exact: true }).waitFor();
    await look(app, "receipt");
    await inspector.getByRole("button", { name: new RegExp(`^${context.roles.user}`) }).click();
    await look(app, "receipt-messages");
    const { generations } = await app.call<GenerationList>("generation.list", {});
    expect(generations.length).toBeGreaterThan(5);
    await app.run("usage.show");
    await app.dialog().getByRole("table").waitFor();
    await look(app, "usage");
    await leaveDialog(app);
    expect(wrong).toEqual({});
  });

  it("the prompt workshop", { timeout: 300_000 }, async () => {
    const { wrong, look } = looker({ language, themes });
    const app = await openSample(options);
    await setUp(app, provider("one", server().url));
    await app.run("prompts.open");
    const editor = app.page.locator("main").getByRole("textbox").first();
    await editor.waitFor();
    await look(app, "prompts");
    await app.page.getByRole("tab", { name: prompts.sides.variables }).click();
    await look(app, "prompts-variables");
    await editor.click();
    await app.page.keyboard.press("ControlOrMeta+End");
    await type(app, "\n{{ nothing }}");
    await app.page.getByRole("status").getByText(/1/).first().waitFor();
    await look(app, "prompts-faulty");
    await app.page.keyboard.press("ControlOrMeta+Z");
    await type(app, "\n- 短。\n");
    await app.page.getByRole("button", { name: prompts.save.replace("{{n}}", "1") }).click();
    await app.page.getByText(prompts.saved.replace("{{n}}", "1")).waitFor();
    await app.page.getByRole("tab", { name: new RegExp(`^${prompts.sides.versions}`) }).click();
    await look(app, "prompts-versions");
    expect(wrong).toEqual({});
  });
});
