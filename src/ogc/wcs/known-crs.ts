import { type Crs, readCrsName } from '../../projections/index.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';
import type { OgcCall } from '../service.ts';
import type { WcsDependencies } from './dependencies.ts';

export interface NamedCrs {
  readonly crs: Crs;
  /** Whether its name asks for the official order of the axes: a URN or a URI does, `EPSG:4326` does not. */
  readonly isOfficial: boolean;
}

/** The CRS of a parameter of WCS 1.0 and 1.1. @throws InvalidParameterValue */
export async function knownCrs(
  { signal }: OgcCall,
  { projections }: WcsDependencies,
  text: string,
  locator: string,
): Promise<NamedCrs> {
  const name = readCrsName(text);
  const crs = name === undefined ? undefined : await projections.find(name.code, signal);
  if (name === undefined || crs === undefined)
    throw failOgc(
      'InvalidParameterValue',
      `${quoteInput(text)} is no coordinate reference system known here.`,
      locator,
    );
  return { crs, isOfficial: name.form !== 'short' };
}
