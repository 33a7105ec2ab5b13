// The tools of mending, its policy, and changes of the setting.
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { failure } from "@/ipc/fake-host";
import { Mending } from "./mending-view";
import { USUAL } from "./policy";
import { detail, scene, session, settingIssue, settingProposal, tools } from "./sample";
import { asks, button, open, press, zh } from "./testing";
import { withTool } from "./tool-chain";
import { MendToolsDialog } from "./tools-dialog";

configure({ asyncUtilTimeout: 8000 });
vi.setConfig({ testTimeout: 40_000 });

const Session = () => <Mending session={1} onBack={() => undefined} />;

describe("the tools of mending", () => {
  const dialog = { name: "mend-tools" } as const;

  it("are set by kind and severity", async () => {
    await open(<MendToolsDialog />, { dialog, more: { "mend.set_tools": () => tools() } });
    const table = within(await screen.findByRole("table", { name: "事实类问题的办法" }));
    const high = within(table.getByRole("row", { name: /^重要/ }));
    high.getByText("改过");
    fireEvent.click(high.getByRole("checkbox", { name: "重要：用“改设定，不成请模型改写”之前先问我" }));
    await waitFor(() =>
      expect(asks("mend.set_tools")).toEqual([
        { rows: [{ kind: "fact", severity: "high", tools: ["canon", "rewrite"], asks_first: true }] },
      ]),
    );
    high.getByRole("combobox", { name: /^重要：先用/ });
    await press("全部还原");
    await waitFor(() => expect(asks("mend.set_tools").at(-1)).toEqual({ reset: true }));
  });

  it("of another kind are shown by its button", async () => {
    await open(<MendToolsDialog />, { dialog });
    fireEvent.click(await screen.findByRole("radio", { name: "文字" }));
    const table = await screen.findByRole("table", { name: "文字类问题的办法" });
    expect(within(table).getAllByRole("combobox")).toHaveLength(12);
  });

  it("move when they are chosen elsewhere", () => {
    expect(withTool(["replace", "rewrite", "canon"], 0, "canon")).toEqual(["canon", "rewrite"]);
    expect(withTool(["replace", "rewrite"], 1, "none")).toEqual(["replace"]);
    expect(withTool(["replace", "rewrite"], 0, "author")).toEqual(["author"]);
    expect(withTool(["replace"], 1, "canon")).toEqual(["replace", "canon"]);
  });
});

describe("a change of the setting", () => {
  const shown = (change = {}) => ({
    "mend.show": () =>
      detail(zh, {
        scenes: [scene(2, zh, { best_round: 0 })],
        issues: [settingIssue(1, zh, change)],
        session: session(1, zh, { waiting: 0 }),
      }),
  });

  it("is accepted or refused beside its issue", async () => {
    const decide = vi.fn(() => settingIssue(1, zh));
    await open(<Session />, { more: { ...shown(), "mend.decide": decide } });
    const change = within(await screen.findByRole("group", { name: "改设定的建议" }));
    change.getByText("沈惊蛰 · 年龄：十六岁 → 十二岁");
    expect(screen.queryByRole("button", { name: "再改一次" })).toBeNull();
    fireEvent.click(change.getByRole("button", { name: "采纳，改设定" }));
    await waitFor(() =>
      expect(asks("mend.decide")).toEqual([{ issue: 1, seen: 3, decision: "change_setting" }]),
    );
    fireEvent.click(change.getByRole("button", { name: "不改设定" }));
    await waitFor(() =>
      expect(asks("mend.decide").at(-1)).toEqual({ issue: 1, seen: 3, decision: "refuse" }),
    );
  });

  it("that was accepted in the list of proposals is checked again", async () => {
    await open(<Session />, { more: shown({ proposal: settingProposal(zh, "applied") }) });
    await button("已经改了，再查一遍");
    expect(screen.queryByRole("button", { name: "不改设定" })).toBeNull();
  });

  it("is only read in a read-only novel", async () => {
    await open(<Session />, { more: shown(), writable: false });
    await screen.findByRole("group", { name: "改设定的建议" });
    expect(screen.queryByRole("button", { name: "采纳，改设定" })).toBeNull();
  });
});

describe("the policy of a mending", () => {
  it("is changed as it was seen", async () => {
    const working = () =>
      detail(zh, {
        session: session(1, zh, { status: "active", waiting: 0 }),
        policy_changes: 4,
        next_policy: { ...USUAL, count: 5 },
      });
    await open(<Session />, { more: { "mend.show": working, "mend.set_policy": working } });
    await screen.findByText("下一轮起：至多 5 轮，15 分钟");
    await press("更改…");
    const dialog = within(await screen.findByRole("dialog", { name: "更改这次修订" }));
    dialog.getByText("正在做的这一轮照旧，从下一轮起生效。");
    const minutes = dialog.getByRole("textbox", { name: "最多几分钟" });
    fireEvent.change(minutes, { target: { value: "30" } });
    fireEvent.blur(minutes);
    fireEvent.click(dialog.getByRole("button", { name: "更改" }));
    await waitFor(() =>
      expect(asks("mend.set_policy")).toEqual([
        {
          session: 1,
          seen: 4,
          policy: { count: 5, time_budget_sec: 1800, least_severity: "low", money: null },
        },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("says why it cannot be changed", async () => {
    const refused = () => {
      throw failure("bad_request");
    };
    await open(<Session />, { more: { "mend.set_policy": refused } });
    await press("更改…");
    const dialog = within(await screen.findByRole("dialog", { name: "更改这次修订" }));
    fireEvent.click(dialog.getByRole("button", { name: "更改" }));
    await dialog.findByRole("alert");
  });
});
