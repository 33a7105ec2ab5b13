// What the window may do according to its configuration: the capability, and the content security policy.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./studio";

const shell = (name: string): string => readFileSync(join(ROOT, "src-tauri", name), "utf8");
const json = <T>(name: string): T => JSON.parse(shell(name)) as T;

interface Configuration {
  app: {
    withGlobalTauri: boolean;
    windows: unknown[];
    security: {
      capabilities: string[];
      freezePrototype: boolean;
      assetProtocol: { enable: boolean; scope: unknown[] };
      dangerousDisableAssetCspModification: string[];
      csp: Record<string, string>;
    };
  };
  plugins?: unknown;
}

interface Capability {
  windows: string[];
  permissions: string[];
  remote?: unknown;
}

/** Sources of each directive of the window's policy. */
function policy(): Map<string, string[]> {
  const { csp } = json<Configuration>("tauri.conf.json").app.security;
  return new Map(Object.entries(csp).map(([directive, sources]) => [directive, sources.split(" ")]));
}

test("the one capability allows the two commands of the shell, and nothing of tauri's own", () => {
  const written = json<Capability>("capabilities/main.json");
  expect(written.permissions).toEqual(["allow-call", "allow-stream"]);
  expect(written.windows).toEqual(["main"]);
  expect(written.remote).toBeUndefined();
  // The program contains the build's version of it.
  const built = json<Record<string, Capability & { local: boolean }>>("gen/schemas/capabilities.json");
  expect(Object.keys(built)).toEqual(["main"]);
  expect(built["main"]).toMatchObject({
    local: true,
    windows: ["main"],
    permissions: ["allow-call", "allow-stream"],
  });
  expect(built["main"]?.remote).toBeUndefined();
});

test("the shell has no plugin for files, programs or networks", () => {
  const plugins = [...shell("Cargo.toml").matchAll(/^tauri-plugin-([a-z-]+)/gm)].map(([, name]) => name);
  expect(plugins.sort()).toEqual(["dialog", "single-instance", "window-state"]);
});

test("the page gets no global, no files, and a frozen prototype", () => {
  const { app, plugins } = json<Configuration>("tauri.conf.json");
  expect(app.withGlobalTauri).toBe(false);
  expect(app.windows).toEqual([]);
  expect(app.security.capabilities).toEqual(["main"]);
  expect(app.security.freezePrototype).toBe(true);
  expect(app.security.assetProtocol).toEqual({ enable: false, scope: [] });
  expect(app.security.dangerousDisableAssetCspModification).toEqual(["style-src"]);
  expect(plugins).toBeUndefined();
});

test("the policy allows only the program's own files and commands", () => {
  const directives = policy();
  const nothing = ["default-src", "frame-src", "object-src", "base-uri", "form-action", "trusted-types"];
  for (const directive of nothing) expect(directives.get(directive), directive).toEqual(["'none'"]);
  expect(directives.get("script-src")).toEqual(["'self'"]);
  expect(directives.get("require-trusted-types-for")).toEqual(["'script'"]);
  expect(directives.get("connect-src")).toEqual(["ipc:", "http://ipc.localhost"]);
  // The editor writes its style sheet at run time: the only inline exception.
  expect(directives.get("style-src")).toEqual(["'self'", "'unsafe-inline'"]);
  const known = ["'self'", "'none'", "'unsafe-inline'", "'script'", "data:", "ipc:", "http://ipc.localhost"];
  for (const [directive, sources] of directives) {
    for (const source of sources) expect(known, `${directive} ${source}`).toContain(source);
    if (directive !== "style-src") expect(sources, directive).not.toContain("'unsafe-inline'");
    if (directive !== "img-src") expect(sources, directive).not.toContain("data:");
  }
});
