import { LRUCache } from 'lru-cache';
import type { CrsFacts } from './crs-facts.child.ts';
import { type Engine, EngineError } from '../engine/index.ts';
import { HALF_WORLD, mercatorX } from '../geodata/web-mercator.ts';
import { crsFacts, crsTransform, crsWkt } from './operations.ts';
import { isNearUtmZone, utmToDegrees, utmZoneOf } from './utm.ts';
import { wellKnownCrs } from './well-known-crs.ts';

/** A coordinate reference system of the plane that PROJ knows. */
export interface Crs extends CrsFacts {
  /** Authority and code: `EPSG:25832`. */
  readonly code: string;
}

/** What PROJ, in the engine, knows of coordinate reference systems. Codes are those that `readCrsName` gives. */
export interface Projections {
  /** Undefined for a CRS that nobody knows, or that has no plane (heights, Earth-centred ones). */
  find(code: string, signal?: AbortSignal): Promise<Crs | undefined>;
  /** As well-known text, for files. @throws RangeError for a CRS that `find` did not find */
  wkt(code: string, signal?: AbortSignal): Promise<string>;
  /**
   * @param positions x (or longitude) and y in turn, whatever the official order of the axes is
   * @returns the same in the other CRS, NaN where there is no such position
   */
  transform(from: string, to: string, positions: Float64Array, signal?: AbortSignal): Promise<Float64Array>;
}

/** Those that clients ask for again and again. PROJ knows some 10,000. */
const MOST_KNOWN = 1000;
const DEGREES = ['EPSG:4326', 'OGC:CRS84'];
const WEB_MERCATOR = 'EPSG:3857';
/** Positions of one call: 4 MB to and fro. */
const POSITIONS_PER_CALL = 250_000;

export function createProjections(engine: Pick<Engine, 'call'>): Projections {
  // Owner of the facts. They change with PROJ alone, which means with the process.
  const known = new LRUCache<string, { readonly crs: Crs | undefined }>({ max: MOST_KNOWN });
  return {
    async find(code, signal) {
      const kept = known.get(code);
      if (kept !== undefined) return kept.crs;
      const facts = wellKnownCrs(code) ?? (await engine.call(crsFacts, { name: code }, { signal }));
      const crs = facts === null ? undefined : { ...facts, code };
      known.set(code, { crs });
      return crs;
    },

    async wkt(code, signal) {
      const text = await engine.call(crsWkt, { name: code }, { signal });
      if (text === null) throw new RangeError(`There is no CRS ${code}.`);
      return text;
    },

    async transform(from, to, positions, signal) {
      const direct = shortWay(from, to)?.(positions) ?? fromUtm(from, to, positions);
      if (direct !== undefined) return direct;
      const result = new Float64Array(positions.length);
      for (let at = 0; at < positions.length; at += 2 * POSITIONS_PER_CALL) {
        const piece = positions.slice(at, at + 2 * POSITIONS_PER_CALL);
        result.set(await engine.call(crsTransform, { from, to, positions: piece }, { signal }).catch(unknown), at);
      }
      return result;
    },
  };
}

/** @throws RangeError for a CRS that `find` did not find */
function unknown(error: unknown): never {
  if (error instanceof EngineError && error.code === 'refused') throw new RangeError(error.message, { cause: error });
  throw error;
}

/** Zones of UTM need no PROJ either, near enough to themselves: what is left of maps asks for one nearly always. */
function fromUtm(from: string, to: string, positions: Float64Array): Float64Array | undefined {
  const zone = utmZoneOf(from);
  const way = shortWay(DEGREES[0]!, to);
  if (zone === undefined || way === undefined || !isNearUtmZone(zone, positions)) return undefined;
  return way(utmToDegrees(zone, positions));
}

/** Between degrees and Web Mercator no PROJ is needed: this is what nearly all maps ask for. */
function shortWay(from: string, to: string): ((positions: Float64Array) => Float64Array) | undefined {
  const isDegrees = (code: string): boolean => DEGREES.includes(code);
  if (from === to || (isDegrees(from) && isDegrees(to))) return (positions) => positions.slice();
  if (isDegrees(from) && to === WEB_MERCATOR) return toMercator;
  if (from === WEB_MERCATOR && isDegrees(to)) return toDegrees;
  return undefined;
}

function toMercator(positions: Float64Array): Float64Array {
  return positions.map((value, at) => {
    if (at % 2 === 0) return mercatorX(value);
    // The poles lie at infinity: they, and what is beyond them, have no place.
    return Math.abs(value) < 90 ? mercatorY(value) : NaN;
  });
}

/** Not moved to the edge of the square world, as tiles need it. */
function mercatorY(latitude: number): number {
  return 6_378_137 * Math.asinh(Math.tan((latitude * Math.PI) / 180));
}

function toDegrees(positions: Float64Array): Float64Array {
  return positions.map((value, at) =>
    at % 2 === 0 ? (value / HALF_WORLD) * 180 : (Math.atan(Math.sinh((value / HALF_WORLD) * Math.PI)) * 180) / Math.PI,
  );
}
