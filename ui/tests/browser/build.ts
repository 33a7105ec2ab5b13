// Builds of a page for the tests.
import { build, type InlineConfig } from "vite";

/** The React build: `production` is shipped; `development` reports mistakes of components, and takes twice as long. */
export type ReactKind = "development" | "production";

/** Builds a page. The test runner would otherwise build React for `test`. */
export async function buildWith(react: ReactKind, config: InlineConfig): Promise<void> {
  const given = process.env.NODE_ENV;
  process.env.NODE_ENV = react;
  try {
    await build(config);
  } finally {
    process.env.NODE_ENV = given;
  }
}
