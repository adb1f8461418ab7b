import { type Crs, type Projections, readCrsName, uriOf } from '../../projections/index.ts';
import type { VectorLayer } from '../layers/layer.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';

const COMMON = ['OGC:CRS84', 'EPSG:4326', 'EPSG:3857'];

/** What a layer is served in: degrees both ways, Web Mercator, and the CRS of the source where it has a code. */
export function crsCodes({ content }: VectorLayer): readonly string[] {
  const code = content.crs === null ? undefined : readCrsName(content.crs)?.code;
  return code === undefined || COMMON.includes(code) ? COMMON : [...COMMON, code];
}

/**
 * The CRS that a parameter names: one of the list of the collection, by its URI (OGC 18-058r1); CRS84 without it.
 *
 * @throws InvalidParameterValue
 */
export async function readCrs(
  parameter: string,
  text: string | undefined,
  layer: VectorLayer,
  projections: Projections,
  signal: AbortSignal,
): Promise<Crs> {
  const codes = crsCodes(layer);
  const name = text === undefined ? { code: 'OGC:CRS84', form: 'uri' } : readCrsName(text);
  const isListed = name !== undefined && name.form !== 'short' && codes.includes(name.code);
  const crs = isListed ? await projections.find(name.code, signal) : undefined;
  if (crs !== undefined) return crs;
  throw failOgc(
    'InvalidParameterValue',
    `${parameter} is one of ${codes.map(uriOf).join(', ')}, not ${quoteInput(text ?? '')}.`,
    parameter,
  );
}
