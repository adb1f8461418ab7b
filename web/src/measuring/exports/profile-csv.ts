import type { Profile } from '../heights/height-port.ts';
import { csvOf } from './csv.ts';

/** A profile as a table, in metres and degrees. */
export const profileCsv = ({ distances, heights, positions }: Profile): string =>
  csvOf(
    ['distance_m', 'height_m', 'longitude', 'latitude'],
    distances.map((distance, index) => [
      distance,
      heights[index] ?? null,
      positions[index]?.[0] ?? null,
      positions[index]?.[1] ?? null,
    ]),
  );
