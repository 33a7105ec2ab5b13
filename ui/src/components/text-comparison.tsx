// A comparison of two texts, side by side or inline, with a bar to move through the changes. Alt+↓ and Alt+↑, F7 and
// Shift+F7 go to the next and previous change, unless a dialog is open above.
import { ArrowDown, ArrowUp, Columns2, Rows2 } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Appearance } from "@/editor/appearance";
import { type Compare, type CompareLayout, createCompare } from "@/editor/compare";
import type { Hunk } from "@/editor/compare-panes";
import { cx } from "./class-names";
import { isDialogOpen } from "./dialog";
import { figure } from "./figures";
import { IconButton } from "./icon-button";
import { Segmented } from "./segmented";

export interface ComparedTexts {
  before: string;
  after: string;
  hunks: readonly Hunk[];
}

/** The amount of text added and removed, with its unit. */
export interface LengthChanged {
  added: number;
  removed: number;
  unit: "words" | "characters";
}

export interface TextComparisonProps {
  texts: ComparedTexts;
  /** The accessible name of the comparison. */
  label: string;
  /** The names of the two sides. */
  sides: { before: string; after: string };
  appearance: Appearance;
  /** The added and removed length; null until it is known. Defaults to counting all characters. */
  length?: LengthChanged | null | undefined;
  /** Only the body: no bar, no keys. */
  bare?: boolean | undefined;
  /** Content at the right of the bar. */
  actions?: ReactNode;
  /** The language of the texts. */
  lang?: string | undefined;
  className?: string | undefined;
}

/** Swaps the two sides. */
export function flipped({ before, after, hunks }: ComparedTexts): ComparedTexts {
  return {
    before: after,
    after: before,
    hunks: hunks.map((hunk) => ({ old: hunk.new, new: hunk.old })),
  };
}

let lastLayout: CompareLayout = "inline";

export function TextComparison(props: TextComparisonProps) {
  const { texts, label, sides, appearance, length, bare = false, actions, lang, className } = props;
  const { t } = useTranslation("components");
  const [layout, setLayout] = useState<CompareLayout>(bare ? "inline" : lastLayout);
  const [at, setAt] = useState(-1);
  const body = useRef<HTMLDivElement>(null);
  const compare = useRef<Compare | null>(null);
  const initial = useRef({ layout, appearance });
  initial.current = { layout, appearance };
  const { before, after } = sides;

  useEffect(() => {
    if (body.current === null) return;
    const made = createCompare({
      parent: body.current,
      ...texts,
      ...initial.current,
      label,
      ...(lang === undefined ? {} : { lang }),
      phrases: { before, after, folded: (n) => t("compare.folded", { n }) },
    });
    compare.current = made;
    setAt(-1);
    return () => {
      compare.current = null;
      made.destroy();
    };
  }, [texts, label, lang, before, after, t]);
  useEffect(() => compare.current?.setLayout(layout), [layout]);
  useEffect(() => compare.current?.setAppearance(appearance), [appearance]);

  const total = texts.hunks.length;
  const step = (way: 1 | -1) => {
    const made = compare.current;
    if (made !== null) setAt(way === 1 ? made.next() : made.previous());
  };
  useEffect(() => {
    if (bare) return;
    const listen = (event: KeyboardEvent) => {
      const way = wayOf(event);
      if (way === 0 || event.defaultPrevented || isDialogOpen()) return;
      event.preventDefault();
      const made = compare.current;
      if (made !== null) setAt(way === 1 ? made.next() : made.previous());
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [bare]);

  const pane = <div ref={body} className={cx("min-h-0 flex-1", bare && className)} />;
  if (bare) return pane;
  return (
    <div className={cx("flex min-h-0 flex-col", className)}>
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1">
        <Segmented
          label={t("compare.layout")}
          hideLabel
          value={layout}
          onChange={(next) => {
            lastLayout = next;
            setLayout(next);
          }}
          options={[
            { value: "inline", label: t("compare.inline"), icon: Rows2 },
            { value: "split", label: t("compare.split"), icon: Columns2 },
          ]}
        />
        <div className="flex items-center gap-0.5">
          <IconButton
            icon={ArrowUp}
            label={t("compare.previous")}
            shortcut="Shift+F7"
            disabled={total === 0}
            onClick={() => step(-1)}
          />
          <IconButton
            icon={ArrowDown}
            label={t("compare.next")}
            shortcut="F7"
            disabled={total === 0}
            onClick={() => step(1)}
          />
          <span aria-live="polite" className="ml-1 text-xs whitespace-nowrap text-subtle tabular-nums">
            {at < 0 ? t("compare.total", { total }) : t("compare.position", { n: at + 1, total })}
          </span>
        </div>
        {length !== null && <Figures length={length ?? charactersOf(texts)} />}
        {actions !== undefined && <div className="ml-auto flex items-center gap-2">{actions}</div>}
      </div>
      {pane}
    </div>
  );
}

/** The added and removed length: +128 −40 words. */
function Figures({ length: { added, removed, unit } }: { length: LengthChanged }) {
  const { t } = useTranslation("components");
  const [more, less] = [figure(added), figure(removed)];
  return (
    <span className="text-xs whitespace-nowrap tabular-nums">
      <span className="sr-only">{t("compare.changed", { added: more, removed: less, context: unit })}</span>
      <span aria-hidden className="flex gap-2">
        <span className="text-success">+{more}</span>
        <span className="text-danger">−{less}</span>
        <span className="text-faint">{t("compare.unit", { context: unit })}</span>
      </span>
    </span>
  );
}

/** The length of the hunks, in characters. */
function charactersOf({ hunks }: ComparedTexts): LengthChanged {
  const sum = (side: "old" | "new") =>
    hunks.reduce((total, hunk) => total + hunk[side].end - hunk[side].start, 0);
  return { added: sum("new"), removed: sum("old"), unit: "characters" };
}

function wayOf(event: KeyboardEvent): 1 | -1 | 0 {
  const plain = !event.ctrlKey && !event.metaKey;
  if (plain && !event.altKey && event.key === "F7") return event.shiftKey ? -1 : 1;
  if (!plain || !event.altKey || event.shiftKey) return 0;
  if (event.key === "ArrowDown") return 1;
  return event.key === "ArrowUp" ? -1 : 0;
}
