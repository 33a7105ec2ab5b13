import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sampleProject } from "@/stories/stage";
import { useDesk } from "./desk";
import { holdTyping, isForText, isHoldingTyping, takeHeldTyping, whileHolding } from "./held-typing";

let got: string[] = [];
vi.mock("./open-scenes", () => ({
  openScene: () => ({
    writing: { focus: () => undefined, type: (words: string) => void got.push(`open:${words}`) },
  }),
}));
const receive = (name: string) => (words: string) => void got.push(`${name}:${words}`);
const field = () => document.querySelector<HTMLTextAreaElement>(".held-typing");
const type = (words: string) => {
  const at = field();
  if (at === null) throw new Error("no field captures typing");
  at.value += words;
};

beforeEach(() => {
  got = [];
  useDesk.setState({ project: sampleProject(), scene: 1, dialog: null });
});
afterEach(() => {
  takeHeldTyping(() => undefined);
  document.body.replaceChildren();
});

it("text typed before an editor opens goes into it", () => {
  holdTyping();
  type("江上");
  takeHeldTyping(receive("new"));
  expect(got).toEqual(["new:江上"]);
  expect(isHoldingTyping()).toBe(false);
});

it("an editor that opens during an act gets the words when the act ends", async () => {
  let end: () => void = () => undefined;
  const act = whileHolding(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  type("一");
  takeHeldTyping(receive("before"));
  holdTyping();
  type("二");
  takeHeldTyping(receive("after"));
  expect(got).toEqual([]);
  end();
  await act;
  expect(got).toEqual(["after:一二"]);
});

it("a promised field gets the words even if a text opens before the act ends", async () => {
  await whileHolding(async () => {
    holdTyping("", "field");
    type("题");
    takeHeldTyping(receive("field"));
    expect(isForText()).toBe(false);
  });
  expect(got).toEqual(["field:题"]);
  expect(isForText()).toBe(true);
});

it("an editor has its full time to open after a slow act", async () => {
  vi.useFakeTimers();
  const act = whileHolding(async () => {
    await new Promise((resolve) => setTimeout(resolve, 4000));
    holdTyping();
  });
  type("江上");
  await vi.advanceTimersByTimeAsync(6000);
  await act;
  takeHeldTyping(receive("new"));
  vi.useRealTimers();
  expect(got).toEqual(["new:江上"]);
});

it("text typed while a novel opens from the welcome page goes into it", async () => {
  useDesk.setState({ project: null, scene: null });
  document.body.appendChild(document.createElement("button")).focus();
  const act = whileHolding(async () => {
    await Promise.resolve();
    useDesk.setState({ project: sampleProject(), scene: 1 });
    holdTyping();
  });
  type("江上");
  await act;
  takeHeldTyping(receive("new"));
  expect(got).toEqual(["new:江上"]);
});

it("a novel that fails to open leaves the focus where it was", async () => {
  useDesk.setState({ project: null, scene: null });
  const row = document.body.appendChild(document.createElement("button"));
  row.focus();
  await whileHolding(() => Promise.reject(new Error("damaged"))).catch(() => undefined);
  expect(document.activeElement).toBe(row);
  expect(field()).toBeNull();
});

it("a recreated editor takes nothing from a title field", () => {
  expect(isForText()).toBe(true);
  holdTyping("", "field");
  type("渡口");
  expect(isForText()).toBe(false);
  const title = document.body.appendChild(document.createElement("input"));
  takeHeldTyping((words) => {
    title.focus();
    title.value = words;
  });
  expect(isForText()).toBe(false);
  // Going to a scene from a field is different.
  holdTyping();
  expect(isForText()).toBe(true);
});

it("an act that leads nowhere restores the focus", async () => {
  const place = document.body.appendChild(document.createElement("button"));
  const notices = document.body.appendChild(document.createElement("div"));
  notices.dataset.notices = "";
  notices.append(place);
  place.focus();
  await whileHolding(async () => expect(document.activeElement).toBe(field()));
  expect(document.activeElement).toBe(place);
  expect(field()).toBeNull();
});

it("a press on a notice does not take the focus from the capture field", async () => {
  holdTyping();
  const notices = document.body.appendChild(document.createElement("div"));
  notices.dataset.notices = "";
  const undo = notices.appendChild(document.createElement("button"));
  undo.focus();
  await whileHolding(async () => {
    expect(document.activeElement).toBe(field());
    type("江");
    holdTyping();
  });
  takeHeldTyping(receive("back"));
  expect(got).toEqual(["back:江"]);
});

it("text typed after a press on a notice goes into the open text when the act leads nowhere", async () => {
  const notices = document.body.appendChild(document.createElement("div"));
  notices.dataset.notices = "";
  const undo = notices.appendChild(document.createElement("button"));
  undo.focus();
  await whileHolding(async () => type("江"));
  expect(got).toEqual(["open:江"]);
});

it("the receiver learns whether an input method composed the words", () => {
  const by: string[] = [];
  const take = () => takeHeldTyping((words, how) => void by.push(`${how}:${words}`));
  holdTyping();
  type("by keys");
  take();
  holdTyping();
  field()?.dispatchEvent(new CompositionEvent("compositionstart"));
  type("江上");
  field()?.dispatchEvent(new CompositionEvent("compositionend"));
  take();
  expect(by).toEqual(["keys:by keys", "input method:江上"]);
});

it("a search field keeps the focus", () => {
  const search = document.body.appendChild(document.createElement("input"));
  search.focus();
  holdTyping();
  expect(field()).toBeNull();
  expect(document.activeElement).toBe(search);
});

it("the field of a closing dialog does not keep what is typed", () => {
  const dialog = document.createElement("div");
  dialog.setAttribute("role", "dialog");
  const query = document.createElement("input");
  dialog.append(query);
  document.body.append(dialog);
  query.focus();
  holdTyping();
  dialog.remove();
  type("江上");
  takeHeldTyping(receive("new"));
  expect(got).toEqual(["new:江上"]);
});
