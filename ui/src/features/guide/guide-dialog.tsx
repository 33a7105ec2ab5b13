// The `guide` dialog: the guide for authors, in the window's language.
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { Dialog } from "@/components/dialog";
import { Markdown } from "@/components/markdown";
import { closeDialog, useDesk } from "@/desk/desk";
import { FIRST_PAGE, guidePages } from "./pages";

/** Renders nothing unless the dialog is open. */
export function GuideDialog() {
  const open = useDesk((desk) => desk.dialog?.name === "guide");
  return open ? <Guide /> : null;
}

/** The last page read: the guide reopens there. */
let last = FIRST_PAGE;

function Guide() {
  const { t, i18n } = useTranslation("guide");
  const language = i18n.language.startsWith("zh") ? "zh" : "en";
  const pages = useMemo(() => guidePages(language), [language]);
  const [page, setPage] = useState(last);
  const article = useRef<HTMLElement>(null);
  const show = (name: string) => {
    last = name;
    setPage(name);
    article.current?.scrollTo(0, 0);
    article.current?.focus();
  };
  const text = pages.find(({ name }) => name === page)?.text ?? "";
  return (
    <Dialog
      open
      onClose={closeDialog}
      closeOnOutsidePress
      size="xl"
      title={t("title")}
      initialFocus={article}
    >
      <div className="flex h-[70vh] min-h-0 gap-6">
        <nav aria-label={t("pages")} className="flex w-44 shrink-0 flex-col gap-px overflow-y-auto">
          {pages.map(({ name, title }) => (
            <button
              key={name}
              type="button"
              aria-current={name === page ? "page" : undefined}
              onClick={() => show(name)}
              className={cx(
                "rounded-md px-2.5 py-1.5 text-left transition-colors",
                name === page ? "bg-surface-selected" : "hover:bg-surface-hover",
              )}
            >
              {title}
            </button>
          ))}
        </nav>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrows and Page Down scroll it */}
        <article ref={article} tabIndex={0} className="min-w-0 flex-1 overflow-y-auto pr-3 outline-hidden">
          <Markdown
            text={text}
            pageOf={(url) => (pages.some(({ name }) => name === url) ? () => show(url) : null)}
            className="gap-3"
          />
        </article>
      </div>
    </Dialog>
  );
}
