import { isRecord } from '../../format/value.ts';
import type { Volume } from '../heights/height-port.ts';
import type { Feature } from './measurement.ts';

type Properties = Feature['properties'];

/** Heights of the points as they were measured, in metres; null where the file has none. */
export function storedHeights(properties: Properties): readonly (number | null)[] {
  const { heights } = properties;
  if (!Array.isArray(heights)) return [];
  return heights.map((height: unknown) => (typeof height === 'number' ? height : null));
}

/** A volume as it was measured; null before that. */
export function storedVolume({ volume }: Properties): Volume | null {
  if (!isRecord(volume)) return null;
  const { cellSize } = volume;
  const [x, y] = Array.isArray(cellSize) ? (cellSize as readonly unknown[]) : [];
  const numbers = [
    volume['cut'],
    volume['fill'],
    volume['net'],
    volume['area'],
    volume['missing'],
    volume['baseHeight'],
    x,
    y,
  ];
  if (!numbers.every((value) => typeof value === 'number')) return null;
  const [cut = 0, fill = 0, net = 0, area = 0, missing = 0, baseHeight = 0, width = 0, height = 0] = numbers;
  const isCoarse = volume['isCoarse'] === true;
  return { cut, fill, net, area, missing, baseHeight, cellSize: [width, height], isCoarse };
}
