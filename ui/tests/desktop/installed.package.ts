// The package as an author uses it: installed, opened by a double click, used, removed. `cargo xtask package --test`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { Author } from "./author";
import { end, kill, processes, start, until } from "./processes";
import { BINARY, CLI, OUTPUT, Studio, type StudioOptions } from "./studio";

const PACKAGE = process.env.WENFANG_PACKAGE ?? "";
const ENTRY = "/usr/share/applications/Wenfang.desktop";
const TYPE = "application/x-wenfang";

/** System folders that packages put files into. */
const SYSTEM = ["/usr", "/etc", "/opt", "/var/lib"];

/** Runs a program; returns its output. */
function outputOf(program: string, args: readonly string[], env = process.env): string {
  const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} (${status})\n${stdout}\n${stderr}`);
  return stdout;
}

/** Runs a program that changes the system. */
function asRoot(...command: readonly string[]): string {
  const quiet = ["env", "DEBIAN_FRONTEND=noninteractive", ...command];
  const [program = "", ...args] = process.getuid?.() === 0 ? quiet : ["sudo", "-n", ...quiet];
  return outputOf(program, args);
}

const install = () =>
  asRoot(
    "apt-get",
    "install",
    "-y",
    "-qq",
    "--no-install-recommends",
    "-o",
    "DPkg::Lock::Timeout=600",
    PACKAGE,
  );
const purge = () => asRoot("apt-get", "purge", "-y", "-qq", "-o", "DPkg::Lock::Timeout=600", "wenfang");

/** Everything on the system with our name; files in someone's home are ignored. */
function ours(): string[] {
  const found = outputOf("find", [
    ...SYSTEM,
    "-xdev",
    "-iname",
    "*wenfang*",
    "-not",
    "-path",
    "/usr/local/*",
  ]);
  return found.split("\n").filter((line) => line !== "" && !line.startsWith("/var/lib/apt/"));
}

const isInstalled = () => spawnSync("dpkg", ["--status", "wenfang"]).status === 0;

/** A field of the package's description. */
const field = (name: string): string => outputOf("dpkg-deb", ["--field", PACKAGE, name]).trim();

/** A studio like the author's own, without a separate home. */
async function own(options: StudioOptions = {}): Promise<Studio> {
  return Studio.open({ ...options, env: { WENFANG_HOME: "", ...options.env } });
}

/** A novel of one chapter in the studio's folder. */
function novel(studio: Studio, title: string): string {
  const file = studio.path(`${title}.wenfang`);
  studio.write(`${title}.txt`, `第一章 ${title}\n\n雾来得比天黑还早。\n`);
  studio.cli("new", file, "--title", title);
  studio.cli("import", file, studio.path(`${title}.txt`));
  return file;
}

/** The windows of the program under test that run now, in a studio whose folder is their home. */
function windows(studio: Studio): number[] {
  const isOurs = (pid: number) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`HOME=${studio.folder}`);
    } catch {
      return false; // It has ended.
    }
  };
  return processes()
    .filter(({ name, pid }) => name === "wenfang-desktop" && isOurs(pid))
    .map(({ pid }) => pid);
}

let folder = "";
let before: string[] = [];

beforeAll(() => {
  if (!existsSync(PACKAGE))
    throw new Error("WENFANG_PACKAGE names no package: run `cargo xtask package --test`");
  if (isInstalled()) throw new Error("Wenfang is installed here already; this test would remove it");
  folder = mkdtempSync(join(tmpdir(), "wenfang-package-"));
  outputOf("dpkg-deb", ["--extract", PACKAGE, folder]);
  before = ours();
  install();
});

afterAll(() => {
  if (isInstalled()) purge();
  rmSync(folder, { recursive: true, force: true });
});

test("the package states its purpose and its dependencies", () => {
  expect(field("Package")).toBe("wenfang");
  expect(field("Version")).toMatch(/^\d+\.\d+\.\d+/);
  expect(field("Maintainer")).not.toBe("");
  expect(field("Description")).toContain("文房");
  const depends = field("Depends").split(/,\s*/);
  for (const library of ["libwebkit2gtk-4.1-0", "libgtk-3-0", "libc6"]) {
    expect(
      depends.some((one) => one.startsWith(`${library} (>= `)),
      `${library} in ${depends}`,
    ).toBe(true);
  }
  for (const program of [BINARY, CLI]) expect(outputOf("ldd", [program])).not.toContain("not found");
  // The stated size equals that of its files, in KiB.
  const taken = Number(outputOf("du", ["-sk", "--apparent-size", folder]).split("\t")[0]);
  expect(Math.abs(Number(field("Installed-Size")) - taken)).toBeLessThan(taken * 0.02 + 200);
});

test("it installs exactly the expected files", () => {
  const listed = outputOf("dpkg", ["--listfiles", "wenfang"]).split("\n");
  const files = listed.filter((path) => path !== "" && statSync(path).isFile()).sort();
  const icons = files.filter((path) => path.startsWith("/usr/share/icons/hicolor/"));
  expect(icons.length).toBeGreaterThanOrEqual(3);
  expect(icons.every((path) => path.endsWith("/apps/wenfang-desktop.png"))).toBe(true);
  const rest = files.filter((path) => !icons.includes(path));
  expect(rest).toEqual([
    "/usr/bin/wenfang",
    "/usr/bin/wenfang-desktop",
    "/usr/bin/wenfang-pdf",
    ENTRY,
    "/usr/share/doc/wenfang/CHANGELOG.md",
    "/usr/share/doc/wenfang/THIRD-PARTY-LICENSES",
    "/usr/share/doc/wenfang/copyright",
    "/usr/share/mime/packages/wenfang.xml",
  ]);
  // Everyone may read them, only root may change them; only programs are executable.
  for (const path of files) {
    const { mode, uid } = statSync(path);
    expect([path, (mode & 0o777).toString(8), uid]).toEqual([
      path,
      path.startsWith("/usr/bin/") ? "755" : "644",
      0,
    ]);
  }
  expect(outputOf("dpkg", ["--verify", "wenfang"])).toBe("");
  const licences = readFileSync(join(folder, "usr/share/doc/wenfang/THIRD-PARTY-LICENSES"), "utf8");
  for (const part of ["tauri 2", "react 19", "Rust standard library"])
    expect(licences).toContain(`\n${part}`);
});

test("the desktop recognises novels by name and content", async () => {
  outputOf("desktop-file-validate", [ENTRY]);
  const entry = readFileSync(ENTRY, "utf8").split("\n");
  expect(entry).toContain("Exec=wenfang-desktop %f");
  expect(entry).toContain(`MimeType=${TYPE}`);
  const studio = await own();
  const named = novel(studio, "夜渡");
  const kind = (file: string) => outputOf("gio", ["info", "-a", "standard::content-type", file], studio.env);
  expect(kind(named)).toContain(TYPE);
  outputOf("cp", [named, studio.path("unnamed")]);
  expect(kind(studio.path("unnamed"))).toContain(TYPE);
  expect(outputOf("gio", ["mime", TYPE], studio.env)).toContain("Wenfang.desktop");
});

test("the command line is on the path", async () => {
  const studio = await own();
  expect(outputOf("sh", ["-c", "command -v wenfang"], studio.env).trim()).toBe(CLI);
  expect(outputOf("wenfang", ["--version"], studio.env)).toContain(field("Version"));
});

test("a double click opens the novel, and another one in the same window", async () => {
  const studio = await own({ managed: true });
  const [first, second] = [novel(studio, "夜渡"), novel(studio, "对岸")];
  // A bus as a desktop has one; on it the one click, and the other when the file `again` exists.
  const env = { ...studio.env, FIRST: first, SECOND: second, AGAIN: studio.path("again") };
  const clicks =
    'gio open "$FIRST"; while [ ! -e "$AGAIN" ]; do sleep 0.1; done; gio open "$SECOND"; sleep 3600';
  const desktop = start("dbus-run-session", ["--", "sh", "-c", clicks], env, join(OUTPUT, "programs.log"));
  onTestFinished(async () => {
    for (const pid of windows(studio)) kill(pid);
    await end(desktop);
  });
  const window = await studio.display.window("夜渡");
  const [running] = windows(studio);
  expect(running).toBeDefined();
  // Typed words are in the file.
  await until("what was typed is kept", async () => {
    studio.display.typeInto(window, "abc");
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return studio.draft(first)?.includes("abc");
  });
  studio.display.screenshot(join(OUTPUT, "package/opened by a double click.png"));
  studio.write("again", "");
  // The existing window asks whether to switch; the question is in the corner below.
  await until("the other novel is open", () => {
    studio.display.xdotool("mousemove", "1195", "779", "click", "1");
    return studio.display.xdotool("search", "--onlyvisible", "--name", "对岸");
  });
  await until("one program is left", () => windows(studio).length === 1);
  expect(windows(studio)).toEqual([running]);
  studio.display.screenshot(join(OUTPUT, "package/another double click.png"));
  // Closed as an author closes it: one file remains of each novel.
  studio.display.xdotool("key", "ctrl+q");
  await until("the program ended", () => windows(studio).length === 0);
  const left = readdirSync(studio.folder).filter((name) => name.includes(".wenfang"));
  expect(left.sort()).toEqual(["对岸.wenfang", "夜渡.wenfang"].sort());
});

test("the author's own studio cannot be driven or inspected", async () => {
  const studio = await own();
  const file = novel(studio, "夜渡");
  const port = "127.0.0.1:19223";
  const app = studio.start([file], {
    TAURI_WEBVIEW_AUTOMATION: "true",
    WEBKIT_INSPECTOR_SERVER: port,
    WEBKIT_INSPECTOR_HTTP_SERVER: port,
  });
  await studio.display.window("夜渡");
  expect(app.sockets()).toEqual([]);
  await app.stop();
});

test("a driven studio has no test seams", async () => {
  const studio = await Studio.open();
  const file = novel(studio, "夜渡");
  const app = await studio.drive([file]);
  const author = new Author(app.window, studio.display, "package");
  await author.writes();
  const code = await app.window.run(() =>
    window.__TAURI_INTERNALS__.invoke("call", { name: "debug.panic", request: {} }).then(
      () => "answered",
      (failure) => (failure as { code: string }).code,
    ),
  );
  expect(code).toBe("bad_request");
  const about = await app.window.run(() =>
    window.__TAURI_INTERNALS__.invoke("call", { name: "application.state", request: {} }),
  );
  expect(about).toMatchObject({ debug: false });
  await app.stop();
});

test("removing the package leaves only the novels", async () => {
  const studio = await own({ managed: true });
  const file = novel(studio, "夜渡");
  const app = studio.start([file]);
  await studio.display.window("夜渡");
  await app.stop();
  const written = readFileSync(file);
  const kept = outputOf("find", [studio.folder, "-type", "f"]);
  const files = outputOf("dpkg", ["--listfiles", "wenfang"])
    .split("\n")
    .filter((path) => path.includes("enfang"));
  expect(files.length).toBeGreaterThan(8);
  purge();
  expect(files.filter((path) => existsSync(path))).toEqual([]);
  expect(ours()).toEqual(before);
  expect(outputOf("gio", ["info", "-a", "standard::content-type", file], studio.env)).not.toContain(TYPE);
  // The author's text and settings remain, and a new installation finds them.
  expect(readFileSync(file).equals(written)).toBe(true);
  expect(outputOf("find", [studio.folder, "-type", "f"])).toBe(kept);
  install();
  const again = studio.start([file]);
  await studio.display.window("夜渡");
  await again.stop();
  expect(studio.cli<{ healthy: boolean }>("doctor", file).healthy).toBe(true);
  purge();
});
