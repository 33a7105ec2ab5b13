// What the author does beside a mending: a text is supplied, own changes are checked.
import { configure, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { type FakeAnswers, failure } from "@/ipc/fake-host";
import { Mending } from "./mending-view";
import { detail, issue, scene, session } from "./sample";
import { asks, button, held, open, press, said, zh } from "./testing";

configure({ asyncUtilTimeout: 8000 });
vi.setConfig({ testTimeout: 40_000 });

const Session = () => <Mending session={1} onBack={() => undefined} />;

/** A mending whose scene waits for a text. */
const waiting = (round = 0): FakeAnswers => ({
  "mend.show": () =>
    detail(zh, {
      session: session(1, zh, { waiting: 0, missing: 1, qc: "QC-017" }),
      scenes: [scene(2, zh, { missing: { scene: 2, round, hash: "9f2c" } })],
    }),
});

describe("a text that cannot be read", () => {
  it("is pasted, and refused with a reason if it is another one", async () => {
    let isOther = true;
    await open(<Session />, {
      more: {
        ...waiting(),
        "mend.supply": () => {
          if (isOther) throw { ...failure("bad_request"), details: { qc: "QC-018" } };
          return { session: 1, missing: null, run: 9 };
        },
      },
    });
    await screen.findByText(/^这一版的正文读不出来/);
    expect(screen.queryByRole("button", { name: /^看改动/ })).toBeNull();
    expect(await button("用粘贴的文字")).toHaveProperty("disabled", true);
    const field = screen.getByRole("textbox", { name: "粘贴正文" });
    fireEvent.change(field, { target: { value: "江上起了雾。" } });
    await press("用粘贴的文字");
    await screen.findByText(/^这不是缺的那一版/);
    isOther = false;
    fireEvent.change(field, { target: { value: "江上起了雾，" } });
    await press("用粘贴的文字");
    await waitFor(() =>
      expect(asks("mend.supply")).toEqual([
        { session: 1, scene: 2, text: "江上起了雾。" },
        { session: 1, scene: 2, text: "江上起了雾，" },
      ]),
    );
    await waitFor(() => expect(screen.queryByText(/^这不是缺的那一版/)).toBeNull());
  });

  it("is read from a file that the author chose", async () => {
    let path: { path: string; name: string; folder: string } | null = null;
    await open(<Session />, {
      more: {
        ...waiting(2),
        "window.choose": () => ({ path }),
        "mend.supply": () => ({ session: 1, missing: null, run: null }),
      },
    });
    await screen.findByText(/^第 2 轮改出的文字读不出来/);
    await press("选一个文件…");
    await waitFor(() => expect(asks("window.choose")).toHaveLength(1));
    expect(asks("mend.supply")).toEqual([]);
    path = { path: "path-4", name: "渡口.txt", folder: "/mnt" };
    await press("选一个文件…");
    await waitFor(() => expect(asks("mend.supply")).toEqual([{ session: 1, scene: 2, path: "path-4" }]));
  });

  it("cannot be supplied to a read-only novel", async () => {
    await open(<Session />, { more: waiting(), writable: false });
    await screen.findByText("作品是只读打开的，不能补上。");
    expect(screen.queryByRole("button", { name: "选一个文件…" })).toBeNull();
  });
});

describe("a mending whose rows are damaged", () => {
  it("can be given up", async () => {
    await open(<Session />, {
      more: {
        "mend.show": () => {
          throw failure("damaged");
        },
        "mend.abandon": () => ({ released: 1 }),
      },
    });
    await press("放弃这次修订");
    await waitFor(() => expect(asks("mend.abandon")).toEqual([{ session: 1, force: true }]));
    await waitFor(() => expect(said()).toEqual(["已放弃这次修订"]));
  });
});

describe("changes by hand", () => {
  it("are checked, and what they resolved is said", async () => {
    await open(<Session />, {
      more: {
        "mend.show": () => detail(zh, { issues: [issue(1, { by_author: true }), issue(2, { scene: 2 })] }),
        "mend.recheck": () => ({ resolved: [1, 4], again: [5], changed: [6] }),
      },
    });
    await screen.findByText("你改好的");
    await press("我改过了，再查一遍");
    await waitFor(() => expect(asks("mend.recheck")).toEqual([{ session: 1 }]));
    await waitFor(() => expect(said()).toEqual(["你自己改好了 2 处"]));
    expect(held.notices[0]?.detail).toBe("有 1 处又出现了；有 1 处你改过，要模型再看才知道好了没有");
  });

  it("that resolved nothing say so", async () => {
    await open(<Session />);
    await press("我改过了，再查一遍");
    await waitFor(() => expect(said()).toEqual(["没有哪一处因为你的改动消失"]));
  });

  it("are not checked while it works", async () => {
    await open(<Session />, {
      more: {
        "mend.show": () => detail(zh, { session: session(1, zh, { status: "active", waiting: 0 }) }),
      },
    });
    await screen.findByText("停着");
    expect(screen.queryByRole("button", { name: "我改过了，再查一遍" })).toBeNull();
  });
});
