/** Reads the heights of a terrain along a line. */
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { toDegrees } from '../../../geodata/place/to-degrees.ts';
import { toPixel } from '../../../geodata/surface/affine.ts';
import { type Heights, openHeights } from '../../../geodata/surface/heights.ts';
import { heightBetween } from '../../../geodata/surface/sample.ts';
import type { ProfileAnswer, ProfileRequest, ProfileSample } from './request.ts';
import { profileFacts } from './profile-facts.ts';
import { OperationRefusal, serveProgram, type ProgramVoice } from '../../../engine/for-children.ts';

/** A drawing is no wider; with a spacing of one's own ten times as many. */
const USUAL_SAMPLES = 2000;
const MAX_SAMPLES = 20_000;
/** Pieces of a leg whose lengths are added, each short enough for the radii of its middle: 10 km of a leg of 640 km. */
const PIECES = 64;

await serveProgram((request: ProfileRequest, voice): ProfileAnswer => {
  const heights = openHeights(request);
  try {
    const places = samplesOf(heights, request, voice);
    if (places.every(({ height }) => height === null))
      throw new OperationRefusal('There are no heights along the line. Does it lie within the terrain?');
    return { ...profileFacts(places, heights.ground.measure), places };
  } finally {
    heights.close();
  }
});

type Plane = readonly [x: number, y: number];

interface Leg {
  readonly from: Plane;
  readonly to: Plane;
  readonly length: number;
}

function samplesOf(heights: Heights, request: ProfileRequest, voice: ProgramVoice): readonly ProfileSample[] {
  const legs = legsOf(heights, request.line);
  const total = legs.reduce((sum, { length }) => sum + length, 0);
  if (total === 0) throw new OperationRefusal('The line has no length.');
  const pixel = Math.sqrt(heights.ground.stepAt(heights.height / 2).area);
  const spacing = request.spacing ?? Math.max(pixel, total / USUAL_SAMPLES);
  if (total / spacing + legs.length > MAX_SAMPLES)
    throw new OperationRefusal(
      `The line of ${Math.round(total)} m has more than ${MAX_SAMPLES} samples. Choose a larger spacing.`,
      'too-large',
    );
  const way = toDegrees(heights.crs);
  const samples: ProfileSample[] = [];
  let [distance, before] = [0, legs[0]!.from];
  const take = (place: Plane): void => {
    distance += heights.ground.distance(...before, ...place);
    before = place;
    const height = heightBetween(heights, ...toPixel(heights.affine, ...place)) * heights.unit;
    const { x: longitude, y: latitude } = way.transformPoint(...place);
    samples.push({ distance, height: Number.isNaN(height) ? null : height, longitude, latitude });
  };
  take(before);
  for (const { from, to, length } of legs) {
    const steps = Math.max(1, Math.ceil(length / spacing - 1e-9));
    for (let step = 1; step <= steps; step += 1) take(between(from, to, step / steps));
    voice.progress(Math.min(1, distance / total));
  }
  return samples;
}

function legsOf({ crs, ground }: Heights, line: ProfileRequest['line']): readonly Leg[] {
  const way = new gdal.CoordinateTransformation(gdal.SpatialReference.fromEPSG(4326), crs);
  const corners = line.map(([longitude = NaN, latitude = NaN]): Plane => {
    try {
      const { x, y } = way.transformPoint(longitude, latitude);
      if (Number.isFinite(x) && Number.isFinite(y)) return [x, y];
    } catch {
      // PROJ reports a position without an image in the other CRS by an error: it is refused below as well.
    }
    throw new OperationRefusal('The line has no place in the coordinate reference system of the terrain.');
  });
  return corners.slice(1).flatMap((to, index) => {
    const from = corners[index]!;
    let length = 0;
    for (let piece = 0; piece < PIECES; piece += 1)
      length += ground.distance(...between(from, to, piece / PIECES), ...between(from, to, (piece + 1) / PIECES));
    return length > 0 ? [{ from, to, length }] : [];
  });
}

function between([x0, y0]: Plane, [x1, y1]: Plane, share: number): Plane {
  return [x0 + (x1 - x0) * share, y0 + (y1 - y0) * share];
}
