import { ApiError } from '../../api/api-error.ts';
import { isRecord } from '../../format/value.ts';
import { type Feature, isFeature } from '../model/measurement.ts';
import { sameJson } from './same-json.ts';
import { i18n } from '../../languages/i18n.ts';

/** A file of measurements: `NAME_measurements.geojson`. */
export type Sidecar = {
  readonly features: readonly Feature[];
  /** All else that the collection says, as groups of other clients. */
  readonly rest: Readonly<Record<string, unknown>>;
};

/** More is not drawn while somebody works; 5,000 features of usual size are 2 MB. */
const MOST_FEATURES = 5000;
export const MOST_BYTES = 5_000_000;

export const EMPTY: Sidecar = {
  features: [],
  rest: { type: 'FeatureCollection', metadata: { application: 'Alidade', version: 1 } },
};

const UNREADABLE = i18n.t(
  'It is no GeoJSON of measurements. Move it elsewhere, or choose another file, to measure here.',
);

/** @throws ApiError for what is no file of measurements */
export function parseSidecar(text: string): Sidecar {
  const value = parsed(text);
  if (!isRecord(value) || value['type'] !== 'FeatureCollection') throw new ApiError(400, UNREADABLE);
  const { features, ...rest } = value;
  if (!Array.isArray(features) || !features.every(isFeature)) throw new ApiError(400, UNREADABLE);
  if (features.length > MOST_FEATURES)
    throw new ApiError(
      400,
      i18n.t('It has more than {MOST_FEATURES} features. Open it as a vector layer instead.', { MOST_FEATURES }),
    );
  const taken = new Set<string>();
  return { features: features.map((feature) => withId(feature, taken)), rest };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, UNREADABLE);
  }
}

export const formatSidecar = ({ features, rest }: Sidecar): string =>
  `${JSON.stringify({ ...rest, features }, null, 1)}\n`;

/** A feature with an id of its own. Other clients write none: theirs follows from what the feature says, so that all readers give the same. */
function withId(feature: Readonly<Record<string, unknown>>, taken: Set<string>): Feature {
  const { id, properties } = feature;
  const known = typeof id === 'string' || typeof id === 'number' ? String(id) : `f-${hashOf(JSON.stringify(feature))}`;
  let free = known;
  for (let number = 2; taken.has(free); number += 1) free = `${known}-${number}`;
  taken.add(free);
  return { ...feature, id: free, properties: isRecord(properties) ? properties : {} } as Feature;
}

/** FNV-1a of 32 bits, twice: enough to tell features of a file apart. */
function hashOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x1000193];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0x01000193) >>> 0;
    other = Math.imul(other ^ (code + index), 0x01000193) >>> 0;
  }
  return one.toString(16).padStart(8, '0') + other.toString(16).padStart(8, '0');
}

/** An id for a new feature. `crypto.randomUUID` is there on safe connections only. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const sameSidecar = (one: Sidecar, other: Sidecar): boolean => sameJson(one, other);
