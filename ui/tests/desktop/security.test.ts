// The real window against a malicious page: every way out of it is closed, and nothing is sent.
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { watchSockets } from "./sockets";
import { Studio } from "./studio";

/** A server that receives any request; returns what it received. */
async function listener(): Promise<{ origin: string; heard: string[] }> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(request.url ?? "");
    response.setHeader("access-control-allow-origin", "*");
    response.end("heard");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}

test("text never becomes code", async () => {
  const studio = await Studio.open();
  const { window: page } = await studio.drive(["--sample"]);
  const outcome = await page.run(async () => {
    const tries: Record<string, () => unknown> = {
      // biome-ignore lint/security/noGlobalEval: the test expects it to fail
      eval: () => globalThis.eval("window.harmed = 'eval'"),
      Function: () => new Function("window.harmed = 'Function'")(),
      setTimeout: () => setTimeout("window.harmed = 'setTimeout'"),
      innerHTML: () => {
        document.createElement("div").innerHTML = "<b>text</b>";
      },
      outerHTML: () => {
        document.body.appendChild(document.createElement("i")).outerHTML = "<b>text</b>";
      },
      insertAdjacentHTML: () => document.body.insertAdjacentHTML("beforeend", "<b>text</b>"),
      write: () => document.write("<b>text</b>"),
      DOMParser: () => new DOMParser().parseFromString("<b>text</b>", "text/html"),
      srcdoc: () => {
        document.createElement("iframe").srcdoc = "<script>parent.harmed = 'srcdoc'</script>";
      },
      script: () => {
        const script = document.createElement("script");
        script.textContent = "window.harmed = 'script'";
        document.body.append(script);
        script.remove();
      },
      scriptUrl: () => {
        document.createElement("script").src = "data:text/javascript,window.harmed='scriptUrl'";
      },
      policy: () =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
        ).trustedTypes.createPolicy("mine", { createHTML: (text: string) => text }),
      worker: () => new Worker(URL.createObjectURL(new Blob(["postMessage(1)"]))),
      handler: () => {
        const button = document.createElement("button");
        button.setAttribute("onclick", "window.harmed = 'handler'");
        document.body.append(button);
        button.click();
        button.remove();
      },
      javascript: () => {
        const link = document.createElement("a");
        link.href = "javascript:window.harmed='javascript'";
        document.body.append(link);
        link.click();
        link.remove();
      },
    };
    const refused: string[] = [];
    for (const [name, attempt] of Object.entries(tries)) {
      try {
        attempt();
      } catch {
        refused.push(name);
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { refused, all: Object.keys(tries), harmed: window.harmed ?? null };
  });
  expect(outcome.harmed).toBeNull();
  // These three are refused without an exception.
  const silent = ["handler", "javascript", "worker", "setTimeout", "script"];
  expect(outcome.refused).toEqual(
    expect.arrayContaining(outcome.all.filter((name) => !silent.includes(name))),
  );
});

test("the page reaches no network and no file", async () => {
  const studio = await Studio.open();
  const app = await studio.drive(["--sample"]);
  const sockets = watchSockets(app);
  const { origin, heard } = await listener();
  const outcome = await app.window.run(async (remote) => {
    const violated = new Set<string>();
    let policy = "";
    document.addEventListener("securitypolicyviolation", (event) => {
      violated.add(event.effectiveDirective);
      policy = event.originalPolicy;
    });
    const reached: string[] = [];
    const attempt = async (name: string, act: () => unknown) => {
      try {
        await act();
        reached.push(name);
      } catch {
        // Refused, as expected.
      }
    };
    await attempt("fetch", () => fetch(`${remote}/fetch`));
    await attempt("fetch no-cors", () => fetch(`${remote}/no-cors`, { mode: "no-cors" }));
    await attempt("fetch https", () => fetch("https://localhost/https"));
    await attempt("fetch file", () => fetch("file:///etc/passwd"));
    await attempt("fetch own files", () => fetch("/index.html"));
    await attempt("fetch asset", () => fetch("asset://localhost/etc/passwd"));
    await attempt(
      "XMLHttpRequest",
      () =>
        new Promise((resolve, reject) => {
          const request = new XMLHttpRequest();
          request.onload = resolve;
          request.onerror = reject;
          request.open("GET", `${remote}/xhr`);
          request.send();
        }),
    );
    const opens = (socket: WebSocket | EventSource) =>
      new Promise((resolve, reject) => {
        socket.onopen = resolve;
        socket.onerror = reject;
      });
    await attempt("WebSocket", () => opens(new WebSocket(`${remote.replace("http", "ws")}/ws`)));
    await attempt("EventSource", () => opens(new EventSource(`${remote}/events`)));
    const loads = (tag: string, change: (element: HTMLElement) => void) =>
      new Promise((resolve, reject) => {
        const element = document.createElement(tag);
        element.onload = resolve;
        element.onerror = reject;
        change(element);
        document.body.append(element);
        setTimeout(() => reject(new Error("nothing happened")), 500);
      });
    await attempt("image", () => loads("img", (image) => image.setAttribute("src", `${remote}/image`)));
    await attempt("image of a file", () =>
      loads("img", (image) => image.setAttribute("src", "file:///usr/share/pixmaps/debian-logo.png")),
    );
    await attempt("audio", () => loads("audio", (audio) => audio.setAttribute("src", `${remote}/audio`)));
    await attempt("object", () =>
      loads("object", (object) => object.setAttribute("data", `${remote}/object`)),
    );
    await attempt("style sheet", () =>
      loads("link", (link) => {
        link.setAttribute("rel", "stylesheet");
        link.setAttribute("href", `${remote}/style`);
      }),
    );
    // These report nothing themselves; the listener would receive their requests.
    for (const rel of [
      "prefetch",
      "preload",
      "preconnect",
      "dns-prefetch",
      "modulepreload",
      "icon",
      "manifest",
    ]) {
      const link = document.createElement("link");
      link.rel = rel;
      link.href = `${remote}/${rel}`;
      document.head.append(link);
    }
    const style = document.createElement("style");
    style.textContent = `@import "${remote}/import"; body { background: url(${remote}/background) }
      @font-face { font-family: far; src: url(${remote}/font) } body { font-family: far }`;
    document.head.append(style);
    navigator.sendBeacon?.(`${remote}/beacon`, "words");
    const frame = document.createElement("iframe");
    frame.src = `${remote}/frame`;
    document.body.append(frame);
    const form = document.createElement("form");
    form.action = `${remote}/form`;
    form.method = "post";
    document.body.append(form);
    form.submit();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return { reached, violated: [...violated], policy };
  }, origin);
  expect(outcome.reached).toEqual([]);
  expect(outcome.violated).toEqual(
    expect.arrayContaining([
      "connect-src",
      "img-src",
      "media-src",
      "style-src-elem",
      "frame-src",
      "form-action",
    ]),
  );
  expect(heard).toEqual([]);
  expect(await sockets.stop()).toEqual([]);
});

test("the window does not navigate and opens no other window", async () => {
  const studio = await Studio.open();
  const { window: page } = await studio.drive(["--sample"]);
  const { origin, heard } = await listener();
  for (const target of [
    origin,
    `${origin}/blank`,
    "https://localhost/",
    "file:///etc/passwd",
    "about:blank",
    "data:text/html,gone",
  ]) {
    const opened = await page.run((url) => globalThis.open(url) !== null, target).catch(() => false);
    expect(opened, `a second window for ${target}`).toBe(false);
    await page
      .run((url) => {
        location.href = url;
      }, target)
      .catch(() => undefined);
    await page.run((url) => {
      const link = document.createElement("a");
      link.href = url;
      link.target = "_blank";
      document.body.append(link);
      link.click();
      link.remove();
    }, target);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await page.url()).toBe("tauri://localhost");
    expect(await page.run(() => document.querySelector("#root [role=tree]") !== null)).toBe(true);
  }
  expect(heard).toEqual([]);
});

test("the shell answers only its two commands", async () => {
  const studio = await Studio.open();
  const { window: page } = await studio.drive(["--sample"]);
  const outcome = await page.run(async () => {
    const { invoke } = window.__TAURI_INTERNALS__;
    const answered: string[] = [];
    const attempt = async (command: string, args: unknown = {}) => {
      try {
        await invoke(command, args);
        answered.push(command);
      } catch {
        // Refused, as expected.
      }
    };
    await attempt("plugin:fs|read_text_file", { path: "/etc/passwd" });
    await attempt("plugin:fs|read_dir", { path: "/" });
    await attempt("plugin:shell|execute", { program: "true", args: [] });
    await attempt("plugin:shell|open", { path: "https://localhost/" });
    await attempt("plugin:opener|open_url", { url: "https://localhost/" });
    await attempt("plugin:http|fetch", { clientConfig: { method: "GET", url: "https://localhost/" } });
    await attempt("plugin:dialog|open", { options: {} });
    await attempt("plugin:dialog|message", { message: "hello" });
    await attempt("plugin:event|emit", { event: "changed", payload: null });
    await attempt("plugin:event|listen", {
      event: "tauri://close-requested",
      target: { kind: "Any" },
      handler: 1,
    });
    await attempt("plugin:window|close", { label: "main" });
    await attempt("plugin:window|set_title", { label: "main", value: "taken" });
    await attempt("plugin:window|create", { options: { label: "second" } });
    await attempt("plugin:webview|create_webview_window", {
      options: { label: "second", url: "https://localhost/" },
    });
    await attempt("plugin:webview|internal_toggle_devtools", {});
    await attempt("plugin:app|version");
    await attempt("plugin:app|set_app_theme", { theme: "dark" });
    await attempt("plugin:path|resolve_directory", { directory: 1 });
    await attempt("plugin:menu|new", { kind: "Menu", handler: 1 });
    await attempt("plugin:resources|close", { rid: 1 });
    await attempt("plugin:image|from_path", { path: "/etc/passwd" });
    await attempt("plugin:window-state|save_window_state", { flags: 1 });
    await attempt("no_such_command");
    // The mechanism below `invoke`, without its key.
    const under = await fetch("ipc://localhost/call", {
      method: "POST",
      headers: { "content-type": "application/json", "Tauri-Callback": "1", "Tauri-Error": "2" },
      body: JSON.stringify({ name: "application.state", request: {} }),
    }).then(
      (response) => response.ok,
      () => false,
    );
    const state = await invoke("call", { name: "application.state", request: {} });
    return { answered, under, state: typeof state };
  });
  expect(outcome).toEqual({ answered: [], under: false, state: "object" });
});

test("the desk refuses paths and unknown commands from the page", async () => {
  const studio = await Studio.open();
  const { window: page } = await studio.drive(["--sample"]);
  const codes = await page.run(async () => {
    const code = (name: string, request: unknown) =>
      window.__TAURI_INTERNALS__.invoke("call", { name, request }).then(
        () => "answered",
        (failure: { code: string }) => failure.code,
      );
    return {
      open: await code("project.open", { path: "/etc/passwd" }),
      create: await code("project.create", {
        path: "/etc/new.wenfang",
        title: "",
        author: "",
        first_chapter: "",
      }),
      import: await code("project.preview_import", { source: "/etc/passwd" }),
      export: await code("project.export", { out: "/etc/passwd", format: "txt" }),
      reveal: await code("window.reveal", { path: "/etc/passwd" }),
      settings: await code("settings.change", { changes: { backup_folder: "/etc" } }),
      unknown: await code("project.burn", {}),
      long: await code("prose.count", { text: 7 }),
    };
  });
  for (const [name, code] of Object.entries(codes)) {
    expect(["bad_request", "unknown_command"], `${name}: ${code}`).toContain(code);
  }
});

test("tauri has no globals, and prototypes are frozen", async () => {
  const studio = await Studio.open();
  const { window: page } = await studio.drive(["--sample"]);
  const found = await page.run(() => {
    try {
      (Object.prototype as unknown as Record<string, unknown>)["planted"] = 1;
    } catch {
      // Refused, as expected.
    }
    return {
      global: "__TAURI__" in window,
      frozen: Object.isFrozen(Object.prototype),
      planted: "planted" in {},
      peer: "RTCPeerConnection" in window,
      service: "serviceWorker" in navigator && navigator.serviceWorker.controller !== null,
    };
  });
  expect(found).toMatchObject({ global: false, frozen: true, planted: false, service: false });
});

test("titles and texts of a foreign novel are shown as text", async () => {
  const studio = await Studio.open();
  const harm = `<img src=x onerror="window.harmed='title'"><script>window.harmed='script'</script>`;
  const novel = studio.path("stranger.wenfang");
  studio.cli("new", novel, "--title", harm, "--author", harm);
  writeFileSync(
    studio.path("stranger.txt"),
    `第一章 ${harm}\n\n${harm}\n<svg onload="window.harmed='svg'">\n[链接](javascript:window.harmed='link')\n![图](http://127.0.0.1/a.png)\n`,
  );
  studio.cli("import", novel, studio.path("stranger.txt"));
  studio.cli("checkpoint", "create", novel, "--name", harm);
  const { window: page } = await studio.drive([novel]);
  const shown = await page.run(async (wanted) => {
    for (let turn = 0; turn < 100 && document.querySelector(".cm-content") === null; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    for (const tab of document.querySelectorAll<HTMLElement>("[role=tab]")) {
      tab.click();
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return {
      harmed: window.harmed ?? null,
      images: document.querySelectorAll("img").length,
      scripts: [...document.scripts].filter((script) => script.src === "").length,
      title: document.body.innerText.includes(wanted),
      text: document.querySelector(".cm-content")?.textContent?.includes("<svg onload=") ?? false,
    };
  }, harm);
  expect(shown).toEqual({ harmed: null, images: 0, scripts: 0, title: true, text: true });
});
