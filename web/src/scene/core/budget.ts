import type { Held } from './layer-view.ts';

/** Bytes of a point on the graphics card. */
const POINT_BYTES = 20;
/** What is not shown at the moment may stay, as people look back. */
const SPARE = 1.5;

export type Device = {
  /** Gigabytes, where the browser tells. */
  readonly memory: number | undefined;
  readonly processors: number;
  /** True for a screen that is touched. */
  readonly isTouched: boolean;
};

/** How much a scene may hold: enough for a dense picture, and no more than a device draws smoothly. */
export function budgetOf({ memory, processors, isTouched }: Device): Held {
  const million = isTouched ? (memory !== undefined && memory < 4 ? 0.6 : 1.2) : 3;
  const weak = !isTouched && ((memory !== undefined && memory < 4) || processors < 4);
  const points = (weak ? million / 2 : million) * 1e6;
  return { points, bytes: points * POINT_BYTES * SPARE };
}

/** Workers that decode: one processor is left to the page. */
export const decodersOf = ({ processors, isTouched }: Device): number =>
  Math.max(1, Math.min(isTouched ? 2 : 4, processors - 1));

export const thisDevice = (): Device => ({
  memory: 'deviceMemory' in navigator ? Number(navigator.deviceMemory) || undefined : undefined,
  processors: navigator.hardwareConcurrency || 2,
  isTouched: matchMedia('(pointer: coarse)').matches,
});

/** What each of the layers may hold. */
export const shareOf = ({ points, bytes }: Held, layers: number): Held => ({
  points: Math.floor(points / Math.max(1, layers)),
  bytes: Math.floor(bytes / Math.max(1, layers)),
});
