// The embedding model in the window: status, consent before a download, folders, checks, settings, mirrors.
import { QueryClientProvider } from "@tanstack/react-query";
import { act, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { show } from "@/components/testing";
import type { ToastOptions } from "@/components/toast";
import { desk, openDialog, useDesk } from "@/desk/desk";
import { noteIndexed } from "@/desk/indexing";
import { onNotice } from "@/desk/notices";
import { type Asked, chooseFakeHost, type FakeAnswers, failure } from "@/ipc/fake-host";
import type { JobProgress } from "@/ipc/host";
import { answers } from "@/ipc/queries";
import type { MeaningState, ModelChecked } from "@/ipc/types";
import { commands } from "./commands";
import { MeaningDialog } from "./meaning-dialog";
import {
  downloadFailure,
  type FakeMeaning,
  fakeMeaning,
  folderFailure,
  folderState,
  readyState,
  sampleChecked,
  sampleLoaded,
  sampleOffered,
  sampleState,
} from "./sample";
import { useWork } from "./work";

configure({ asyncUtilTimeout: 8000 });
vi.setConfig({ testTimeout: 40_000 });

let meaning: FakeMeaning;
let requests: Asked[];
let notices: ToastOptions[];

async function open(begin: MeaningState, change: FakeAnswers = {}, progress: JobProgress[] = []) {
  meaning = fakeMeaning(begin);
  requests = chooseFakeHost({ ...meaning.answers, ...change }, progress);
  await show(
    <QueryClientProvider client={answers}>
      <MeaningDialog />
    </QueryClientProvider>,
  );
  act(() => openDialog({ name: "meaning" }));
  await screen.findByRole("region", { name: "现在由谁回答" });
}

const asks = (name: string) => requests.filter((one) => one.name === name).map(({ request }) => request);
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));
const now = () => within(screen.getByRole("region", { name: "现在由谁回答" }));

/** An answer that the test resolves later. */
function later<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (thrown: unknown) => void = () => undefined;
  const answer = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { answer, resolve, reject };
}

beforeEach(async () => {
  await startI18n("zh");
  answers.clear();
  useWork.setState({ work: null });
  noteIndexed(null);
  useDesk.setState({ dialog: null });
  notices = [];
  onNotice((notice) => notices.push(notice));
});

describe("the status", () => {
  it("says that there is no model, and what that means", async () => {
    await open(sampleState());
    expect(now().getByText("未装模型，以字面相近代替")).toBeTruthy();
    expect(now().getByText(/换了说法的/)).toBeTruthy();
    expect(now().queryByRole("button")).toBeNull();
  });

  it("shows the model with its figures", async () => {
    noteIndexed({ left: 0, embedded: 3, pending: 9, waiting: "battery" });
    await open(readyState({ scheme: "int8", threads: 2 }));
    for (const words of ["bge-small-zh-v1.5", "512", "8 位整数", "2 / 8 核", /正在用电池/])
      expect(now().getByText(words)).toBeTruthy();
  });

  it("shows the slow implementation in floats if the fast one disagrees", async () => {
    await open(readyState({ scheme: "int8", loaded: sampleLoaded({ engine: "candle" }) }));
    expect(now().getByText(/两种算法的结果对不上/)).toBeTruthy();
    expect(now().getByText("32 位浮点")).toBeTruthy();
  });

  it("shows the fallback for a faulty file: which one, and why", async () => {
    const trouble = folderFailure("vocab.txt", "unreadable");
    await open(folderState({ loaded: sampleLoaded({ engine: "fallback", trouble }) }));
    expect(now().getByText("模型用不了，以字面相近代替")).toBeTruthy();
    expect(now().getByText("vocab.txt：读不出来，请检查权限和磁盘")).toBeTruthy();
  });

  it("shows the fallback if the download does not match the published files", async () => {
    const trouble = failure("model_unusable", { details: { damaged: ["vocab.txt", "config.json"] } });
    await open(readyState({ loaded: sampleLoaded({ engine: "fallback", trouble }) }));
    expect(now().getByText("与公布的不一致：vocab.txt、config.json")).toBeTruthy();
  });
});

describe("a download", () => {
  it("asks first: what, size, servers in order; nothing is fetched without consent", async () => {
    await open(sampleState({ mirrors: ["https://own.example.net"] }));
    await press("下载…");
    const consent = await screen.findByRole("group", { name: "下载前请看一眼" });
    expect(within(consent).getByText(/BAAI\/bge-small-zh-v1\.5.*7999e1d335，共 91\.9 MB/)).toBeTruthy();
    expect(
      within(consent)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual(["own.example.net你的镜像", "hub.example.com", "hub-mirror.example.org"]);
    expect(within(consent).getByText(/一个字也不会发出去/)).toBeTruthy();
    fireEvent.click(within(consent).getByRole("button", { name: "取消" }));
    expect(screen.queryByRole("group", { name: "下载前请看一眼" })).toBeNull();
    expect(asks("meaning.download")).toEqual([]);
  });

  it("shows its progress, is used when complete, and reports the check", async () => {
    const pendingCheck = later<ModelChecked>();
    await open(sampleState(), { "meaning.download": () => pendingCheck.answer }, [
      { stage: "model.download", done: 24_117_248, total: 96_376_313 },
    ]);
    await press("下载…");
    await press("同意并下载");
    expect(await screen.findByText("正在下载 bge-small-zh-v1.5")).toBeTruthy();
    expect(screen.getByText("23.0 MB / 91.9 MB")).toBeTruthy();
    expect(asks("meaning.download")).toEqual([{ model: "bge-small-zh-v1.5", agreed: true }]);
    expect((await button("下载…")).hasAttribute("disabled")).toBe(true);
    await act(async () => pendingCheck.resolve(sampleChecked(readyState())));
    expect(await screen.findByText("“bge-small-zh-v1.5”可以用了")).toBeTruthy();
    expect(screen.getByText("两种算法结果一致（最小相似度 0.99999）。")).toBeTruthy();
    expect(now().getByText("512")).toBeTruthy();
    await press("知道了");
    expect(screen.queryByText("“bge-small-zh-v1.5”可以用了")).toBeNull();
  });

  it("can be stopped keeping its bytes, and resumes without asking again", async () => {
    const pendingCheck = later<ModelChecked>();
    const partial = sampleState({
      catalogue: [sampleOffered({ presence: "partial", bytes_present: 24_117_248 })],
    });
    await open(partial, {
      "meaning.download": () => pendingCheck.answer,
      "job.stop": () => {
        pendingCheck.reject(failure("stopped"));
        return { running: true };
      },
    });
    await press("接着下载…");
    expect(await screen.findByText(/还差的 68\.9 MB/)).toBeTruthy();
    await press("同意并下载");
    await press("停止");
    expect(await screen.findByText("已停止，已下载的 23.0 MB 留着。")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
    await press("接着下载");
    await waitFor(() => expect(asks("meaning.download")).toHaveLength(2));
  });

  it("that fails says why and which servers were tried, and can be retried", async () => {
    await open(sampleState(), {
      "meaning.download": () => {
        throw downloadFailure("no_network", [
          { host: "hub.example.com", trouble: "unreachable", status: null },
          { host: "own.example.net", trouble: "status", status: 503 },
        ]);
      },
    });
    await press("下载…");
    await press("同意并下载");
    const alert = await screen.findByRole("alert");
    expect(within(alert).getByText("一个下载地址也连不上")).toBeTruthy();
    const list = within(alert).getByRole("list", { name: "问过的服务器" });
    expect(
      within(list)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual(["hub.example.com：连不上", "own.example.net：答复 503"]);
    await press("重试");
    await waitFor(() => expect(asks("meaning.download")).toHaveLength(2));
  });

  it("continues when the dialog is closed, and reports its end in a notice", async () => {
    const pendingCheck = later<ModelChecked>();
    await open(sampleState(), { "meaning.download": () => pendingCheck.answer });
    await press("下载…");
    await press("同意并下载");
    act(() => useDesk.setState({ dialog: null }));
    expect(asks("job.stop")).toEqual([]);
    await act(async () => pendingCheck.reject(downloadFailure("wrong_bytes", [], "vocab.txt")));
    await waitFor(() => expect(notices.map(({ text }) => text)).toEqual(["语义模型没能下载"]));
    act(() => notices[0]?.action?.onSelect());
    expect(desk().dialog).toEqual({ name: "meaning" });
    expect(await screen.findByText("收到的 vocab.txt 与公布的不一致")).toBeTruthy();
  });

  it("is impossible without a server", async () => {
    await open(sampleState({ public_mirrors: [] }));
    await press("下载…");
    expect(await screen.findByText(/没有可用的下载地址/)).toBeTruthy();
    expect((await button("同意并下载")).hasAttribute("disabled")).toBe(true);
  });

  it("that is complete is used without fetching, or deleted", async () => {
    await open(folderState({ catalogue: [sampleOffered({ presence: "complete", bytes_present: 1 })] }));
    await press("使用");
    await waitFor(() =>
      expect(asks("meaning.download")).toEqual([{ model: "bge-small-zh-v1.5", agreed: true }]),
    );
    await screen.findByText("“bge-small-zh-v1.5”可以用了");
  });

  it("that is unused can be deleted on its own", async () => {
    await open(folderState({ catalogue: [sampleOffered({ presence: "complete", bytes_present: 1 })] }));
    await press("删除已下载的文件");
    await button("下载…");
    expect(asks("meaning.remove")).toEqual([{ model: "bge-small-zh-v1.5" }]);
    expect(now().getByText("bge-base-zh")).toBeTruthy();
  });
});

describe("a folder", () => {
  it("is chosen with the system dialog", async () => {
    await open(sampleState());
    await press("选择文件夹…");
    expect(await screen.findByText("“bge-base-zh”可以用了")).toBeTruthy();
    expect(asks("window.choose")).toEqual([{ kind: "model_folder", title: "选择放着语义模型的文件夹" }]);
    expect(asks("meaning.choose_folder")).toEqual([{ folder: "path-7" }]);
    expect(screen.getByText(/没有公布的指纹/)).toBeTruthy();
  });

  it("can be cancelled", async () => {
    await open(sampleState(), { "window.choose": () => ({ path: null }) });
    await press("选择文件夹…");
    await waitFor(() => expect(asks("window.choose")).toHaveLength(1));
    expect(asks("meaning.choose_folder")).toEqual([]);
  });

  it("that is faulty is reported by file, and another one can be chosen", async () => {
    await open(readyState(), {
      "meaning.choose_folder": () => {
        throw folderFailure("model.safetensors", "length");
      },
    });
    await press("选择文件夹…");
    const alert = await screen.findByRole("alert");
    expect(within(alert).getByText("model.safetensors：文件长短不对，多半没有下载完")).toBeTruthy();
    expect(within(alert).getByText("没有改动任何内容，仍用原来的。")).toBeTruthy();
    fireEvent.click(within(alert).getByRole("button", { name: "选择文件夹…" }));
    await waitFor(() => expect(asks("window.choose")).toHaveLength(2));
  });
});

describe("a check", () => {
  it("reports that the two implementations disagree, and which one is used", async () => {
    const candle = readyState({ loaded: sampleLoaded({ engine: "candle" }) });
    await open(readyState(), {
      "meaning.check": () => sampleChecked(candle, { agree: false, engine: "candle", least_cosine: 0.93129 }),
    });
    await press("检查模型");
    expect(await screen.findByText(/最小相似度 0\.93129.*已改用较慢而可靠的一种/)).toBeTruthy();
    expect(screen.getByText("354763b9b1357bc9c44f62c6be2276321081ed2567773608c0d0785b61d5a026")).toBeTruthy();
  });

  it("reports files that do not match the published ones, and fetches those", async () => {
    await open(readyState(), {
      "meaning.check": () => {
        throw failure("model_unusable", { details: { damaged: ["vocab.txt"] } });
      },
    });
    await press("检查模型");
    const alert = await screen.findByRole("alert");
    expect(within(alert).getByRole("list", { name: "有问题的文件" }).textContent).toBe("vocab.txt");
    fireEvent.click(within(alert).getByRole("button", { name: "重新下载" }));
    await waitFor(() => expect(asks("meaning.download")).toHaveLength(1));
  });
});

describe("removing", () => {
  it("is confirmed in place, and says what is deleted", async () => {
    await open(readyState());
    await press("移除…");
    const question = await screen.findByRole("group", { name: "移除“bge-small-zh-v1.5”？" });
    expect(within(question).getByText(/删掉下载的 91\.9 MB/)).toBeTruthy();
    expect(document.activeElement).toBe(within(question).getByRole("button", { name: "取消" }));
    fireEvent.click(within(question).getByRole("button", { name: "移除" }));
    expect(await screen.findByText("未装模型，以字面相近代替")).toBeTruthy();
    expect(asks("meaning.remove")).toEqual([{}]);
  });

  it("keeps the author's own folder, and can be cancelled", async () => {
    await open(folderState());
    await press("移除…");
    expect(await screen.findByText(/文件夹和里面的文件都不动/)).toBeTruthy();
    await press("取消");
    expect(asks("meaning.remove")).toEqual([]);
    expect(await button("移除…")).toBeTruthy();
  });
});

describe("computing", () => {
  it("is in 8-bit integers, and pauses on battery or not", async () => {
    await open(readyState());
    fireEvent.click(screen.getByRole("switch", { name: "用 8 位整数计算" }));
    expect(await now().findByText("8 位整数")).toBeTruthy();
    fireEvent.click(screen.getByRole("switch", { name: "用电池时暂停" }));
    await waitFor(() => expect(meaning.now().pause_on_battery).toBe(false));
    expect(asks("meaning.set")).toEqual([{ scheme: "int8" }, { pause_on_battery: false }]);
  });

  it("settings that cannot be saved are reported and revert", async () => {
    await open(readyState(), {
      "meaning.set": () => {
        throw failure("disk_full");
      },
    });
    fireEvent.click(screen.getByRole("switch", { name: "用电池时暂停" }));
    expect(await screen.findByText("磁盘已满")).toBeTruthy();
    expect(screen.getByRole("switch", { name: "用电池时暂停" }).getAttribute("aria-checked")).toBe("true");
  });
});

describe("mirrors", () => {
  const field = () => screen.getByLabelText("镜像地址");
  const add = async (address: string) => {
    fireEvent.change(field(), { target: { value: address } });
    await press("添加镜像");
  };

  it("are added, moved up, removed, and restored", async () => {
    await open(sampleState({ mirrors: ["https://one.example"] }));
    await add(" https://two.example/ ");
    await waitFor(() =>
      expect(meaning.now().mirrors).toEqual(["https://one.example", "https://two.example"]),
    );
    expect((field() as HTMLInputElement).value).toBe("");
    await press("把 two.example 上移");
    await waitFor(() =>
      expect(meaning.now().mirrors).toEqual(["https://two.example", "https://one.example"]),
    );
    await press("去掉 two.example");
    await waitFor(() => expect(meaning.now().mirrors).toEqual(["https://one.example"]));
    act(() => notices[0]?.action?.onSelect());
    await waitFor(() => expect(meaning.now().mirrors).toHaveLength(2));
  });

  it("that are invalid are refused in the field until the text changes", async () => {
    await open(sampleState());
    await add("ftp://one.example");
    expect(await screen.findByText("镜像要用 https")).toBeTruthy();
    fireEvent.change(field(), { target: { value: "https://one.example" } });
    expect(screen.queryByText("镜像要用 https")).toBeNull();
    await add("https://hub.example.com");
    expect(await screen.findByText("已经在列表里了")).toBeTruthy();
    expect(asks("meaning.set")).toHaveLength(1);
  });
});

it("is opened by its command", () => {
  const [command] = commands;
  expect(command).toMatchObject({ id: "meaning.settings" });
  void command?.run();
  expect(desk().dialog).toEqual({ name: "meaning" });
});

it("reports a failed load, and retries", async () => {
  let broken = true;
  meaning = fakeMeaning(sampleState());
  requests = chooseFakeHost({
    "meaning.state": () => {
      if (broken) throw failure("io");
      return sampleState();
    },
  });
  await show(
    <QueryClientProvider client={answers}>
      <MeaningDialog />
    </QueryClientProvider>,
  );
  act(() => openDialog({ name: "meaning" }));
  await screen.findByText("磁盘或系统出错");
  broken = false;
  await press("重试");
  expect(await screen.findByText("未装模型，以字面相近代替")).toBeTruthy();
});
