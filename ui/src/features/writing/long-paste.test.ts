import { beforeEach, expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import { useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { chooseFakeHost } from "@/ipc/fake-host";
import { type Counted, DEFAULT_SETTINGS, type NovelLanguage } from "@/ipc/types";
import { tellLongPaste } from "./long-paste";

const counts = { standard: 11_480, word: 2500, han: 0, all: 13_900 };
let notices: string[] = [];

beforeEach(() => {
  notices = [];
  onNotice(({ text }) => notices.push(text));
});

function open(language: NovelLanguage): void {
  useDesk.setState(({ project }) => ({
    settings: DEFAULT_SETTINGS,
    project: { ...project, language } as typeof project,
  }));
}

it.each([
  ["en", "en", "Pasted 2,500 words; they do not count as written today."],
  ["en", "zh", "Pasted 11,480 characters; they do not count as written today."],
  ["zh", "zh", "粘贴了 11,480 字，不计入今天的字数。"],
  ["zh", "en", "粘贴了 2,500 词，不计入今天的词数。"],
] as const)(
  "in a window in %s, a long paste into a novel in %s is told in its unit",
  async (window, novel, text) => {
    await startI18n(window);
    chooseFakeHost({ "prose.count": () => ({ counts }) as Counted });
    open(novel);
    await tellLongPaste("text");
    expect(notices).toEqual([text]);
  },
);

it("nothing is told about a paste that cannot be counted", async () => {
  await startI18n("en");
  chooseFakeHost({
    "prose.count": () => {
      throw { code: "internal", message: "", hint: "" };
    },
  });
  open("en");
  await tellLongPaste("text");
  expect(notices).toEqual([]);
});
