import { FileError } from '../loading/file-error.ts';
import type { LayerHost } from '../core/layer-host.ts';
import { type Crs, metricCrs } from './crs.ts';
import { aroundPlace } from './ellipsoid.ts';
import { type SceneFrame, toCrs, toScene } from './scene-frame.ts';
import type { ToldReference } from '../heights/height-reference.ts';
import type { Box, Triple } from './triple.ts';
import { i18n } from '../../languages/i18n.ts';

/** Between places on Earth (longitude and latitude in degrees, height in metres) and other coordinates. */
export type EarthPlaces = {
  readonly fromEarth: (place: Triple) => Triple;
  readonly toEarth: (at: Triple) => Triple;
};

/** Places on Earth of a CRS; null where nobody knows where on Earth it lies. */
export async function earthPlacesOf(crs: Crs): Promise<EarthPlaces | null> {
  if (crs.zero !== undefined) return aroundPlace(crs.zero);
  if (crs.definition === undefined) return null;
  const { default: proj4 } = await import('proj4');
  const metres = crs.verticalMetres ?? crs.metres ?? 1;
  try {
    const way = proj4('EPSG:4326', crs.definition);
    return {
      fromEarth([longitude, latitude, height]) {
        const [x = NaN, y = NaN] = way.forward([longitude, latitude]);
        return [x, y, height / metres];
      },
      toEarth([x, y, z]) {
        const [longitude = NaN, latitude = NaN] = way.inverse([x, y]);
        return [longitude, latitude, z * metres];
      },
    };
  } catch {
    // Words that it does not know: the caller tells that there is no way.
    return null;
  }
}

const [MOST_NORTH, MOST_SOUTH] = [84, -80];

/** The system of a scene of nothing but places on Earth: UTM where it reaches, else east, north and up. */
export function systemAt(place: Triple): Crs {
  const [longitude, latitude] = place;
  if (latitude > MOST_NORTH || latitude < MOST_SOUTH)
    return { ...metricCrs(i18n.t('East, north and up'), `ENU:${place.join()}`), zero: place };
  const zone = Math.min(60, Math.max(1, Math.floor((longitude + 180) / 6) + 1));
  const isNorth = latitude >= 0;
  const code = (isNorth ? 32_600 : 32_700) + zone;
  return {
    ...metricCrs(`WGS 84 / UTM zone ${zone}${isNorth ? 'N' : 'S'}`, `EPSG:${code}`),
    definition: `+proj=utm +zone=${zone}${isNorth ? '' : ' +south'} +datum=WGS84 +units=m`,
  };
}

const NO_SYSTEM = i18n.t(
  'The first file of this scene has no coordinate system, so nobody knows where this lies beside it. Open it in its own scene.',
);
const UNKNOWN_SYSTEM = i18n.t(
  'The coordinate system of the first file of this scene is not known here. Open this in its own scene.',
);

/** Places on Earth in the scene. */
export type EarthInScene = EarthPlaces & { readonly frame: SceneFrame };

/**
 * The way of places on Earth into a scene: by the system of what is there, or by one of its own.
 *
 * @param corners of what is shown
 * @param told what their heights are above; null for what has none
 * @throws FileError where there is no way
 */
export async function earthInScene(
  { frame: known, place }: Pick<LayerHost, 'frame' | 'place'>,
  corners: readonly Triple[],
  told: ToldReference | null,
): Promise<EarthInScene> {
  const there = known();
  if (there !== null && there.crs === null) throw new FileError(NO_SYSTEM);
  const crs = there?.crs ?? systemAt(middleOf(corners));
  const places = await earthPlacesOf(crs);
  if (places === null) throw new FileError(UNKNOWN_SYSTEM);
  const frame = await place(crs, boxOf(corners.map((corner) => places.fromEarth(corner))), told);
  if (frame === null) throw new FileError(UNKNOWN_SYSTEM);
  return inFrame(frame, places);
}

function inFrame(frame: SceneFrame, places: EarthPlaces | null): EarthInScene {
  if (places === null) throw new FileError(UNKNOWN_SYSTEM);
  return {
    frame,
    fromEarth: (place) => toScene(frame, places.fromEarth(place)),
    toEarth: (at) => places.toEarth(toCrs(frame, at)),
  };
}

/** The box around places, of which a scene may have a hundred thousand: too many for the arguments of one call. */
export function boxOf(places: readonly Triple[]): Box {
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (const place of places)
    for (const [axis, value] of place.entries()) {
      min[axis] = Math.min(min[axis]!, value);
      max[axis] = Math.max(max[axis]!, value);
    }
  return { min: [min[0]!, min[1]!, min[2]!], max: [max[0]!, max[1]!, max[2]!] };
}

function middleOf(places: readonly Triple[]): Triple {
  const { min, max } = boxOf(places);
  return [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
}

/** The way into a scene that has its frame; null where nobody knows where on Earth it lies. */
export async function earthOfFrame(frame: SceneFrame): Promise<EarthInScene | null> {
  const places = frame.crs === null ? null : await earthPlacesOf(frame.crs);
  return places === null ? null : inFrame(frame, places);
}
