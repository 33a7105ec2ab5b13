// The `print` dialog: what to print and how; then the system's print dialog for it.
import { type RefObject, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Checkbox } from "@/components/checkbox";
import { Dialog } from "@/components/dialog";
import { DoneNote } from "@/components/done-note";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { Segmented } from "@/components/segmented";
import { closeDialog, isWritable, useDesk } from "@/desk/desk";
import { useOpenChapter } from "@/desk/open-chapter";
import { flushAll } from "@/desk/open-scenes";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import type { BookScope, PrintBook } from "@/ipc/types";
import { PrintedBook } from "./printed-book";

export function PrintDialog() {
  const open = useDesk((desk) => desk.dialog?.name === "print");
  return open ? <Print /> : null;
}

function Print() {
  const { t } = useTranslation("printing");
  const { t: shared } = useTranslation("components");
  const language = useDesk((desk) => desk.project?.language ?? null);
  const { chapter, isEmpty } = useOpenChapter();
  const [scope, setScope] = useState<BookScope>("book");
  const [isVertical, setVertical] = useState(false);
  const [book, setBook] = useState<PrintBook | null>(null);
  const { busy, failure, act } = useAct();
  if (book !== null) return <Printing book={book} isVertical={isVertical} />;
  const submit = () =>
    act(async () => {
      if (isWritable()) await flushAll();
      setBook(
        await call("project.print_text", {
          scope,
          chapter: scope === "book" ? null : (chapter?.id ?? null),
        }),
      );
    });
  const scopes: readonly BookScope[] = chapter === null ? ["book"] : ["book", "volume", "chapter"];
  return (
    <Dialog
      open
      busy={busy}
      title={t("title")}
      description={t("description")}
      onClose={closeDialog}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={closeDialog}>{shared("cancel")}</Button>
          <Button type="submit" variant="primary" disabled={isEmpty}>
            {t("submit")}
          </Button>
        </>
      }
    >
      {isEmpty ? (
        <EmptyState compact title={t("empty")} />
      ) : (
        <div className="flex flex-col gap-5">
          <Segmented<BookScope>
            label={t("scope")}
            hint={t(`scopeHints.${scope}`)}
            value={scope}
            onChange={setScope}
            options={scopes.map((value) => ({ value, label: t(`scopes.${value}`) }))}
          />
          {language !== "en" && (
            <Checkbox label={t("vertical")} checked={isVertical} onChange={setVertical} />
          )}
          <p className="text-xs text-faint">{t("drafts")}</p>
          {failure !== null && <FailureState failure={failure} />}
        </div>
      )}
    </Dialog>
  );
}

/** The class of the root while its lines are vertical in print: only the root decides how pages follow each other. */
const VERTICAL = "prints-vertical";

/**
 * Whether the system's print dialog is closed again: the window has the focus back. Then the main button gets it, which
 * nothing in the page has after such a dialog.
 */
function useEnded(main: RefObject<HTMLButtonElement | null>): [boolean, (isEnded: boolean) => void] {
  const [isEnded, setEnded] = useState(false);
  useEffect(() => {
    let isAway = !document.hasFocus();
    const onBlur = () => {
      isAway = true;
    };
    const onFocus = () => {
      if (!isAway) return;
      isAway = false;
      setEnded(true);
      main.current?.focus();
    };
    window.addEventListener("blur", onBlur);
    window.addEventListener("focus", onFocus);
    return () => {
      window.removeEventListener("blur", onBlur);
      window.removeEventListener("focus", onFocus);
    };
  }, [main]);
  return [isEnded, setEnded];
}

/** Holds what is printed in the page, unseen, while the system's dialog is open. */
function Printing({ book, isVertical }: { book: PrintBook; isVertical: boolean }) {
  const { t } = useTranslation("printing");
  const { failure, act } = useAct();
  const main = useRef<HTMLButtonElement>(null);
  const [isEnded, setEnded] = useEnded(main);
  const print = () => {
    setEnded(false);
    void act(() => call("window.print", {}));
  };
  useEffect(() => {
    document.documentElement.classList.toggle(VERTICAL, isVertical);
    return () => document.documentElement.classList.remove(VERTICAL);
  }, [isVertical]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once, when the pages are in the document
  useEffect(print, []);
  return (
    <>
      {createPortal(<PrintedBook book={book} />, document.body)}
      <Dialog
        open
        title={t("title")}
        onClose={closeDialog}
        onSubmit={closeDialog}
        initialFocus={main}
        footer={
          <>
            <Button onClick={print}>{t("again")}</Button>
            <Button ref={main} type="submit" variant="primary">
              {t("close")}
            </Button>
          </>
        }
      >
        <DoneNote>
          <p>{t(isEnded ? "ended" : "shown")}</p>
        </DoneNote>
        {failure !== null && <FailureState failure={failure} />}
      </Dialog>
    </>
  );
}
