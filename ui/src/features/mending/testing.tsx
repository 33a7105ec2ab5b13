// Test helpers: a window with one mending, its host, an editor of its scene, and the notices.
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { beforeEach, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { show } from "@/components/testing";
import type { ToastOptions } from "@/components/toast";
import { type Dialog, NOTHING_SHOWN, useDesk } from "@/desk/desk";
import { forgetWaitingPlace } from "@/desk/navigation";
import { onNotice } from "@/desk/notices";
import { forgetAll } from "@/desk/open-scenes";
import { type Asked, chooseFakeHost, type FakeAnswers } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import { sampleProject } from "@/stories/stage";
import { fakeMendings } from "./sample";
import { forgetMendings, useMendings } from "./state";

export const zh = (words: string) => words;
const NO_COUNTS = { standard: 0, word: 0, han: 0, all: 0 };
export const TEXT = "他把船系在青石度的木桩上。\n信纸像是被水泡过。";

/** What a test has sent and been told, and the stored text of the scenes. */
export const held = {
  requests: [] as Asked[],
  notices: [] as ToastOptions[],
  text: TEXT,
  version: 1,
};

interface Given {
  more?: FakeAnswers;
  dialog?: Dialog | null;
  scene?: number | null;
  writable?: boolean;
}

export async function open(element: ReactElement, given: Given = {}) {
  const { more = {}, dialog = null, scene = null, writable = true } = given;
  useDesk.setState({
    project: sampleProject({ writable }),
    scene: 2,
    tab: "findings",
    dialog,
    centre: { kind: "writing" },
    shown: { ...NOTHING_SHOWN, mending: 1 },
  });
  forgetMendings();
  useMendings.setState({ scene });
  const texts = {
    "scene.text": () => ({
      version: held.version,
      branch: 1,
      text: held.text,
      counts: NO_COUNTS,
      draft: null,
    }),
    "scene.save_draft": () => ({}),
    "prose.count": () => ({ counts: NO_COUNTS }),
    "threads.in_scene": () => ({ scene: 2, text: "version", version: 1, hash: "", anchors: [] }),
    "scene.spans": () => ({ version: 1, spans: [] }),
  } as unknown as FakeAnswers;
  held.requests = chooseFakeHost(fakeMendings(zh, { ...texts, ...more }));
  await show(<QueryClientProvider client={answers}>{element}</QueryClientProvider>);
}

export const asks = (name: string) =>
  held.requests.filter((one) => one.name === name).map(({ request }) => request);
export const button = (name: string | RegExp) => screen.findByRole("button", { name });
export const press = async (name: string | RegExp) => fireEvent.click(await button(name));
export const said = () => held.notices.map((notice) => notice.text);

beforeEach(async () => {
  await startI18n("zh");
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
  answers.clear();
  forgetAll();
  forgetWaitingPlace();
  held.text = TEXT;
  held.version = 1;
  held.notices = [];
  onNotice((notice) => held.notices.push(notice));
});
