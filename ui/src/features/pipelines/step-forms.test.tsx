import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import { register } from "@/commands/registry";
import { show } from "@/components/testing";
import { useDesk } from "@/desk/desk";
import { chooseFakeHost, type FakeAnswers, failure } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import type { JsonValue, WorkflowFault } from "@/ipc/types";
import { sampleProject } from "@/stories/stage";
import { profileIn, stepsIn } from "./draft";
import { ProfilesCentre } from "./profiles-centre";
import { backendOf, TEXT } from "./sample";
import { change, edit, forgetProfiles, undo, useProfiles } from "./state";

beforeAll(() =>
  register([
    {
      id: "edit.undo",
      title: "writing:commands.undo",
      keys: "CmdOrCtrl+Z",
      keysOfText: true,
      run: () => undefined,
    },
  ]),
);
beforeEach(async () => {
  await startI18n("zh");
  answers.clear();
  forgetProfiles();
  useDesk.setState({ project: sampleProject(), scene: 3, centre: { kind: "profiles" }, dialog: null });
});
afterEach(cleanup);

const draft = () => profileIn(useProfiles.getState().draft ?? "") ?? {};
const ids = () => stepsIn(draft(), "pre").map(({ id }) => id);

async function editing(text = TEXT, more: FakeAnswers = {}): Promise<void> {
  chooseFakeHost({ ...backendOf(), ...more });
  useProfiles.setState({ chosen: "friend" });
  edit(text);
  await show(
    <QueryClientProvider client={answers}>
      <ProfilesCentre profile={undefined} />
    </QueryClientProvider>,
  );
  await screen.findByRole("region", { name: "写之前" });
}

async function add(name: RegExp): Promise<void> {
  fireEvent.click(screen.getByRole("button", { name: "加一个写之前的步骤" }));
  fireEvent.click(await screen.findByRole("menuitem", { name }));
}

describe("the steps of a draft", () => {
  it("are added, filled in, moved and removed in its JSON", async () => {
    await editing();
    await add(/先要有计划/);
    expect(ids()).toEqual(["notes", "require"]);
    await waitFor(() => expect(document.activeElement?.textContent).toContain("先要有计划"));
    fireEvent.click(screen.getByRole("checkbox", { name: "视角" }));
    expect(stepsIn(draft(), "pre")[1]?.params).toEqual({ plan: ["synopsis", "pov"] });
    fireEvent.click(screen.getByRole("checkbox", { name: "视角" }));
    expect(stepsIn(draft(), "pre")[1]).toEqual({ id: "require", handler: "require" });
    fireEvent.click(screen.getByRole("checkbox", { name: "写前笔记" }));
    fireEvent.click(screen.getByRole("checkbox", { name: "写正文要等它做完" }));
    expect(stepsIn(draft(), "pre")[1]).toMatchObject({ depends_on: ["notes"], required: false });
    const head = screen.getByRole("button", { name: /先要有计划/ });
    fireEvent.keyDown(head, { key: "ArrowUp", altKey: true });
    expect(ids()).toEqual(["require", "notes"]);
    await waitFor(() => expect(document.activeElement?.textContent).toContain("先要有计划"));
    const [removeFirst] = screen.getAllByRole("button", { name: "删除这个步骤" });
    fireEvent.click(removeFirst as HTMLElement);
    expect(ids()).toEqual(["notes"]);
    expect(screen.getByRole("button", { name: /写前笔记/ })).toBe(document.activeElement);
  });

  it("have the profile's own title and acts above them", async () => {
    await editing();
    fireEvent.change(screen.getByRole("textbox", { name: "名称" }), { target: { value: "雨夜" } });
    expect(draft().title).toEqual({ zh: "雨夜", en: "A friend's profile" });
    // An empty field stays empty: the title in the other language is no text of this one.
    fireEvent.change(screen.getByRole("textbox", { name: "名称" }), { target: { value: "" } });
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "名称" }).value).toBe("");
    fireEvent.click(screen.getByRole("button", { name: "说明，用于哪些动作，等多久" }));
    fireEvent.click(screen.getByRole("checkbox", { name: "续写" }));
    fireEvent.click(screen.getByRole("checkbox", { name: "起草" }));
    expect(draft().for).toEqual(["draft", "continue"]);
  });

  it("of a copy say that it is new, by its own title", async () => {
    await editing(TEXT.replace("朋友的方案", "细写（自订）"));
    act(() => useProfiles.setState({ chosen: "careful" }));
    const header = screen.getByRole("heading", { level: 3 });
    expect(header.textContent).toBe("细写（自订）");
    expect(header.parentElement?.textContent).toContain("新的一份，还没保存");
    expect(header.parentElement?.textContent).not.toContain("自带");
  });

  it("keep what has no form", async () => {
    await editing(TEXT.replace('"pre": [{', '"mine": { "a": 1 }, "pre": [{ "extra": [1], "when": "1 > 0",'));
    fireEvent.click(screen.getByRole("button", { name: /写前笔记/ }));
    fireEvent.change(screen.getByRole("textbox", { name: /条件/ }), { target: { value: "" } });
    expect(draft()).toMatchObject({ mine: { a: 1 } });
    expect(stepsIn(draft(), "pre")).toEqual([{ extra: [1], id: "notes", handler: "work_notes" }]);
  });
});

describe("an act on a draft", () => {
  it("is undone by the button and by keys outside a text field", async () => {
    await editing();
    await add(/先要有计划/);
    const title = screen.getByRole("textbox", { name: "名称" });
    for (const value of ["雨", "雨夜"]) fireEvent.change(title, { target: { value } });
    title.focus();
    fireEvent.keyDown(title, { key: "z", code: "KeyZ", ctrlKey: true });
    expect(draft().title).toMatchObject({ zh: "雨夜" });
    fireEvent.click(screen.getByRole("button", { name: "撤销上一步改动" }));
    expect(draft().title).toMatchObject({ zh: "朋友的方案" });
    fireEvent.keyDown(document.body, { key: "z", code: "KeyZ", ctrlKey: true });
    expect(useProfiles.getState().draft).toBe(TEXT);
    expect(screen.getByRole("button", { name: "撤销上一步改动" }).hasAttribute("disabled")).toBe(true);
  });

  it("of typing JSON is one, and none when it was undone there", () => {
    edit(TEXT);
    change(`${TEXT} `, "json");
    change(`${TEXT}  `, "json");
    expect(useProfiles.getState().past).toHaveLength(1);
    change(TEXT, "json");
    expect(useProfiles.getState().past).toEqual([]);
    change("{}", "json");
    undo();
    expect(useProfiles.getState().draft).toBe(TEXT);
  });
});

describe("a fault", () => {
  const fault: WorkflowFault = {
    line: 4,
    column: 60,
    pointer: "/pre/0/when",
    code: "bad_condition",
    message: "a value is missing at the end",
  };
  const faulty = { "pipeline.validate": () => ({ errors: [fault], profile: null }) };

  it("stands at its field, and the list leads there", async () => {
    await editing(TEXT, faulty);
    const list = await screen.findByRole("list", { name: "方案里的问题" });
    expect(screen.getByRole("button", { name: /写前笔记.*1 处问题/ })).toBeTruthy();
    fireEvent.click(within(list).getByRole("button", { name: /条件没有写完/ }));
    const field = await screen.findByRole("textbox", { name: /条件/ });
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(field.getAttribute("aria-describedby")).toBeTruthy();
  });

  it("inside a field is told by the name of what is wrong", async () => {
    const inside: WorkflowFault = {
      ...fault,
      pointer: "/title/fro",
      code: "unknown_field",
      message: "there is no field `fro`",
    };
    await editing(TEXT, { "pipeline.validate": () => ({ errors: [inside], profile: null }) });
    await waitFor(() => expect(screen.getAllByText("没有“fro”这个字段")).toHaveLength(2));
  });

  it("is forgotten when the JSON was shown meanwhile", async () => {
    await editing(TEXT, faulty);
    const list = await screen.findByRole("list", { name: "方案里的问题" });
    fireEvent.click(within(list).getByRole("button", { name: /条件没有写完/ }));
    await screen.findByRole("textbox", { name: /条件/ });
    for (const view of ["json", "steps"] as const) act(() => useProfiles.setState({ view }));
    await screen.findByRole("region", { name: "写之前" });
    expect(screen.queryByRole("textbox", { name: /条件/ })).toBeNull();
  });

  it("of the JSON hides the steps and leads to its line", async () => {
    const syntax: WorkflowFault = {
      ...fault,
      pointer: "",
      code: "syntax",
      message: "invalid JSON: EOF while parsing",
    };
    chooseFakeHost({ ...backendOf(), "pipeline.validate": () => ({ errors: [syntax], profile: null }) });
    useProfiles.setState({ chosen: "friend" });
    edit("{\n\n\n");
    await show(
      <QueryClientProvider client={answers}>
        <ProfilesCentre profile={undefined} />
      </QueryClientProvider>,
    );
    await screen.findByText("JSON 里有错，步骤显示不出来。");
    await screen.findByText("JSON 没有写完");
    fireEvent.click(screen.getByRole("button", { name: "到 JSON 里改" }));
    expect(useProfiles.getState().view).toBe("json");
    await screen.findByRole("textbox", { name: /JSON/ });
  });
});

describe("a file that is no profile", () => {
  const file = { path: "path-7", name: "猫.png", folder: "/tmp" };
  const refused = (details: JsonValue): FakeAnswers => ({
    "window.choose": () => ({ path: file }) as never,
    "pipeline.import": () => {
      throw failure("bad_request", { details });
    },
  });

  it("is told by what it is, and nothing was changed", async () => {
    chooseFakeHost({ ...backendOf(), ...refused({ refusal: "not_text", errors: [] }) });
    await show(
      <QueryClientProvider client={answers}>
        <ProfilesCentre profile={undefined} />
      </QueryClientProvider>,
    );
    fireEvent.click(await screen.findByRole("button", { name: "导入方案…" }));
    const dialog = await screen.findByRole("alertdialog", { name: "“猫.png”不是生成方案" });
    expect(dialog.textContent).toContain("像是图片");
    expect(dialog.textContent).toContain("没有导入任何内容，已有的方案都没有动。");
    act(() => fireEvent.click(within(dialog).getByRole("button", { name: "知道了" })));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });

  it("has its faults listed with their places", async () => {
    const one = {
      line: 2,
      column: 3,
      pointer: "/title",
      code: "missing_field",
      message: "`title` is missing",
    };
    const errors = Array.from({ length: 10 }, (_, at) => ({ ...one, line: at + 1 }));
    chooseFakeHost({ ...backendOf(), ...refused({ refusal: "faulty", errors }) });
    await show(
      <QueryClientProvider client={answers}>
        <ProfilesCentre profile={undefined} />
      </QueryClientProvider>,
    );
    fireEvent.click(await screen.findByRole("button", { name: "导入方案…" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(within(dialog).getAllByRole("listitem")).toHaveLength(8);
    expect(dialog.textContent).toContain("第 2 行第 3 列缺少“title”");
    expect(dialog.textContent).toContain("还有 2 处");
  });
});
