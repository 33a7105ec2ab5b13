// One route: its models in order, and whether the next one is tried when one fails.
import { ArrowDown, ArrowUp, Plus, SlidersHorizontal, X } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { IconButton } from "@/components/icon-button";
import { Select, type SelectOption } from "@/components/select";
import { Switch } from "@/components/switch";
import { useAct } from "@/desk/use-act";
import type { Parameters, Providers, Route, Target, Task } from "@/ipc/types";
import { changeRoutes } from "./acts";
import { moved, routeOf, withRoute } from "./routes";
import { TargetParameters } from "./target-parameters";
import { Trouble } from "./trouble";

const EMPTY: Route = { targets: [], fallback: true };

/** A provider's model as one string. Names contain no control characters. */
const keyOf = ({ provider, model }: Pick<Target, "provider" | "model">) => `${provider}\n${model}`;

function pairOf(key: string): Pick<Target, "provider" | "model"> {
  const at = key.indexOf("\n");
  return { provider: key.slice(0, at), model: key.slice(at + 1) };
}

/** Every model of every provider, plus targets that are no longer listed. */
function choices(
  { providers }: Providers,
  now: Target | null,
  named: (model: string, provider: string) => string,
): SelectOption<string>[] {
  const all = providers.flatMap(({ provider }) =>
    provider.models.map((model) => ({
      value: keyOf({ provider: provider.id, model: model.name }),
      label: named(model.name, provider.name),
    })),
  );
  if (now === null || all.some(({ value }) => value === keyOf(now))) return all;
  const name = providers.find(({ provider }) => provider.id === now.provider)?.provider.name ?? now.provider;
  return [{ value: keyOf(now), label: named(now.model, name) }, ...all];
}

interface RouteEditorProps {
  setUp: Providers;
  /** null: the default route. */
  task: Task | null;
}

export function RouteEditor({ setUp, task }: RouteEditorProps) {
  const { t } = useTranslation("models");
  const { failure, act } = useAct();
  const { targets, fallback } = routeOf(setUp.routes, task) ?? EMPTY;
  const change = (next: (route: Route) => Route) =>
    void act(() => changeRoutes((now) => withRoute(now, task, next(routeOf(now, task) ?? EMPTY))));
  const setAt = (at: number, next: (target: Target) => Target) =>
    change((route) => ({ ...route, targets: route.targets.map((one, i) => (i === at ? next(one) : one)) }));
  const used = new Set(targets.map(keyOf));
  const named = (model: string, provider: string) => t("routes.target", { model, provider });
  const free = choices(setUp, null, named).filter(({ value }) => !used.has(value));
  const name = task === null ? t("routes.default") : t(`tasks.${task}`);
  return (
    <div className="flex flex-col gap-2">
      {targets.length === 0 ? (
        <p className="text-sm text-subtle">{t(task === null ? "routes.empty" : "routes.emptyTask")}</p>
      ) : (
        <ol aria-label={name} className="flex flex-col gap-1.5">
          {targets.map((target, at) => (
            <TargetRow
              key={keyOf(target)}
              setUp={setUp}
              target={target}
              at={at}
              count={targets.length}
              asked={used}
              onModel={(key) => setAt(at, (now) => ({ ...now, ...pairOf(key) }))}
              onParameters={(parameters) => setAt(at, (now) => ({ ...now, parameters }))}
              onMove={(to) => change((route) => ({ ...route, targets: moved(route.targets, at, to) }))}
              onRemove={() =>
                change((route) => ({ ...route, targets: route.targets.filter((_, i) => i !== at) }))
              }
            />
          ))}
        </ol>
      )}
      {free.length > 0 && (
        <AddTarget
          options={free}
          first={targets.length === 0}
          onAdd={(key) =>
            change((route) => ({ ...route, targets: [...route.targets, { ...pairOf(key), parameters: {} }] }))
          }
        />
      )}
      {targets.length > 1 && (
        <Switch
          label={t("routes.fallback")}
          description={t("routes.fallbackText")}
          checked={fallback}
          onChange={(next) => change((route) => ({ ...route, fallback: next }))}
        />
      )}
      <Trouble failure={failure} />
    </div>
  );
}

interface AddTargetProps {
  options: readonly SelectOption<string>[];
  first: boolean;
  onAdd: (key: string) => void;
}

/** Adding starts with a click and ends with a choice. */
function AddTarget({ options, first, onAdd }: AddTargetProps) {
  const { t } = useTranslation("models");
  const [choosing, setChoosing] = useState(false);
  if (!choosing && !first)
    return (
      <Button size="sm" icon={Plus} className="self-start" onClick={() => setChoosing(true)}>
        {t("routes.addSpare")}
      </Button>
    );
  return (
    <Select
      className="max-w-90"
      label={t(first ? "routes.choose" : "routes.addSpare")}
      hideLabel
      value={null}
      placeholder={t("routes.choose")}
      options={options}
      onChange={(key) => {
        setChoosing(false);
        onAdd(key);
      }}
    />
  );
}

interface TargetRowProps {
  setUp: Providers;
  target: Target;
  at: number;
  count: number;
  asked: ReadonlySet<string>;
  onModel: (key: string) => void;
  onParameters: (parameters: Parameters) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function TargetRow({
  setUp,
  target,
  at,
  count,
  asked,
  onModel,
  onParameters,
  onMove,
  onRemove,
}: TargetRowProps) {
  const { t } = useTranslation("models");
  const [open, setOpen] = useState(false);
  const below = useId();
  const own = keyOf(target);
  const named = (model: string, provider: string) => t("routes.target", { model, provider });
  const options = choices(setUp, target, named).filter(({ value }) => value === own || !asked.has(value));
  const { model } = target;
  return (
    <li className="flex flex-col gap-2">
      <div className="flex items-center gap-1">
        <span aria-hidden className="w-5 shrink-0 text-sm text-faint tabular-nums">
          {at + 1}
        </span>
        <Select
          className="flex-1"
          label={t("routes.nth", { n: at + 1 })}
          hideLabel
          value={own}
          onChange={onModel}
          options={options}
        />
        <IconButton
          icon={SlidersHorizontal}
          label={t("routes.parameters", { model })}
          aria-expanded={open}
          aria-controls={below}
          pressed={open}
          onClick={() => setOpen(!open)}
        />
        {count > 1 && (
          <>
            <IconButton
              icon={ArrowUp}
              label={t("routes.up", { model })}
              disabled={at === 0}
              onClick={() => onMove(at - 1)}
            />
            <IconButton
              icon={ArrowDown}
              label={t("routes.down", { model })}
              disabled={at === count - 1}
              onClick={() => onMove(at + 1)}
            />
          </>
        )}
        <IconButton icon={X} label={t("routes.remove", { model })} onClick={onRemove} />
      </div>
      <div id={below} hidden={!open} className="pl-6">
        {open && <TargetParameters parameters={target.parameters} onChange={onParameters} />}
      </div>
    </li>
  );
}
