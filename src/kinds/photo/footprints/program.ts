/** Computes the ground that photographs show, and writes it as GeoJSON (`serve.ts`: REQUEST and ANSWER). */
import { closeSync, openSync, writeSync } from 'node:fs';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { fromLocal, toGeodetic } from '../../../geodata/place/geodesy.ts';
import { toPixel } from '../../../geodata/surface/affine.ts';
import { type Heights, openHeights } from '../../../geodata/surface/heights.ts';
import { heightBetween } from '../../../geodata/surface/sample.ts';
import { type GroundPoint, looksDown, meetTerrain, slideOf } from './ground.ts';
import { edgeRays, rayOf, type Direction } from './rays.ts';
import type { FootprintProblem, FootprintsAnswer, FootprintsRequest, PhotoView } from './request.ts';
import { serveProgram, type ProgramVoice } from '../../../engine/for-children.ts';

/** Points of an edge on a terrain, which bends it; on level ground its corners are enough. */
const POINTS_ON_TERRAIN = 8;

/** What a photo shows. */
interface Footprint {
  /** East and north of the camera. */
  readonly points: readonly GroundPoint[];
  /** Metres from the camera down to the ground below it. */
  readonly height: number;
  /** Metres from the camera to the ground in the middle of the picture; null where that is beyond the horizon. */
  readonly distance: number | null;
}

/** The ground below a photo. */
type Project = (photo: PhotoView) => Footprint | FootprintProblem;

await serveProgram((request: FootprintsRequest, voice): FootprintsAnswer => {
  const { ground, altitudeOffset } = request;
  if (ground.kind === 'relative') return writeAll(request, relativeTo, voice);
  if (ground.kind === 'level')
    return writeAll(request, (photo) => aboveLevel(photo, ground.height - altitudeOffset), voice);
  const heights = openHeights(ground.terrain);
  try {
    return writeAll(request, onTerrain(heights, ground.fromAltitude, altitudeOffset), voice);
  } finally {
    heights.close();
  }
});

function writeAll({ photos, output }: FootprintsRequest, project: Project, voice: ProgramVoice): FootprintsAnswer {
  const file = openSync(output, 'wx');
  const without: [number, FootprintProblem][] = [];
  let written = 0;
  try {
    writeSync(file, '{"type":"FeatureCollection","features":[');
    for (const [index, photo] of photos.entries()) {
      const found = project(photo);
      if (typeof found === 'string') without.push([index, found]);
      else writeSync(file, `${written++ === 0 ? '' : ','}\n${JSON.stringify(featureOf(photo, found))}`);
      voice.progress((index + 1) / photos.length);
    }
    writeSync(file, '\n]}\n');
  } finally {
    closeSync(file);
  }
  return { footprints: written, without };
}

function relativeTo(photo: PhotoView): ReturnType<Project> {
  const { relativeAltitude } = photo;
  return relativeAltitude === null ? 'no altitude above the ground' : onLevel(photo, relativeAltitude);
}

function aboveLevel(photo: PhotoView, ground: number): ReturnType<Project> {
  return photo.altitude === null ? 'no altitude' : onLevel(photo, photo.altitude - ground);
}

function onLevel(photo: PhotoView, height: number): ReturnType<Project> {
  if (!(height > 0)) return 'the camera is below the ground';
  const rays = edgeRays(photo, 1);
  if (!rays.some(looksDown)) return 'the camera looks to the horizon';
  const points = rays.map((ray) => {
    const [east, north] = slideOf(ray);
    return [east * height, north * height] as const;
  });
  const middle = rayOf(photo)(0, 0);
  return { points, height, distance: looksDown(middle) ? height / -middle[2] : null };
}

function onTerrain(heights: Heights, fromAltitude: boolean, altitudeOffset: number): Project {
  const way = new gdal.CoordinateTransformation(gdal.SpatialReference.fromEPSG(4326), heights.crs);
  const spacing = Math.sqrt(heights.ground.stepAt(heights.height / 2).area);
  /** Metres; NaN outside of the terrain and in its gaps. */
  const heightAt = (longitude: number, latitude: number): number => {
    try {
      const { x, y } = way.transformPoint(longitude, latitude);
      return heightBetween(heights, ...toPixel(heights.affine, x, y)) * heights.unit;
    } catch {
      return NaN; // PROJ reports a position without an image in the other CRS by an error
    }
  };
  return (photo) => {
    const given = fromAltitude ? photo.altitude : photo.relativeAltitude;
    if (given === null) return fromAltitude ? 'no altitude' : 'no altitude above the ground';
    const below = heightAt(photo.longitude, photo.latitude);
    if (Number.isNaN(below)) return 'the terrain does not reach where the camera looks';
    const camera = fromAltitude ? given + altitudeOffset : below + given;
    if (!(camera > below)) return 'the camera is below the ground';
    const rays = edgeRays(photo, POINTS_ON_TERRAIN);
    if (!rays.some(looksDown)) return 'the camera looks to the horizon';
    const at = ([east, north]: GroundPoint): number => heightAt(...placeOf(photo, east, north));
    // Valleys are seen down to as far below the ground as the camera is above it.
    const lowest = below - (camera - below);
    const meet = (ray: Direction): GroundPoint | null => meetTerrain(slideOf(ray), camera, lowest, at, spacing);
    const points = rays.map(meet);
    if (points.includes(null)) return 'the terrain does not reach where the camera looks';
    const axis = rayOf(photo)(0, 0);
    const middle = looksDown(axis) ? meet(axis) : null;
    const distance = middle === null ? null : Math.hypot(...middle, camera - at(middle));
    return { points: points as readonly GroundPoint[], height: camera - below, distance };
  };
}

/** Longitude and latitude of a point on the plane that touches the ellipsoid at the camera; longitudes go on beyond 180. */
function placeOf({ longitude, latitude }: PhotoView, east: number, north: number): readonly [number, number] {
  const found = toGeodetic(fromLocal([longitude, latitude, 0], [east, north, 0]));
  if (found === null) return [NaN, NaN];
  return [longitude + ((((found[0] - longitude) % 360) + 540) % 360) - 180, found[1]];
}

/** To a millimetre. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e8) / 1e8;
}

function featureOf(photo: PhotoView, { points, height, distance }: Footprint): object {
  const ring = points.map(([east, north]) => placeOf(photo, east, north).map(rounded));
  const pixel = distance === null ? null : (distance * photo.aperture[0]) / photo.width;
  const { longitude, latitude, altitude, yaw, pitch, roll } = photo;
  return {
    type: 'Feature',
    properties: { ...photo.properties, longitude, latitude, altitude, yaw, pitch, roll, height, groundSample: pixel },
    geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] },
  };
}
