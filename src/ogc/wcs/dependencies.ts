import type { Coverages } from '../../kinds/raster/index.ts';
import type { Projections } from '../../projections/index.ts';
import type { LayerCatalog } from '../layers/catalog.ts';
import type { RasterLayer } from '../layers/layer.ts';
import { failOgc } from '../ogc-error.ts';
import type { OgcCall } from '../service.ts';
import { type Coverage, coverageOf } from './coverage.ts';

/** What coverages are found in and made by. */
export interface WcsDependencies {
  readonly catalog: LayerCatalog;
  readonly projections: Projections;
  readonly coverages: Coverages;
}

/** The rasters somebody sees. */
export async function rastersOf(
  { view, signal }: OgcCall,
  { catalog }: WcsDependencies,
): Promise<readonly RasterLayer[]> {
  const { layers } = await catalog.list(view, signal);
  return layers.filter((layer) => layer.kind === 'raster');
}

/** A coverage by its path or safe name. @param code of the exception where there is none */
export async function findCoverage(
  { view, signal }: OgcCall,
  { catalog, projections }: WcsDependencies,
  name: string,
  { code, locator }: { readonly code: string; readonly locator: string },
): Promise<Coverage> {
  const unknown = (message: string): Error => failOgc(code, message, locator);
  const layer = await catalog.find(view, name, unknown, signal);
  if (layer.kind !== 'raster') throw unknown('That layer holds features, not a raster. WFS gives them.');
  return coverageOf(layer, projections, signal);
}
