// Programs of the workspace that tests run.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The path of a package's program: from the environment variable `given`, or built by cargo. */
export async function programOf(name: string, given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  const cargo = process.env.CARGO ?? "cargo";
  const { stdout } = await promisify(execFile)(
    cargo,
    ["build", "--quiet", "--message-format", "json", "-p", name],
    { cwd: root, maxBuffer: 64 << 20 },
  );
  const made = stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as { executable?: string | null })
    .findLast(({ executable }) => typeof executable === "string");
  if (typeof made?.executable !== "string") throw new Error(`cargo built no ${name}`);
  return made.executable;
}
