// Connects the surface to its element and to React.
import { type RefObject, useEffect, useRef, useState } from "react";
import { type GestureActs, listenToGestures } from "./gestures";
import type { Chains, Network } from "./network";
import { onPalette } from "./palette";
import { Surface } from "./surface";

interface SurfaceUse {
  host: RefObject<HTMLDivElement | null>;
  surface: RefObject<Surface | null>;
  /** See `SurfaceEvents.onArranging`. */
  arranging: number | null;
}

interface Highlight {
  selected: string | null;
  chains: Chains;
}

/** The host contains three canvases, back to front. */
export function useSurface(network: Network, { selected, chains }: Highlight, acts: GestureActs): SurfaceUse {
  const host = useRef<HTMLDivElement>(null);
  const surface = useRef<Surface | null>(null);
  const latest = useRef(acts);
  latest.current = acts;
  const [arranging, setArranging] = useState<number | null>(null);

  useEffect(() => {
    const element = host.current;
    const [lines, bodies, front] = element?.querySelectorAll("canvas") ?? [];
    if (element === null || lines === undefined || bodies === undefined || front === undefined) return;
    const reduced = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const created = new Surface(element, { lines, bodies, front }, reduced ? "reduced" : "full", {
      onArranging: setArranging,
    });
    surface.current = created;
    const observer = new ResizeObserver(() =>
      created.resize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    // The window may move to a screen with another pixel ratio without changing size.
    let ratio = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    const onRatio = () => {
      created.resize({ width: element.clientWidth, height: element.clientHeight });
      ratio = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
      ratio.addEventListener("change", onRatio, { once: true });
    };
    ratio.addEventListener("change", onRatio, { once: true });
    const offPalette = onPalette(() => created.repaint());
    const offGestures = listenToGestures(element, created, () => latest.current);
    return () => {
      ratio.removeEventListener("change", onRatio);
      observer.disconnect();
      offPalette();
      offGestures();
      created.destroy();
      surface.current = null;
    };
  }, []);

  useEffect(() => surface.current?.show(network), [network]);
  // A new network keeps the selection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    surface.current?.choose(selected);
  }, [selected, network]);
  useEffect(() => surface.current?.follow(chains), [chains]);

  return { host, surface, arranging };
}
