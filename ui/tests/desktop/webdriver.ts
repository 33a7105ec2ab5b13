// A client for WebKitWebDriver on `fetch`: the few WebDriver commands that these tests need, and nothing to install.

/** Maximum time for an answer, ms. */
const PATIENCE = 90_000;
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** Keys that WebDriver names by private characters. */
export const KEY = {
  control: "\uE009",
  shift: "\uE008",
  enter: "\uE007",
  escape: "\uE00C",
  end: "\uE010",
  home: "\uE011",
  down: "\uE015",
  up: "\uE013",
  tab: "\uE004",
  left: "\uE012",
  right: "\uE014",
  backspace: "\uE003",
  delete: "\uE017",
  f7: "\uE037",
  f9: "\uE039",
} as const;

/** An error of WebDriver. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

/** One session with the program's window. */
export class Window {
  readonly #base: string;

  private constructor(base: string) {
    this.#base = base;
  }

  /** Makes the driver start `binary`; resolves when its window can be driven. */
  static async open(driver: string, binary: string, args: readonly string[]): Promise<Window> {
    const alwaysMatch = { "webkitgtk:browserOptions": { binary, args } };
    const answer = await send<{ sessionId: string }>("POST", `${driver}/session`, {
      capabilities: { alwaysMatch },
    });
    const window = new Window(`${driver}/session/${answer.sessionId}`);
    await window.#post("timeouts", { script: 60_000 });
    return window;
  }

  /** Runs a function in the page; its argument and result are JSON. The page's own `eval` stays forbidden. */
  async run<A extends readonly unknown[], R>(body: (...args: A) => R, ...args: A): Promise<Awaited<R>> {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${body.toString()})(...Array.from(arguments).slice(0, -1)))
        .then((value) => done({ value }), (error) => done({ error: error instanceof Error ? String(error) : JSON.stringify(error) }));`;
    const answer = await this.#post<{ value?: Awaited<R>; error?: string }>("execute/async", {
      script,
      args,
    });
    if (answer.error !== undefined) throw new Error(`in the page: ${answer.error}`);
    return answer.value as Awaited<R>;
  }

  /** Clicks the element that a function in the page returns; false if it returns none. */
  async click<A extends readonly unknown[]>(
    find: (...args: A) => Element | undefined,
    ...args: A
  ): Promise<boolean> {
    const found = (await this.run(find, ...args)) as unknown as Record<string, string> | null;
    const element = found?.[ELEMENT];
    if (element === undefined) return false;
    await this.#post(`element/${element}/click`, {});
    return true;
  }

  /** Types into the focused element. Characters beyond the BMP are lost on the way: see `insert`. */
  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await this.#post("actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  /** Presses keys together: modifiers first. */
  async press(...keys: readonly string[]): Promise<void> {
    const actions = [
      ...keys.map((value) => ({ type: "keyDown", value })),
      ...[...keys].reverse().map((value) => ({ type: "keyUp", value })),
    ];
    await this.#post("actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  /** Presses one key several times, while others are held. */
  async repeat(key: string, times: number, ...held: readonly string[]): Promise<void> {
    const actions = [
      ...held.map((value) => ({ type: "keyDown", value })),
      ...Array.from({ length: times }, () => [
        { type: "keyDown", value: key },
        { type: "keyUp", value: key },
      ]).flat(),
      ...[...held].reverse().map((value) => ({ type: "keyUp", value })),
    ];
    await this.#post("actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  /** Moves the pointer to a position of the page, and optionally presses there with a key held. */
  async point(
    { x, y }: { x: number; y: number },
    press?: { button: "left" | "right"; held?: string },
  ): Promise<void> {
    const button = press?.button === "right" ? 2 : 0;
    const there = { type: "pointerMove", duration: 100, x: Math.round(x), y: Math.round(y) };
    const moved = [{ ...there, x: there.x + 1 }, there];
    const pressed = [
      { type: "pointerDown", button },
      { type: "pointerUp", button },
    ];
    const mouse = (actions: object[]) => ({
      type: "pointer",
      id: "mouse",
      parameters: { pointerType: "mouse" },
      actions,
    });
    await this.#post("actions", { actions: [mouse(moved)] });
    if (press === undefined) return;
    const { held } = press;
    const key = (type: string) => ({ type: "key", id: "keyboard", actions: [{ type, value: held }] });
    if (held !== undefined) await this.#post("actions", { actions: [key("keyDown")] });
    await this.#post("actions", { actions: [mouse(pressed)] });
    if (held !== undefined) await this.#post("actions", { actions: [key("keyUp")] });
  }

  /** Inserts text as an input method commits it: any character works. */
  async insert(text: string): Promise<void> {
    await this.run((inserted) => document.execCommand("insertText", false, inserted), text);
  }

  /** Address of the page. */
  async url(): Promise<string> {
    return send("GET", `${this.#base}/url`);
  }

  #post<T>(command: string, body: object): Promise<T> {
    return send("POST", `${this.#base}/${command}`, body);
  }
}

async function send<T>(method: string, url: string, body?: object): Promise<T> {
  const signal = AbortSignal.timeout(PATIENCE);
  const request: RequestInit = { method, signal, headers: { "content-type": "application/json" } };
  if (body !== undefined) request.body = JSON.stringify(body);
  const answer = (await (await fetch(url, request)).json()) as { value: unknown };
  const value = answer.value;
  if (typeof value === "object" && value !== null && "error" in value && "message" in value) {
    throw new Refused(String(value.error), String(value.message));
  }
  return value as T;
}
