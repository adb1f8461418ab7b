import type { ToldReference } from '../heights/height-reference.ts';
import type { Triple } from './triple.ts';
import { childOf, lastChildOf, parseWkt, textAt, type WktNode } from './wkt-tree.ts';
import { i18n } from '../../languages/i18n.ts';

/** What a scene needs to know of a coordinate reference system. */
export type Crs = {
  readonly name: string;
  /** Equal for equal systems: authority and code, or the name. */
  readonly key: string;
  /** True if x and y are degrees. */
  readonly isGeographic: boolean;
  /** Metres in a unit of x and y; null for degrees and where it does not say. */
  readonly metres: number | null;
  /** Metres in a unit of z; null where it does not say. */
  readonly verticalMetres: number | null;
  /** What z is above. Default: `unknown` */
  readonly heights?: ToldReference;
  /** The key of its horizontal part. Default: that of the whole */
  readonly plane?: string;
  /** Its horizontal part, as `proj4` reads it. Default: nobody knows where it lies on Earth */
  readonly definition?: string;
  /** The place on Earth that is 0, 0, 0, when the axes are metres east, north and up. */
  readonly zero?: Triple;
};

/** Equal for systems in which x and y mean the same. */
export const planeOf = ({ plane, key }: Crs): string => plane ?? key;

/** Metres in a unit of z. */
export const heightMetres = ({ verticalMetres, metres }: Crs): number => verticalMetres ?? metres ?? 1;

/** What heights in a system are above; null where nobody knows where on Earth it lies. */
export const heightsIn = (crs: Crs | null): ToldReference | null =>
  crs === null || (crs.zero ?? crs.definition) === undefined ? null : (crs.heights ?? 'unknown');

/** A system of metres along x, y and z. */
export const metricCrs = (name: string, key: string): Crs => ({
  name,
  key,
  isGeographic: false,
  metres: 1,
  verticalMetres: 1,
});

/** Metres east, north and up of a place on Earth: longitude, latitude, height. @param at is what tells it from others */
export const eastNorthUp = (zero: Triple, at: string): Crs => ({
  ...metricCrs(
    i18n.t('East, north and up at {zero}, {zero2}', { zero: zero[0].toFixed(6), zero2: zero[1].toFixed(6) }),
    `ENU:${at}`,
  ),
  zero,
});

const COMPOUND = ['COMPD_CS', 'COMPOUNDCRS'];
const PROJECTED = ['PROJCS', 'PROJCRS', 'PROJECTEDCRS'];
const GEOGRAPHIC = ['GEOGCS', 'GEOGCRS', 'GEODCRS', 'GEOGRAPHICCRS', 'GEODETICCRS'];
const VERTICAL = ['VERT_CS', 'VERTCRS', 'VERTICALCRS'];
const UNITS = ['UNIT', 'LENGTHUNIT'];

/** Reads WKT 1 or 2; null where it names no system. */
export function parseCrs(wkt: string | null): Crs | null {
  const root = wkt === null ? null : parseWkt(wkt);
  if (root === null) return null;
  const bound = childOf(root, 'SOURCECRS')?.values.find((value) => typeof value !== 'string');
  const whole = root.keyword === 'BOUNDCRS' && bound !== undefined ? bound : root;
  const isCompound = COMPOUND.includes(whole.keyword);
  const horizontal = isCompound ? childOf(whole, ...PROJECTED, ...GEOGRAPHIC) : whole;
  if (horizontal === undefined) return null;
  const isGeographic = GEOGRAPHIC.includes(horizontal.keyword);
  const metres = isGeographic ? null : unitOf(horizontal);
  const vertical = isCompound ? childOf(whole, ...VERTICAL) : undefined;
  return {
    name: textAt(whole, 0) ?? i18n.t('Unnamed'),
    key: keyOf(whole),
    isGeographic,
    metres,
    verticalMetres: vertical === undefined ? null : unitOf(vertical),
    heights: vertical === undefined ? heightsOfPlane(horizontal) : heightsOf(vertical),
    plane: keyOf(horizontal),
    ...definitionIn(wkt ?? ''),
  };
}

/** Type of a vertical datum in WKT 1 whose heights are above the ellipsoid. */
const ELLIPSOIDAL = '2002';

/** Heights of surveys are above the sea, whichever sea it is: they differ by decimetres, and from the ellipsoid by tens of metres. */
function heightsOf(vertical: WktNode): ToldReference {
  const datum = childOf(vertical, 'VERT_DATUM', 'VDATUM', 'VERTICALDATUM', 'VRF', 'ENSEMBLE', 'DATUM');
  const names = [vertical, ...(datum === undefined ? [] : [datum])].map((node) => textAt(node, 0) ?? '');
  if (names.some((name) => /ellips/i.test(name)) || (datum !== undefined && textAt(datum, 1) === ELLIPSOIDAL))
    return 'ellipsoid';
  return names.some((name) => /^$|unknown|undefined|unnamed|unspecified/i.test(name)) ? 'unknown' : 'sea';
}

/** A system with a third axis of its own has heights above its ellipsoid. */
const heightsOfPlane = (system: WktNode): ToldReference =>
  system.values.filter((value) => typeof value !== 'string' && value.keyword === 'AXIS').length > 2
    ? 'ellipsoid'
    : 'unknown';

const HORIZONTAL = new RegExp(`\\b(?:${[...PROJECTED, ...GEOGRAPHIC].join('|')})\\s*[[(]`, 'i');

/** The text of the first horizontal system: what reads it takes no other. */
function definitionIn(wkt: string): { readonly definition?: string } {
  const text = wkt.slice(HORIZONTAL.exec(wkt)?.index ?? wkt.length);
  let [depth, isQuoted] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (letter === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if ('[('.includes(letter)) depth += 1;
    if (!'])'.includes(letter)) continue;
    depth -= 1;
    if (depth === 0) return { definition: text.slice(0, at + 1) };
  }
  return {};
}

function keyOf(node: WktNode): string {
  const id = lastChildOf(node, 'AUTHORITY', 'ID');
  const [authority, code] = id === undefined ? [] : [textAt(id, 0), textAt(id, 1)];
  if (authority !== undefined && code !== undefined) return `${authority}:${code}`.toUpperCase();
  const parts = [...COMPOUND, ...PROJECTED].includes(node.keyword) ? node.values : [];
  const below = parts.flatMap((value) => (typeof value === 'string' || !isSystem(value) ? [] : keyOf(value)));
  return [textAt(node, 0) ?? '', ...below].join('|').toUpperCase();
}

const isSystem = ({ keyword }: WktNode): boolean => [...PROJECTED, ...GEOGRAPHIC, ...VERTICAL].includes(keyword);

/** WKT 2 may have the unit in the axes. */
function unitOf(system: WktNode): number | null {
  const axis = lastChildOf(system, 'AXIS');
  const unit = lastChildOf(system, ...UNITS) ?? (axis === undefined ? undefined : childOf(axis, ...UNITS));
  const metres = unit === undefined ? NaN : Number(textAt(unit, 1));
  return metres > 0 && Number.isFinite(metres) ? metres : null;
}
