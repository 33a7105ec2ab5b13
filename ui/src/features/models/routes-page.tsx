// Which model does which task: a default route, and separate routes for some tasks.
import { Waypoints } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { Switch } from "@/components/switch";
import { useAct } from "@/desk/use-act";
import type { Providers, Task } from "@/ipc/types";
import { changeRoutes } from "./acts";
import { go } from "./place";
import { RouteEditor } from "./route-editor";
import { routeOf, shownTasks, withRoute } from "./routes";
import { Trouble } from "./trouble";

export function RoutesPage({ setUp }: { setUp: Providers }) {
  const { t } = useTranslation("models");
  const { routes, providers } = setUp;
  const without = providers.every(({ provider }) => provider.models.length === 0);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-1">
        <h2 className="text-base font-semibold">{t("routes.title")}</h2>
        <p className="text-sm break-words text-subtle">{t("routes.text")}</p>
      </div>
      {without && routes.default === null ? (
        <EmptyState
          icon={Waypoints}
          title={t("routes.none")}
          text={t("routes.noneText")}
          action={<Button onClick={() => go({ at: "add" })}>{t("places.add")}</Button>}
        />
      ) : (
        <>
          <section aria-label={t("routes.default")} className="flex flex-col gap-2">
            <h3 className="text-sm font-semibold">{t("routes.default")}</h3>
            <p className="text-xs break-words text-faint">{t("routes.defaultText")}</p>
            <RouteEditor setUp={setUp} task={null} />
          </section>
          <section aria-label={t("routes.own")} className="flex flex-col gap-2">
            <h3 className="text-sm font-semibold">{t("routes.own")}</h3>
            <div className="flex flex-col rounded-lg border border-line">
              {shownTasks(routes).map((task) => (
                <TaskRoute key={task} setUp={setUp} task={task} />
              ))}
            </div>
          </section>
        </>
      )}
    </div>
  );
}

/** A task that follows the default route, or has its own. */
function TaskRoute({ setUp, task }: { setUp: Providers; task: Task }) {
  const { t } = useTranslation("models");
  const { failure, act } = useAct();
  const own = routeOf(setUp.routes, task);
  return (
    <div className="flex flex-col gap-2 border-b border-line px-3.5 py-2.5 last:border-0">
      <Switch
        label={t(`tasks.${task}`)}
        description={t(own === null ? "routes.follows" : "routes.has")}
        checked={own !== null}
        onChange={(on) =>
          void act(() =>
            changeRoutes((now) =>
              withRoute(
                now,
                task,
                // It starts as a copy of the default, so that nothing changes until edited.
                on ? (now.default ?? { targets: [], fallback: true }) : null,
              ),
            ),
          )
        }
      />
      {own !== null && <RouteEditor setUp={setUp} task={task} />}
      <Trouble failure={failure} />
    </div>
  );
}
