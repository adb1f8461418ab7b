import type { Engine, EngineError, Placement, RasterFacts } from '../../engine/index.ts';
import type { Candidate } from '../candidate.ts';
import { contentFault } from '../content-fault.ts';
import { EntryType } from '../entry-type.ts';
import { type FileFacts, type FormatFamily, type Position3D, genericFacts, unplacedFacts } from '../file-facts.ts';
import { pictureFacts } from '../image/index.ts';

/** TIFF files: a GeoRaster when GDAL can place them on Earth, else a picture. */
export const rasterFamily: FormatFamily = {
  name: 'raster',
  // Raw photographs (DNG and others) are TIFF inside and have no place in a GeoTIFF's sense.
  recognizes: ({ signature, extension }) => signature === 'tiff' && extension !== 'dng',
  inspect,
};

async function inspect(candidate: Candidate, engine: Engine, signal: AbortSignal): Promise<FileFacts> {
  let facts: RasterFacts;
  try {
    facts = await engine.call('raster-facts', { path: candidate.path, kind: 'tiff' }, { signal });
  } catch (error) {
    const warning = `This TIFF file cannot be used as a map. ${contentFault(error)}`;
    // What the header check refused is not tried on the next library: hostile to one is hostile to all.
    if ((error as EngineError).code === 'refused') return genericFacts(warning);
    return pictureFacts(candidate, engine, signal, warning);
  }
  if (facts.placement !== null) return geoRasterFacts(facts, facts.placement);
  const reason = facts.placementProblem ?? 'It has no coordinate reference system.';
  const warning = `This TIFF file cannot be used as a map. ${reason}`;
  const picture = await pictureFacts(candidate, engine, signal, warning);
  if (picture.type !== EntryType.Generic) return picture;
  // Pixels that only GDAL can read, complex numbers for one.
  return unplacedFacts(EntryType.Image, { width: facts.width, height: facts.height }, warning);
}

function geoRasterFacts(facts: RasterFacts, { corners, centre }: Placement): FileFacts {
  const { width, height, geotransform, projection, bands } = facts;
  const ground = ([longitude, latitude]: readonly [number, number]): Position3D => [longitude, latitude, 0];
  const [upperLeft, upperRight, lowerRight, lowerLeft] = corners;
  const ring = [upperLeft, upperRight, lowerRight, lowerLeft, upperLeft].map(ground);
  return {
    type: EntryType.GeoRaster,
    properties: {
      width,
      height,
      geotransform,
      projection,
      bands: bands.map(({ type, colorInterp }) => ({ type, colorInterp })),
      nodata: bands.map(({ nodata }) => nodata),
    },
    pointGeometry: { type: 'Point', coordinates: ground(centre) },
    polygonGeometry: { type: 'Polygon', coordinates: [ring] },
  };
}
