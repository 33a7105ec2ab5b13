// The `mend-tools` dialog: which tool mends issues of a kind and severity, what is used if it cannot, and whether to ask.
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Checkbox } from "@/components/checkbox";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { Segmented } from "@/components/segmented";
import { Select } from "@/components/select";
import { closeDialog, useDesk } from "@/desk/desk";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { ErrorKind, MendToolRow, Tool } from "@/ipc/types";
import { chain, choicesAt, KINDS, type Rank, withTool } from "./tool-chain";

export function MendToolsDialog() {
  const open = useDesk(({ dialog }) => dialog?.name === "mend-tools");
  return open ? <Open /> : null;
}

function Open() {
  const { t } = useTranslation("mending");
  const { data, error, refetch } = useAnswer("mend.tools", {});
  const { busy, failure, act } = useAct();
  const isChanged = data?.rows.some((row) => row.is_changed) === true;
  const reset = () => void act(() => call("mend.set_tools", { reset: true }));
  return (
    <Dialog
      open
      size="lg"
      onClose={closeDialog}
      title={t("tools.title")}
      description={t("tools.text")}
      footer={
        <>
          {isChanged && (
            <Button icon={RotateCcw} busy={busy} onClick={reset}>
              {t("tools.reset")}
            </Button>
          )}
          <Button variant="primary" onClick={closeDialog}>
            {t("tools.done")}
          </Button>
        </>
      }
    >
      {failure !== null && <FailureState failure={failure} />}
      {data !== undefined ? (
        <Tools rows={data.rows} />
      ) : error !== null ? (
        <FailureState failure={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState rows={5} />
      )}
    </Dialog>
  );
}

const HEAD = "py-1.5 pr-2 text-left text-xs font-normal text-faint";

function Tools({ rows }: { rows: readonly MendToolRow[] }) {
  const { t } = useTranslation("mending");
  const [kind, setKind] = useState<ErrorKind>("fact");
  return (
    <div className="flex flex-col gap-3">
      <Segmented<ErrorKind>
        label={t("tools.kind")}
        value={kind}
        onChange={setKind}
        options={KINDS.map((value) => ({ value, label: t(`findings:kinds.${value}`) }))}
      />
      <table aria-label={t("tools.table", { kind: t(`findings:kinds.${kind}`) })} className="w-full text-sm">
        <thead>
          <tr>
            {(["severity", "first", "second", "third", "asks"] as const).map((column) => (
              <th key={column} scope="col" className={HEAD}>
                {t(`tools.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .filter((row) => row.kind === kind)
            .map((row) => (
              <ToolRow key={row.severity} row={row} />
            ))}
        </tbody>
      </table>
      <p className="text-xs break-words text-faint">{t("tools.note")}</p>
    </div>
  );
}

function ToolRow({ row }: { row: MendToolRow }) {
  const { t } = useTranslation("mending");
  const { failure, act } = useAct();
  const { kind, severity, tools, asks_first, is_changed } = row;
  const name = t(`findings:severity.${severity}`);
  const set = (change: { tools?: Tool[]; asks_first?: boolean }) =>
    void act(() =>
      call("mend.set_tools", { rows: [{ kind, severity, tools: [...tools], asks_first, ...change }] }),
    );
  const select = (rank: Rank) => (
    <td key={rank} className="py-1 pr-2 align-top">
      <Select<Tool | "none">
        size="sm"
        hideLabel
        label={t("tools.of", { rank: t(`tools.rank.${rank}`), severity: name })}
        value={tools[rank] ?? "none"}
        disabled={rank > 0 && (tools[rank - 1] ?? "author") === "author"}
        onChange={(next) => set({ tools: withTool(tools, rank, next) })}
        options={choicesAt(rank).map((value) => ({
          value,
          label: value === "none" ? t("tools.none") : t(`tool.${value}`),
        }))}
      />
    </td>
  );
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 pr-2 text-left align-top font-normal">
        {name}
        {is_changed && <span className="block text-xs text-faint">{t("tools.changed")}</span>}
        {failure !== null && <FailureState failure={failure} />}
      </th>
      {([0, 1, 2] as const).map(select)}
      <td className="py-0.5 align-top">
        <Checkbox
          hideLabel
          label={t("tools.asksOf", { severity: name, tools: chain(t, tools) })}
          checked={asks_first}
          onChange={(next) => set({ asks_first: next })}
        />
      </td>
    </tr>
  );
}
