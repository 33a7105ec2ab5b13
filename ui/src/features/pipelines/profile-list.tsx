// The profiles by origin.
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { GroupedList } from "@/components/grouped-list";
import { useLocalized } from "@/components/localized";
import { Select } from "@/components/select";
import type { ProfileOrigin, ProfileView } from "@/ipc/types";
import { leaving, useProfiles } from "./state";

const ORDER: readonly ProfileOrigin[] = ["novel", "machine", "shipped"];

/** The profiles as they are listed: the author's own first. */
export function inOrder(profiles: readonly ProfileView[]): ProfileView[] {
  return ORDER.flatMap((origin) => profiles.filter((one) => one.origin === origin));
}

export function choose(profile: string): void {
  leaving(() => useProfiles.setState({ chosen: profile }));
}

interface ProfileListProps {
  profiles: readonly ProfileView[];
  current: ProfileView | undefined;
}

export function ProfileList({ profiles, current }: ProfileListProps) {
  const { t } = useTranslation("pipelines");
  const title = useLocalized();
  return (
    <GroupedList
      label={t("list")}
      entries={profiles}
      idOf={({ profile }) => profile}
      groupOf={({ origin }) => t(`origins.${origin}`)}
      isChosen={(one) => one === current}
      onOpen={({ profile }) => {
        if (profile !== current?.profile) choose(profile);
      }}
      className="min-h-0 flex-1"
      row={(one) => (
        <span className="flex min-w-0 items-center gap-1.5 text-sm">
          <span className="min-w-0 flex-1 truncate" title={title(one.description)}>
            {title(one.title)}
          </span>
          {one.steps.length > 0 && <Badge>{one.steps.length}</Badge>}
        </span>
      )}
    />
  );
}

export function ProfileSelect({ profiles, current }: ProfileListProps) {
  const { t } = useTranslation("pipelines");
  const title = useLocalized();
  return (
    <Select
      label={t("list")}
      hideLabel
      size="sm"
      className="min-w-0 flex-1"
      value={current?.profile ?? null}
      onChange={choose}
      options={profiles.map((one) => ({
        value: one.profile,
        label: title(one.title),
        hint: t(`origins.${one.origin}`),
      }))}
    />
  );
}
