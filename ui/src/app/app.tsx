// The window: the welcome page, or a project with its binder, text and inspector; dialogs above, notices beside.
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Command } from "@/commands/command";
import { onBeforeCommand, onCommandFailure, refresh, useCommands } from "@/commands/registry";
import { useFailureWords } from "@/components/failure-state";
import { InterfaceScale } from "@/components/interface-scale";
import { useToast } from "@/components/toast";
import { listenToInput } from "@/desk/arriving-keys";
import { useDesk } from "@/desk/desk";
import { endComposition, listenToCompositions } from "@/desk/ending-composition";
import { heldTypingArrived } from "@/desk/held-typing";
import { onNotice } from "@/desk/notices";
import { followDrag, keepFilesOut } from "@/features/transfer/dropping";
import { openProject, readUnwritable } from "@/features/welcome/opening";
import { useRecentCommands } from "@/features/welcome/recent-commands";
import { Welcome } from "@/features/welcome/welcome";
import { whenSaved } from "@/features/writing/commands";
import { call, toFailure } from "@/ipc/host";
import type { OpenedProject } from "@/ipc/types";
import { ClosingDialog } from "./closing-dialog";
import { followComposedLetters } from "./composed-area";
import { CrashBoundary } from "./crash-boundary";
import { Dialogs } from "./dialogs";
import { listenToDesk } from "./events";
import { startI18n, systemLanguage } from "./i18n";
import { listenToKeys } from "./keyboard";
import { applyProse, applyTheme, frameTheme, onSystemThemeChange } from "./look";
import { menusOf } from "./menus";
import { damageNotice, showOpeningNotices } from "./noticed";
import { refuseStrayInput } from "./stray-input";
import { keepInputFromReact } from "./unread-input";
import { applyView, keepViewFromNowOn } from "./view";
import { windowTitle } from "./window-title";
import { Workspace } from "./workspace";

/** Delay before the native menus follow a change, in ms. */
const MENU_DELAY = 80;

/** The last request to set the window title. Requests are chained, so that an earlier one cannot finish last. */
let titleRequest: Promise<unknown> = Promise.resolve();

/** Waits for composed and captured text to arrive before a command runs. */
function inputArrived({ composes }: Command): Promise<void> | null {
  const composed = composes ? null : endComposition();
  return composed === null ? heldTypingArrived() : composed.then(() => heldTypingArrived() ?? undefined);
}

export function App({ first }: { first: OpenedProject | null }) {
  const { t, i18n } = useTranslation("app");
  const toasts = useToast();
  const words = useFailureWords();
  const project = useDesk((state) => state.project);
  const settings = useDesk((state) => state.settings);
  const latest = useRef({ t, toasts, words });
  latest.current = { t, toasts, words };

  useEffect(() => {
    const fail = (thrown: unknown) => {
      const failure = toFailure(thrown);
      if (failure.code === "stopped") return;
      const { title, safe, todo } = latest.current.words(failure);
      latest.current.toasts.show({ text: title, detail: `${safe}${todo}`, tone: "danger" });
    };
    onCommandFailure(fail);
    onBeforeCommand(inputArrived);
    onNotice((notice) => latest.current.toasts.show(notice));
    whenSaved((saved) => {
      const { t, toasts } = latest.current;
      if (saved.branched) {
        const adopt = () =>
          void call("branch.adopt", { scene: saved.scene, branch: saved.branch }).catch(fail);
        toasts.show({
          text: t("writing:branched"),
          action: { label: t("writing:adopt"), onSelect: adopt },
          duration: 0,
        });
      }
    });
    const opened = (project: OpenedProject) =>
      showOpeningNotices(project, latest.current.t, latest.current.toasts);
    listenToDesk({
      closeAll: () => latest.current.toasts.closeAll(),
      opened,
      verified: ({ damage }) => {
        const { t, toasts } = latest.current;
        if (damage === 0) toasts.show(t("notices.uncleanOk"));
        else toasts.show(damageNotice(t("damage:noticed", { n: damage }), t));
      },
      backupFailed: ({ error }) => {
        const { t, toasts, words } = latest.current;
        toasts.show({ text: t("notices.backupFailed"), detail: words(error).title, tone: "danger" });
      },
      dragged: followDrag,
      openRequested: ({ path, name }) => {
        const { t, toasts } = latest.current;
        const open = () => void openProject({ path, name });
        if (useDesk.getState().project === null) open();
        else
          toasts.show({
            text: t("notices.otherProject", { name }),
            action: { label: t("notices.open"), onSelect: open },
            duration: 0,
          });
      },
    });
    if (first !== null) {
      applyView(first);
      opened(first);
    } else readUnwritable(useDesk.getState().application?.opening ?? null);
    const stops = [
      listenToInput(),
      refuseStrayInput(),
      keepFilesOut(),
      keepInputFromReact(),
      listenToCompositions(),
      followComposedLetters(),
      listenToKeys(),
      keepViewFromNowOn(),
      onSystemThemeChange(() => applyTheme(useDesk.getState().settings)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [first]);

  useEffect(() => applyTheme(settings), [settings]);
  const prose = project?.language ?? null;
  useEffect(() => applyProse(prose), [prose]);
  const look = frameTheme(settings);
  useEffect(() => void call("window.set_look", { look }).catch(() => undefined), [look]);
  useEffect(() => void startI18n(settings.language ?? systemLanguage()), [settings.language]);
  useEffect(() => useDesk.subscribe(refresh), []);
  useRecentCommands();
  useMenus(i18n.language);

  const title = project === null ? t("name") : t(...windowTitle(project));
  useEffect(() => {
    document.title = title;
    titleRequest = titleRequest.then(() => call("window.set_title", { title })).catch(() => undefined);
  }, [title]);

  return (
    <CrashBoundary>
      <InterfaceScale value={settings.interface_scale}>
        {project === null ? <Welcome /> : <Workspace key={`${project.folder}/${project.name}`} />}
        <Dialogs />
        <ClosingDialog />
      </InterfaceScale>
    </CrashBoundary>
  );
}

/** Keeps the native menus in sync with the commands. */
function useMenus(language: string): void {
  const { t } = useTranslation();
  const commands = useCommands((state) => state.commands);
  const own = useDesk((state) => state.settings.shortcuts);
  const turn = useCommands((state) => state.turn);
  const last = useRef("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` increases when the menus may have changed
  useEffect(() => {
    const timer = setTimeout(() => {
      const menus = menusOf(commands, t, own);
      const shown = JSON.stringify(menus);
      if (shown === last.current) return;
      last.current = shown;
      void call("window.set_menus", { menus }).catch(() => undefined);
    }, MENU_DELAY);
    return () => clearTimeout(timer);
  }, [commands, own, turn, language, t]);
}
