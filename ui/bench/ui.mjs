// `cargo xtask bench ui`: how fast the window responds, in Chromium over the loopback host. Prints one table; exits
// with status 1 when it misses a bar. Arguments: `--rounds <n>`; `--writing`, `--spelling`, `--drafting`, `--mending`
// for that part only.
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const { module } = await runnerImport(at("window.ts"), {
  configFile: false,
  logLevel: "error",
  resolve: { alias: { "@": at("../src") } },
});
process.exitCode = await module.run(process.argv.slice(2));
