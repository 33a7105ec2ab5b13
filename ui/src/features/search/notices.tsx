// Limitations of an answer: texts not indexed yet, search by meaning without a model.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { runCommand } from "@/commands/registry";
import { figure } from "@/components/figures";
import { useIndexing } from "@/desk/indexing";
import type { SearchMeaning, SearchMissing } from "@/ipc/types";
import { showSide } from "./state";

interface NoticesProps {
  /** Null if meaning was not searched. */
  meaning: SearchMeaning | null;
  missing: readonly SearchMissing[];
  /** Texts that are not in the index. */
  left: number;
  /** No text contains all the words; the listed ones contain some. */
  someWords?: boolean;
}

export function Notices({ meaning, missing, left, someWords = false }: NoticesProps) {
  const { t } = useTranslation("search");
  const pending = useIndexing((state) => state.progress?.pending ?? 0);
  const failed = (part: SearchMissing["part"]) => missing.some((one) => one.part === part);
  const seeIndex = <Link onPress={() => showSide("index")}>{t("notices.index")}</Link>;
  const lines: ReactNode[] = [];
  const add = (tone: "warning" | "quiet", text: string, link: ReactNode = null) =>
    lines.push(
      <li key={text} className={tone === "warning" ? "text-warning" : undefined}>
        <span>{text}</span> {link}
      </li>,
    );
  if (someWords) add("quiet", t("notices.someWords"));
  if (failed("words")) add("warning", t("notices.noWords"), seeIndex);
  if (failed("vectors")) add("warning", t("notices.noVectors"), seeIndex);
  if (left > 0) add("warning", t("notices.left", { n: figure(left) }), seeIndex);
  if (meaning !== null && meaning.covered < 100) {
    const text =
      pending > 0
        ? t("notices.pending", { n: figure(pending) })
        : t("notices.covered", { n: meaning.covered });
    add("quiet", text, seeIndex);
  }
  if (meaning?.is_fallback === true) {
    const setUp = () => void runCommand("meaning.settings");
    add("quiet", t("notices.fallback"), <Link onPress={setUp}>{t("notices.setUp")}</Link>);
  }
  if (lines.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 border-b border-line px-3 py-1.5 text-xs break-words text-subtle">
      {lines}
    </ul>
  );
}

function Link({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="rounded-sm text-accent underline decoration-transparent underline-offset-2 hover:decoration-current"
    >
      {children}
    </button>
  );
}
