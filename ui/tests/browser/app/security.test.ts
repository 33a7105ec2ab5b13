// What the page cannot do, whatever is injected into it; and text that looks like HTML stays text.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type App, goToEnd, inBrowser, inDialog, openApp, openSample, type } from "./harness";

inBrowser();

it("the policy refuses foreign code and addresses", async () => {
  // Refusals are logged on the console; the test expects them.
  const app = await openSample({
    expects: [/Content Security Policy/, /TrustedHTML|TrustedScript/, /Refused|blocked/i, /status of 404/],
  });
  const policy = (await fetch(app.origin)).headers.get("content-security-policy") ?? "";
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]) {
    expect(policy.split("; ")).toContain(rule);
  }
  expect(policy).not.toContain("unsafe-eval");
  expect(policy).not.toMatch(/https?:/);
  const tried = await app.page.evaluate(async () => {
    const state = window as unknown as { hacked?: boolean };
    const attempt = async (act: () => unknown) => {
      try {
        await act();
        return "done";
      } catch (error) {
        return error instanceof Error ? error.name : String(error);
      }
    };
    // In a separate task, because code run by the debugger itself may evaluate text.
    await new Promise((resolve) => setTimeout(resolve, 0));
    const place = document.createElement("div");
    document.body.append(place);
    const results = {
      // biome-ignore lint/security/noGlobalEval: it must be refused
      // biome-ignore lint/complexity/noCommaOperator: an indirect call behaves differently
      eval: await attempt(() => (0, eval)("window.hacked = true")),
      function: await attempt(() => new Function("window.hacked = true")()),
      timeout: await attempt(() => setTimeout("window.hacked = true" as unknown as () => void, 0)),
      innerHTML: await attempt(() => {
        place.innerHTML = "<img src=x onerror='window.hacked = true'>";
      }),
      insertHTML: await attempt(() => place.insertAdjacentHTML("beforeend", "<b>x</b>")),
      write: await attempt(() => document.write("<b>x</b>")),
      parse: await attempt(() => new DOMParser().parseFromString("<b>x</b>", "text/html")),
      frameDocument: await attempt(() => {
        document.createElement("iframe").srcdoc = "<b>x</b>";
      }),
      remote: await attempt(() => fetch("https://example.org/")),
      socket: await attempt(
        () =>
          new Promise((resolve, reject) => {
            const socket = new WebSocket("wss://example.org/");
            socket.onopen = resolve;
            socket.onerror = () => reject(new Error("refused"));
          }),
      ),
      localFile: await attempt(() => fetch("file:///etc/hostname")),
      policy: await attempt(() =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): object } }
        ).trustedTypes.createPolicy("any", { createHTML: (text: string) => text }),
      ),
    };
    // An inline handler and an inline script, made without a string of HTML.
    const image = document.createElement("img");
    await attempt(() => image.setAttribute("onerror", "window.hacked = true"));
    image.src = "/none.png";
    const script = document.createElement("script");
    await attempt(() => {
      script.textContent = "window.hacked = true";
    });
    const remote = document.createElement("script");
    await attempt(() => remote.setAttribute("src", "https://example.org/a.js"));
    const frame = document.createElement("iframe");
    frame.src = "https://example.org/";
    place.append(image, script, remote, frame);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const children = [...place.querySelectorAll("b")].length;
    place.remove();
    return { results, children, hacked: state.hacked ?? false };
  });
  expect(tried.hacked).toBe(false);
  expect(tried.children).toBe(0);
  expect(Object.entries(tried.results).filter(([, result]) => result === "done")).toEqual([]);
});

/** Text that would act in a page that turned it into HTML. */
const ATTACKS = [
  `<img src=x onerror="window.hacked=1">`,
  "<script>window.hacked=1</script>",
  "<svg onload=window.hacked=1>",
  "[链接](javascript:window.hacked=1)",
  `"><iframe srcdoc="<script>parent.hacked=1</script>">`,
  "javascript:window.hacked=1",
  "{{constructor.constructor('window.hacked=1')()}}",
  "$t(app:name)",
];
const ATTACK = ATTACKS.join(" ");

/** Elements that must not be in the page. */
async function foreign(app: App): Promise<string[]> {
  return app.page.evaluate(() => {
    const found = [
      ...document.querySelectorAll(
        "img:not(.cm-widgetBuffer), iframe, object, embed, body script, a, form[action]",
      ),
    ].map((element) => element.outerHTML);
    for (const element of document.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith("on") || /^\s*javascript:/i.test(value)) {
          // The author's text may be the value of a field, or a label: never an address or a handler.
          if (name.startsWith("on") || ["href", "src", "action", "formaction", "xlink:href"].includes(name)) {
            found.push(`${element.tagName} ${name}=${value}`);
          }
        }
      }
    }
    if ("hacked" in window) found.push("it ran");
    return found.filter((one) => !/^<script type="module"/.test(one));
  });
}

it("titles, names, labels, notes and texts are text, in every view", async () => {
  const app = await openSample();
  await app.call("project.describe", { title: ATTACK.slice(0, 190), author: ATTACKS[0] });
  const outline = await app.call<Outline>("manuscript.outline");
  const volume = outline.volumes[0];
  const chapter = volume?.chapters[0];
  const scene = chapter?.scenes[0];
  if (volume === undefined || chapter === undefined || scene === undefined)
    throw new Error("an empty sample");
  const title = ATTACK.slice(0, 190);
  await app.call("manuscript.rename", { part: { volume: volume.id }, title });
  await app.call("manuscript.rename", { part: { chapter: chapter.id }, title });
  await app.call("manuscript.rename", { part: { scene: scene.id }, title });
  await goToEnd(app);
  await app.page.keyboard.press("Enter");
  await type(app, ATTACK);
  await app.kept("kept");
  await app.run("writing.save");
  await app.kept("saved");
  await app.call("scene.label", { scene: scene.id, version: 1, label: title });
  await app.call("branch.create", { scene: scene.id, from: 1, name: title });
  await app.call("checkpoint.create", { name: title, note: ATTACK });
  const looks: (() => Promise<void>)[] = [
    () => app.run("versions.show"),
    () => app.run("versions.compare_last"),
    () => app.run("checkpoint.show"),
    () => app.run("checkpoint.compare_latest"),
    () => app.run("part.show"),
    () => app.run("statistics.show"),
    () => app.run("writing.to_text"),
    () => app.run("palette.open"),
    () => app.run("palette.go_to_chapter"),
    () => app.run("bin.open"),
    () => app.run("renumber.open"),
    () => app.run("transfer.export"),
    () => app.run("about.open"),
    async () => {
      await app.run("find.book");
      await type(app, "onerror");
      await app.page.waitForTimeout(600);
    },
  ];
  for (const look of looks) {
    await look();
    await app.page.waitForTimeout(250);
    expect(await foreign(app)).toEqual([]);
    if (await app.dialog().isVisible()) {
      await inDialog(app);
      await app.page.keyboard.press("Escape");
      await app.dialog().waitFor({ state: "hidden" });
    }
  }
  // All the words are there, as text.
  expect(await app.text()).toContain(ATTACK);
  await app.call("manuscript.bin", { part: { chapter: chapter.id } });
  await app.run("bin.open");
  await app.dialog().getByText("onerror", { exact: false }).first().waitFor();
  expect(await foreign(app)).toEqual([]);
});

it("an import that looks like HTML becomes text", async () => {
  const app = await openSample();
  const file = join(app.home, `${"<img src=x onerror=hacked=1>".replaceAll("/", "")}.md`);
  const lines = [
    "# 第一章 <script>window.hacked=1</script>",
    "",
    ...ATTACKS,
    "",
    "# 第二章 <img src=x onerror=1>",
    "",
    "正文。",
  ];
  await writeFile(file, lines.join("\n\n"));
  await app.answer(file);
  await app.run("transfer.import");
  await app.dialog().getByRole("button", { name: "选择文件…", exact: true }).click();
  await app
    .dialog()
    .getByRole("button", { name: /导入 2 章/ })
    .waitFor();
  expect(await foreign(app)).toEqual([]);
  await app
    .dialog()
    .getByRole("button", { name: /导入 2 章/ })
    .click();
  await app.dialog().getByRole("button", { name: "去看第一章" }).click();
  await app.dialog().waitFor({ state: "hidden" });
  await expect.poll(() => app.text()).toContain("onerror");
  expect(await foreign(app)).toEqual([]);
});

it("a page without the token sees nothing", async () => {
  const app = await openApp({ sample: true });
  const answer = await fetch(`${app.origin}/call`, {
    method: "POST",
    body: JSON.stringify({ name: "manuscript.outline", request: {} }),
  });
  expect(answer.status).toBe(401);
  expect(await answer.text()).not.toContain("夜渡");
});

interface Outline {
  volumes: { id: number; chapters: { id: number; scenes: { id: number }[] }[] }[];
}
