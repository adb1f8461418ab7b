import { joinEscaped, splitEscaped } from '../escaped-list.ts';
import type { MapLayer } from '../../kinds/on-map.ts';

/** Layers from the top down: first those that the address names, then the others in their usual order. */
export function orderedLayers(layers: readonly MapLayer[], text: string | undefined): readonly MapLayer[] {
  if (text === undefined) return layers;
  const byKey = new Map(layers.map((layer) => [layer.key, layer]));
  const first = [...new Set(splitEscaped(text, ','))].flatMap((key) => byKey.get(key) ?? []);
  const named = new Set(first);
  return [...first, ...layers.filter((layer) => !named.has(layer))];
}

/** The value of the address after a layer went up (-1) or down (1) by one; null where it is at the end already. */
export function movedOrder(layers: readonly MapLayer[], key: string, by: -1 | 1): string | null {
  const from = layers.findIndex((layer) => layer.key === key);
  return from < 0 ? null : orderWith(layers, from, from + by);
}

/** The value of the address after a layer was dropped above or below another one; null where nothing changes. */
export function droppedOrder(
  layers: readonly MapLayer[],
  key: string,
  { target, isBelow }: { readonly target: string; readonly isBelow: boolean },
): string | null {
  const from = layers.findIndex((layer) => layer.key === key);
  const at = layers.findIndex((layer) => layer.key === target);
  if (from < 0 || at < 0 || from === at) return null;
  // Without the layer itself all that follow it are one place higher.
  const to = at + (isBelow ? 1 : 0) - (from < at ? 1 : 0);
  return to === from ? null : orderWith(layers, from, to);
}

function orderWith(layers: readonly MapLayer[], from: number, to: number): string | null {
  const keys = layers.map((layer) => layer.key);
  const key = keys[from];
  if (key === undefined || to < 0 || to >= keys.length) return null;
  keys.splice(from, 1);
  keys.splice(to, 0, key);
  // Below the lower one of the two all are where they were.
  return joinEscaped(keys.slice(0, Math.max(from, to) + 1), ',');
}
