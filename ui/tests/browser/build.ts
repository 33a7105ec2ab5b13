// Builds of a page for the tests.
import { build, type InlineConfig } from "vite";

/** Which React is built in: `production` ships; `development` says what a component does wrong, and takes twice as long. */
export type ReactKind = "development" | "production";

/** Builds a page. The test runner would have React built for `test`. */
export async function buildWith(react: ReactKind, config: InlineConfig): Promise<void> {
  const given = process.env.NODE_ENV;
  process.env.NODE_ENV = react;
  try {
    await build(config);
  } finally {
    process.env.NODE_ENV = given;
  }
}
