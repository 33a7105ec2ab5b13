// A file or folder: its name, and below it where it is.
export interface Place {
  name: string;
  folder: string;
}

export interface PlaceLineProps {
  place: Place | null;
  /** Shown until one is chosen. */
  none?: string | undefined;
}

export function PlaceLine({ place, none }: PlaceLineProps) {
  if (place === null) return <p className="min-w-0 flex-1 text-sm break-words text-faint">{none}</p>;
  return (
    <p className="flex min-w-0 flex-1 flex-col leading-tight" title={`${place.folder}\n${place.name}`}>
      <span className="truncate text-sm">{place.name}</span>
      <span className="truncate text-xs text-faint">{place.folder}</span>
    </p>
  );
}
