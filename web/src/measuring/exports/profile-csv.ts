import type { Profile } from '../heights/height-port.ts';
import { csvOf } from './csv.ts';

type Profiled = { readonly path: string; readonly profile: Profile };

/** Profiles as a table, in metres and degrees. Of several elevation models each row says of which it is: their cells differ. */
export function profileCsv(profiles: readonly Profiled[]): string {
  const isOne = profiles.length === 1;
  const columns = ['distance_m', 'height_m', 'longitude', 'latitude'];
  return csvOf(
    isOne ? columns : ['elevation_model', ...columns],
    profiles.flatMap(({ path, profile }) => rowsOf(profile).map((row) => (isOne ? row : [path, ...row]))),
  );
}

const rowsOf = ({ distances, heights, positions }: Profile): readonly (number | null)[][] =>
  distances.map((distance, index) => [
    distance,
    heights[index] ?? null,
    positions[index]?.[0] ?? null,
    positions[index]?.[1] ?? null,
  ]);
