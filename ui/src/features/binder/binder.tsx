// The left pane: the novel's title, a filter, and the tree of parts.
import {
  BookOpen,
  Ellipsis,
  FilePlus2,
  FoldVertical,
  ListOrdered,
  ListTree,
  Trash2,
  UnfoldVertical,
} from "lucide-react";
import { useDeferredValue, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { FilterField } from "@/components/filter-field";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { Menu } from "@/components/menu";
import type { MenuEntry } from "@/components/menu-items";
import { useCounting } from "@/desk/counting";
import { openDialog, useDesk } from "@/desk/desk";
import { useKeys } from "@/desk/shortcuts";
import { useAnswer } from "@/ipc/queries";
import type { OutlineView } from "@/ipc/types";
import { newChapter, newScene, newVolume } from "./acts";
import { setFolded, useFolded } from "./folded";
import { foldable } from "./row-menu";
import { layRows } from "./rows";
import { useBinder } from "./store";
import { TreeView } from "./tree";

const setQuery = (query: string) => useBinder.setState({ query });

/** The content of the left pane. */
export function Binder() {
  const writable = useDesk((state) => state.project?.writable ?? false);
  const title = useDesk((state) => state.project?.title ?? "");
  const outline = useAnswer("manuscript.outline", {});
  return (
    <div data-binder className="flex h-full min-h-0 flex-col">
      <Header title={title} writable={writable} outline={outline.data} />
      {outline.data !== undefined ? (
        <Parts outline={outline.data} writable={writable} />
      ) : outline.error !== null ? (
        <div className="overflow-y-auto p-3">
          <FailureState failure={outline.error} onRetry={() => void outline.refetch()} />
        </div>
      ) : (
        <LoadingState rows={9} />
      )}
    </div>
  );
}

interface HeaderProps {
  title: string;
  writable: boolean;
  outline: OutlineView | undefined;
}

function Header({ title, writable, outline }: HeaderProps) {
  const { t } = useTranslation("binder");
  const keys = useKeys();
  const known = outline !== undefined;
  const folds = outline === undefined ? [] : foldable(outline);
  const items: MenuEntry[] = [
    ...(writable
      ? ([
          { id: "volume", label: t("menu.newVolume"), icon: BookOpen, onSelect: () => void newVolume() },
          { kind: "separator", id: "line-new" },
          {
            id: "renumber",
            label: t("renumber"),
            icon: ListOrdered,
            onSelect: () => openDialog({ name: "renumber" }),
          },
        ] satisfies MenuEntry[])
      : []),
    { id: "bin", label: t("bin"), icon: Trash2, onSelect: () => openDialog({ name: "bin" }) },
    { kind: "separator", id: "line-fold" },
    { id: "fold", label: t("menu.foldAll"), icon: FoldVertical, onSelect: () => setFolded(folds, true) },
    {
      id: "unfold",
      label: t("menu.unfoldAll"),
      icon: UnfoldVertical,
      onSelect: () => setFolded(folds, false),
    },
  ];
  return (
    <header className="flex h-10 shrink-0 items-center gap-0.5 pr-1.5 pl-3.5">
      <h2 className="min-w-0 flex-1 truncate text-sm font-semibold" title={title}>
        {title || t("title")}
      </h2>
      {writable && (
        <>
          <IconButton
            icon={FilePlus2}
            label={t("menu.newChapter")}
            shortcut={keys.get("binder.new_chapter")}
            disabled={!known}
            onClick={() => void newChapter()}
          />
          <IconButton
            icon={ListTree}
            label={t("menu.newSceneIn")}
            shortcut={keys.get("binder.new_scene")}
            disabled={!known}
            onClick={() => void newScene()}
          />
        </>
      )}
      <Menu trigger={<IconButton icon={Ellipsis} label={t("more")} />} align="end" items={items} />
    </header>
  );
}

function Parts({ outline, writable }: { outline: OutlineView; writable: boolean }) {
  const { t } = useTranslation("binder");
  const folded = useFolded((state) => state.folded);
  const { rule } = useCounting();
  const query = useBinder((state) => state.query);
  const deferredQuery = useDeferredValue(query);
  const tree = useMemo(() => layRows(outline, folded, deferredQuery), [outline, folded, deferredQuery]);
  const filtered = deferredQuery.trim() !== "";
  if (outline.volumes.every((volume) => volume.chapters.length === 0) && outline.volumes.length < 2) {
    return (
      <EmptyState
        compact
        icon={BookOpen}
        title={t("empty.title")}
        text={t(writable ? "empty.text" : "empty.readOnly")}
        action={
          writable && (
            <Button size="sm" variant="primary" onClick={() => void newChapter()}>
              {t("empty.action")}
            </Button>
          )
        }
      />
    );
  }
  return (
    <>
      <FilterField
        label={t("filter")}
        value={query}
        onChange={setQuery}
        count={filtered ? t("hits", { n: figure(tree.hits) }) : undefined}
        className="mx-2.5 mb-1.5 shrink-0"
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget
            .closest("[data-binder]")
            ?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')
            ?.focus();
        }}
      />
      {filtered && tree.rows.length === 0 ? (
        <EmptyState
          compact
          title={t("noHits.title")}
          text={t("noHits.text", { query: deferredQuery.trim() })}
          action={
            <Button size="sm" onClick={() => setQuery("")}>
              {t("noHits.clear")}
            </Button>
          }
        />
      ) : (
        <TreeView outline={outline} tree={tree} writable={writable} rule={rule} filtered={filtered} />
      )}
    </>
  );
}
