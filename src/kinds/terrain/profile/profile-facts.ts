import type { ProfileFacts, ProfileSample } from './request.ts';

/** What a profile is in all. Between two samples the terrain is straight; beside a gap nothing is known of it. */
export function profileFacts(places: readonly ProfileSample[], measure: ProfileFacts['measure']): ProfileFacts {
  const sums = { lengthOnTerrain: 0, ascent: 0, descent: 0 };
  let [lowest, highest, gaps] = [Infinity, -Infinity, 0];
  places.forEach(({ distance, height }, index) => {
    if (height === null) gaps += 1;
    else [lowest, highest] = [Math.min(lowest, height), Math.max(highest, height)];
    const before = places[index - 1];
    if (before === undefined) return;
    const rise = height === null || before.height === null ? 0 : height - before.height;
    sums.lengthOnTerrain += Math.hypot(distance - before.distance, rise);
    sums.ascent += Math.max(0, rise);
    sums.descent += Math.max(0, -rise);
  });
  const isKnown = gaps < places.length;
  return {
    measure,
    length: places.at(-1)?.distance ?? 0,
    ...sums,
    lowest: isKnown ? lowest : null,
    highest: isKnown ? highest : null,
    samples: places.length,
    samplesWithoutHeight: gaps,
  };
}
