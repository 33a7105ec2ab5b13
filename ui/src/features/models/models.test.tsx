// Setting up models: adding the first one, keys, models, routes, ceilings; and what is shown without any.
import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { show } from "@/components/testing";
import type { ToastOptions } from "@/components/toast";
import { type Dialog, desk, openDialog, useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { agree } from "@/desk/providers";
import { type Asked, chooseFakeHost, type FakeAnswers, failure, never } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import type { Providers } from "@/ipc/types";
import { type FakeModels, fakeModels } from "./fake-models";
import { ModelsDialog } from "./models-dialog";
import { NoModelDialog } from "./no-model-dialog";
import { usePlace } from "./place";
import { forgetProbes } from "./probe";
import { busySetUp, deadReport, goodReport, sampleModel, sampleSetUp, sampleView } from "./sample";

// Queries by role are slow here, and slower on a busy machine.
vi.setConfig({ testTimeout: 40_000 });

let models: FakeModels;
let requests: Asked[];
let notices: ToastOptions[];

function host(
  begin: Providers,
  given: Parameters<typeof fakeModels>[1] = {},
  change: FakeAnswers = {},
): void {
  models = fakeModels(begin, given);
  requests = chooseFakeHost({ ...models.answers, ...change });
}

async function open(dialog: Dialog = { name: "models" }): Promise<void> {
  await show(
    <QueryClientProvider client={answers}>
      <ModelsDialog />
      <NoModelDialog />
    </QueryClientProvider>,
  );
  act(() => openDialog(dialog));
}

const asks = (name: string) => requests.filter((one) => one.name === name).map(({ request }) => request);
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));
const type = (label: string | RegExp, value: string) => {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value } });
  return field;
};

beforeEach(async () => {
  await startI18n("zh");
  answers.clear();
  forgetProbes();
  usePlace.setState({ place: null });
  useDesk.setState({ dialog: null });
  notices = [];
  onNotice((notice) => notices.push(notice));
});

describe("a first provider", () => {
  it("is added with its key, tested, given a model, which becomes the default", async () => {
    host(sampleSetUp());
    await open();
    await press(/DeepSeek/);
    type(/^密钥/, "sk-0123456789abcd");
    await press("添加并测试");
    await waitFor(() => expect(asks("providers.test")).toEqual([{ id: "deepseek" }]));
    expect(asks("providers.set_key")).toEqual([{ id: "deepseek", key: "sk-0123456789abcd" }]);
    const list = await screen.findByRole("list", { name: "选一个模型，随后自动测试" });
    expect(screen.queryByText("逐字输出")).toBeNull();
    fireEvent.click(within(list).getByRole("button", { name: /deepseek-chat/ }));
    await screen.findByText(/deepseek-chat 是默认模型/);
    expect(asks("providers.test")).toEqual([{ id: "deepseek" }, { id: "deepseek", model: "deepseek-chat" }]);
    expect(models.now().routes.default?.targets).toEqual([
      { provider: "deepseek", model: "deepseek-chat", parameters: {} },
    ]);
    const found = screen.getByRole("list", { name: "测试结果" });
    expect(within(found).getByText("收下了结构要求，却没有遵守")).toBeTruthy();
    expect(within(found).getByText("0.6 秒后出第一个字")).toBeTruthy();
    expect(screen.getByText("已保存，尾号 abcd")).toBeTruthy();
  });

  it("gets the default model at once, whatever its test says", async () => {
    const model = { report: goodReport({ model_names: ["qwen3:14b"] }) };
    host(sampleSetUp({ providers: [sampleView("ollama")] }), model, {
      "providers.test": (request) => (request.model == null ? model : never()),
      "job.stop": () => ({ running: true }),
    });
    await open();
    await press("测试");
    await press(/qwen3:14b/);
    await waitFor(() => expect(asks("providers.test")).toHaveLength(2));
    act(() => useDesk.setState({ dialog: null }));
    await waitFor(() => expect(models.now().routes.default?.targets[0]?.model).toBe("qwen3:14b"));
  });

  it("needs its key and its address", async () => {
    host(sampleSetUp());
    await open({ name: "models", preset: "deepseek" });
    await press("添加并测试");
    expect(await screen.findByText("这家服务需要密钥")).toBeTruthy();
    type(/^接口地址/, " ");
    expect(screen.getByText("请填写接口地址")).toBeTruthy();
    expect(asks("providers.save")).toEqual([]);
  });

  it("says where the key can go without a keychain, and is not added twice", async () => {
    host(
      sampleSetUp(),
      {},
      {
        "providers.set_key": () => {
          throw failure("no_keychain");
        },
      },
    );
    await open({ name: "models", preset: "deepseek" });
    await screen.findByText("添加并测试");
    type(/^密钥/, "sk-0123456789abcd");
    await press("添加并测试");
    await screen.findByText("这台机器没有可用的钥匙串");
    await press("添加并测试");
    await waitFor(() => expect(asks("providers.save")).toHaveLength(2));
    expect(models.now().providers).toHaveLength(1);
    await press("去“密钥存放”");
    expect(await screen.findByRole("radiogroup", { name: "存在哪里" })).toBeTruthy();
  });

  it("does not ask for a key that cannot be stored: it says why, and offers memory", async () => {
    const trouble = failure("no_keychain");
    host(sampleSetUp({ keys: { place: "keychain", ready: false, file_exists: false, trouble } }));
    await open({ name: "models", preset: "deepseek" });
    await screen.findByText(/没有可用的系统钥匙串/);
    expect(screen.queryByLabelText(/^密钥/, { selector: "input" })).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "添加并测试" }).disabled).toBe(true);
    expect(screen.getByRole("button", { name: "去“密钥存放”" })).toBeTruthy();
    await press("先放在内存里");
    const field = await screen.findByLabelText(/^密钥/, { selector: "input" });
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(models.now().keys.place).toBe("memory");
  });

  it("explains a refused address", async () => {
    host(sampleSetUp());
    await open({ name: "models", preset: "custom" });
    await screen.findByText("添加并测试");
    type(/^接口地址/, "不是网址");
    await press("添加并测试");
    expect(await screen.findByText(/这不是一个网址/)).toBeTruthy();
  });
});

describe("a test", () => {
  it("of a stopped server says so and changes no route", async () => {
    const only = sampleView("ollama", { models: [sampleModel("qwen3:14b")] });
    host(sampleSetUp({ providers: [only] }), { report: deadReport });
    await open();
    await press("测试");
    expect(await screen.findByText(/请确认 Ollama 已经启动/)).toBeTruthy();
    expect(screen.queryByText("逐字输出")).toBeNull();
    expect(models.now().routes.default).toBeNull();
  });

  it("does not change an existing default route", async () => {
    host(busySetUp(), { report: goodReport() });
    await open();
    await press("测试");
    await screen.findByRole("list", { name: "测试结果" });
    expect(asks("providers.set_routes")).toEqual([]);
  });

  it("can be stopped", async () => {
    let end: (() => void) | undefined;
    host(
      busySetUp(),
      {},
      {
        "providers.test": () =>
          new Promise((_, reject) => {
            end = () => reject(failure("stopped"));
          }),
        "job.stop": () => {
          end?.();
          return { running: true };
        },
      },
    );
    await open();
    await press("测试");
    await press("停止");
    expect(await screen.findByText("测试已停止。")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("stops with the dialog", async () => {
    host(busySetUp(), {}, { "providers.test": () => never(), "job.stop": () => ({ running: true }) });
    await open();
    await press("测试");
    await waitFor(() => expect(asks("providers.test")).toHaveLength(1));
    act(() => useDesk.setState({ dialog: null }));
    await waitFor(() => expect(asks("job.stop")).toEqual([{ job: 1 }]));
  });
});

describe("a provider", () => {
  it("saves its name and address on blur", async () => {
    host(busySetUp());
    await open();
    await screen.findByLabelText("名称");
    fireEvent.blur(type("名称", "深度求索 "));
    fireEvent.blur(type("接口地址", "https://proxy.example.com/v1"));
    await waitFor(() =>
      expect(models.now().providers[0]?.provider).toMatchObject({
        name: "深度求索",
        base_url: "https://proxy.example.com/v1",
      }),
    );
    expect(models.now().providers[0]?.provider.models).toHaveLength(2);
  });

  it("has its key replaced and deleted; it is never shown", async () => {
    host(busySetUp());
    await open();
    await screen.findByText("已保存，尾号 7f3a");
    await press("更换");
    expect(type(/^密钥/, "sk-another-key-9999").getAttribute("type")).toBe("password");
    await press("保存");
    await screen.findByText("已保存，尾号 9999");
    await press("忘掉");
    await waitFor(() => expect(models.now().providers[0]?.key.set).toBe(false));
    expect(asks("providers.set_key")).toEqual([
      { id: "deepseek", key: "sk-another-key-9999" },
      { id: "deepseek", key: null },
    ]);
  });

  it("takes models from the server's list, with a filter", async () => {
    const served = Array.from({ length: 300 }, (_, at) => `vendor/model-${at}`).concat("qwen/qwen3-32b");
    host(busySetUp(), { served });
    await open();
    await press("从服务器获取");
    const list = await screen.findByRole("list", { name: "服务器上的模型" });
    expect(within(list).getAllByRole("listitem")).toHaveLength(100);
    expect(screen.getByText("还有 201 个，请输入名称筛选")).toBeTruthy();
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "qwen3" } });
    fireEvent.click(within(list).getByRole("button", { name: /qwen\/qwen3-32b/ }));
    await waitFor(() => expect(models.now().providers[0]?.provider.models).toHaveLength(3));
    expect(await within(list).findByText("已添加")).toBeTruthy();
  });

  it("loses a model with its routes, and gets both back", async () => {
    host(busySetUp());
    await open();
    await press("移除 deepseek-chat");
    await waitFor(() => expect(notices[0]?.text).toBe("已移除 deepseek-chat，“用途”里也去掉了"));
    expect(models.now().routes.default?.targets.map(({ model }) => model)).toEqual(["qwen3:14b"]);
    act(() => notices[0]?.action?.onSelect());
    await waitFor(() => expect(models.now().routes).toEqual(busySetUp().routes));
    expect(models.now().providers[0]?.provider.models).toHaveLength(2);
  });

  it("shows the assumed window of a model, beside a way to set it", async () => {
    host(sampleSetUp({ providers: [sampleView("ollama", { models: [sampleModel("qwen3:14b")] })] }));
    await open();
    await screen.findByText("上下文长度未填，按 8,192 安排");
    await press("填写 qwen3:14b 的上下文长度");
    fireEvent.blur(type(/上下文长度/, "128k"));
    await screen.findByText("上下文 128k");
    expect(models.now().providers[0]?.provider.models[0]?.context_tokens).toBe(128_000);
  });

  it("prices a model in exact millionths", async () => {
    host(busySetUp());
    await open();
    await press(/^deepseek-reasoner/);
    fireEvent.blur(type("输入", "0.1"));
    await waitFor(() =>
      expect(models.now().providers[0]?.provider.models[1]?.price).toEqual({
        currency: "CNY",
        input: 100_000,
        cached_input: 100_000,
        output: 0,
      }),
    );
    fireEvent.blur(type(/上下文长度/, "很长"));
    expect(await screen.findByText(/请填 1 到/)).toBeTruthy();
  });

  it("is removed after a confirmation that says what goes", async () => {
    host(busySetUp());
    await open();
    await press("移除这个服务商…");
    const question = await screen.findByRole("alertdialog");
    expect(within(question).getByText("它的密钥")).toBeTruthy();
    expect(within(question).getByText("“用途”里选中的它的模型")).toBeTruthy();
    fireEvent.click(within(question).getByRole("button", { name: "移除" }));
    await waitFor(() =>
      expect(models.now().providers.map(({ provider }) => provider.id)).toEqual(["ollama"]),
    );
    expect(await screen.findByRole("heading", { name: "Ollama" })).toBeTruthy();
  });

  it("can have its consent withdrawn; it is given elsewhere", async () => {
    host(busySetUp());
    await open();
    await press("撤回同意");
    await screen.findByText("尚未同意发送");
    expect(asks("providers.consent")).toEqual([{ id: "deepseek", agreed: false }]);
    await act(() => agree("deepseek"));
    expect(await screen.findByText("已同意发送")).toBeTruthy();
  });

  it("sends stand-ins for names if the author wants that", async () => {
    host(busySetUp());
    await open();
    fireEvent.click(await screen.findByRole("switch", { name: "用代号代替名字发送" }));
    await waitFor(() => expect(models.now().providers[0]?.provider.mask_names).toBe(true));
  });

  it("saves custom headers", async () => {
    host(busySetUp());
    await open();
    await press("添加请求头");
    const names = screen.getByRole("group", { name: "附加请求头" });
    fireEvent.change(within(names).getByLabelText("名称"), { target: { value: "X-Title" } });
    const value = within(names).getByLabelText("值");
    fireEvent.change(value, { target: { value: "wenfang" } });
    fireEvent.blur(value);
    await waitFor(() =>
      expect(models.now().providers[0]?.provider.headers).toEqual({ "X-Title": "wenfang" }),
    );
  });
});

describe("routes", () => {
  it("are ordered, with or without fallback", async () => {
    host(busySetUp());
    await open({ name: "models", section: "routes" });
    const route = await screen.findByRole("list", { name: "默认模型" });
    fireEvent.click(within(route).getByRole("button", { name: "把 qwen3:14b 上移" }));
    await waitFor(() => expect(models.now().routes.default?.targets[0]?.model).toBe("qwen3:14b"));
    fireEvent.click(await screen.findByRole("switch", { name: "允许回退" }));
    await waitFor(() => expect(models.now().routes.default?.fallback).toBe(false));
    expect(models.now().routes.tasks).toEqual(busySetUp().routes.tasks);
  });

  it("of a task start as the default one and end by following it", async () => {
    host(busySetUp());
    await open({ name: "models", section: "routes" });
    fireEvent.click(await screen.findByRole("switch", { name: "起草、续写" }));
    await waitFor(() => expect(models.now().routes.tasks.draft).toEqual(busySetUp().routes.default));
    fireEvent.click(screen.getByRole("switch", { name: "章节名" }));
    await waitFor(() => expect("title" in models.now().routes.tasks).toBe(false));
  });

  it("have parameters; empty ones are left to the server", async () => {
    host(busySetUp());
    await open({ name: "models", section: "routes" });
    const route = await screen.findByRole("list", { name: "默认模型" });
    fireEvent.click(within(route).getByRole("button", { name: "deepseek-chat 的参数" }));
    const temperature = within(route).getByLabelText<HTMLInputElement>("温度");
    expect(temperature.value).toBe("1.1");
    fireEvent.change(temperature, { target: { value: "3" } });
    fireEvent.blur(temperature);
    expect(await within(route).findByText("请填 0 到 2 之间的数字")).toBeTruthy();
    fireEvent.change(temperature, { target: { value: "" } });
    fireEvent.blur(temperature);
    await waitFor(() => expect(models.now().routes.default?.targets[0]?.parameters).toEqual({}));
  });

  it("say what is missing without a model", async () => {
    host(sampleSetUp());
    await open({ name: "models", section: "routes" });
    expect(await screen.findByText("还没有模型可选")).toBeTruthy();
  });
});

describe("keys", () => {
  it("are saved in a new file under a passphrase typed twice", async () => {
    host(busySetUp());
    await open({ name: "models", section: "keys" });
    fireEvent.click(await screen.findByRole("radio", { name: /加密文件/ }));
    expect(screen.getByText(/不会搬过去/)).toBeTruthy();
    type("新口令", "short");
    await press("改存到加密文件");
    expect(await screen.findByText("口令至少要八个字符")).toBeTruthy();
    type("新口令", "渡口的船夜里不开");
    type("再输一次", "渡口的船夜里不開");
    await press("改存到加密文件");
    expect(await screen.findByText("两次输入的口令不一样")).toBeTruthy();
    type("再输一次", "渡口的船夜里不开");
    await press("改存到加密文件");
    await waitFor(() =>
      expect(asks("providers.set_key_place")).toEqual([{ place: "file", passphrase: "渡口的船夜里不开" }]),
    );
    expect(await screen.findByRole("radio", { name: "加密文件（现在）", checked: true })).toBeTruthy();
  });

  it("are unlocked by the passphrase of their file", async () => {
    const trouble = failure("keys_locked", { message: "the keychain is locked" });
    host(sampleSetUp({ keys: { place: "file", ready: false, file_exists: true, trouble } }));
    await open({ name: "models", section: "keys" });
    await screen.findByText(/密钥文件锁着/);
    type("口令", "wrong");
    await press("解锁");
    expect(await screen.findByText("口令不对")).toBeTruthy();
    type("口令", "a long passphrase");
    await press("解锁");
    await waitFor(() => expect(models.now().keys.ready).toBe(true));
    await waitFor(() => expect(screen.queryByText(/密钥文件锁着/)).toBeNull());
  });

  it("say what is wrong with the keychain", async () => {
    const trouble = failure("no_keychain");
    host(sampleSetUp({ keys: { place: "keychain", ready: false, file_exists: false, trouble } }));
    await open({ name: "models", section: "keys" });
    expect(await screen.findByText("这台机器没有可用的钥匙串")).toBeTruthy();
    // A file already exists.
    await waitFor(() => expect(screen.queryByRole("button", { name: "去“密钥存放”" })).toBeNull());
  });
});

describe("ceilings", () => {
  it("are off when empty, and warn if nothing is counted", async () => {
    host(busySetUp());
    await open({ name: "models", section: "ceilings" });
    const field = await screen.findByLabelText("每次生成最多");
    expect(screen.getByText(/还没有模型填了 USD 的价格/)).toBeTruthy();
    fireEvent.change(field, { target: { value: "0" } });
    fireEvent.blur(field);
    expect(await screen.findByText(/请填 0.01 到/)).toBeTruthy();
    fireEvent.change(field, { target: { value: "" } });
    fireEvent.blur(field);
    await waitFor(() => expect(models.now().ceilings.per_run).toBeNull());
    expect(models.now().ceilings.per_month).toEqual({ currency: "USD", micros: 20_000_000 });
  });
});

describe("the dialog", () => {
  it("reports a failure and retries", async () => {
    let broken = true;
    const fake = fakeModels(busySetUp());
    chooseFakeHost({
      ...fake.answers,
      "providers.list": (request) => {
        if (broken) throw failure("io");
        return fake.answers["providers.list"]?.(request) ?? never();
      },
    });
    await open();
    await screen.findByText("磁盘或系统出错");
    broken = false;
    await press("重试");
    expect(await screen.findByRole("navigation", { name: "模型设置的各部分" })).toBeTruthy();
  });

  it("supports the arrow keys", async () => {
    host(busySetUp());
    await open();
    const nav = await screen.findByRole("navigation", { name: "模型设置的各部分" });
    const rows = within(nav).getAllByRole("button");
    rows[0]?.focus();
    fireEvent.keyDown(nav, { key: "ArrowDown" });
    expect(document.activeElement).toBe(rows[1]);
    expect(within(nav).getByRole("button", { name: /DeepSeek/, current: "page" })).toBeTruthy();
  });
});

describe("without a model", () => {
  it("a server on this machine is one click away", async () => {
    host(sampleSetUp());
    await open({ name: "no-model" });
    await press("Ollama");
    expect(desk().dialog).toEqual({ name: "models", preset: "ollama" });
    expect((await screen.findByLabelText<HTMLInputElement>("接口地址")).value).toBe(
      "http://127.0.0.1:11434/v1",
    );
  });

  it("others are chosen from everything that can be added", async () => {
    host(sampleSetUp());
    await open({ name: "no-model" });
    await press("其他服务商…");
    expect(await screen.findByRole("heading", { name: "添加服务商" })).toBeTruthy();
  });

  it("only the choice is missing if there is one", async () => {
    host(sampleSetUp({ providers: busySetUp().providers }));
    await open({ name: "no-model" });
    await press("选择模型…");
    expect(await screen.findByText(/还没有选模型/)).toBeTruthy();
  });
});
