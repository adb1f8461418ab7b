import { useQueries } from '@tanstack/react-query';
import type { HeightPort, Profile } from '../heights/height-port.ts';
import type { Surface } from '../measuring-props.ts';
import type { Position } from '../model/measurement.ts';

/** Elevation models in one chart; the colours and dashes of more could not be told apart. */
const MOST_LINES = 4;

export type SurfaceProfile = Surface & {
  /** Undefined while it is asked for. */
  readonly profile: Profile | undefined;
  readonly error: unknown;
  readonly retry: () => void;
};

/** Heights along a line, of several elevation models. */
export function useProfiles(
  port: HeightPort,
  surfaces: readonly Surface[],
  positions: readonly Position[],
): readonly SurfaceProfile[] {
  const line = JSON.stringify(positions);
  const answers = useQueries({
    queries: surfaces.map(({ path }) => ({
      queryKey: ['measured-profile', path, line],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        port.profile(path, JSON.parse(line) as readonly Position[], signal),
      // The same file may have other bytes in a minute.
      staleTime: 60_000,
      retry: false,
    })),
  });
  return surfaces.map((surface, at) => {
    const answer = answers[at];
    return {
      ...surface,
      profile: answer?.data,
      error: answer?.error ?? null,
      retry: () => void answer?.refetch(),
    };
  });
}

/** The elevation model that was measured on, and the others. */
export const profiledSurfaces = (surfaces: readonly Surface[], own: string | null): readonly Surface[] =>
  [...surfaces.filter(({ path }) => path === own), ...surfaces.filter(({ path }) => path !== own)].slice(0, MOST_LINES);

export const hasHeights = ({ heights }: Profile): boolean => heights.some((height) => height !== null);
