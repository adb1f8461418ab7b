import { type Engine, EngineError } from '../../engine/index.ts';
import type { Placement } from '../../geodata/placement.ts';
import type { RasterFacts } from './read/raster-facts.child.ts';
import type { RasterKind } from '../../geodata/raster-kinds.ts';
import { rasterFacts } from './read/operations.ts';
import { placeBeside } from './place-beside.ts';
import { withRasterFile } from './raster-file.ts';
import { rasterKindOf } from './raster-kind.ts';
import {
  type Candidate,
  contentFault,
  EntryType,
  type FileFacts,
  type FormatFamily,
  type Position3D,
  genericFacts,
  unplacedFacts,
  PICTURE_EXTENSIONS,
} from '../../inspection/index.ts';
import { pictureFacts } from '../photo/index.ts';

/** Rasters: a GeoRaster when they can be placed on Earth, else a picture where they can be drawn as one. */
export const rasterFamily: FormatFamily = {
  name: 'raster',
  byContent: true,
  promisedBy: PICTURE_EXTENSIONS,
  recognizes: (candidate) => rasterKindOf(candidate) !== null,
  inspect,
};

const NAMES: Readonly<Record<RasterKind, string>> = {
  tiff: 'TIFF file',
  jpeg2000: 'JPEG 2000 file',
  png: 'picture',
  jpeg: 'picture',
  'ascii-grid': 'ASCII grid',
  imagine: 'ERDAS image',
};
/** Kinds that are drawn as a picture when they have no place. */
const DRAWN: readonly RasterKind[] = ['tiff', 'png', 'jpeg'];

async function inspect(candidate: Candidate, engine: Engine, signal: AbortSignal): Promise<FileFacts> {
  const kind = rasterKindOf(candidate);
  // A mask is shown with its raster; by itself it has no place, and is no picture.
  if (kind === null || candidate.extension === 'msk') return genericFacts();
  // Nearly all pictures are just that, and GDAL is not asked about them.
  if ((kind === 'png' || kind === 'jpeg') && (await placeBeside(candidate)).geotransform === null)
    return pictureFacts(candidate, engine, signal);
  const unusable = `This ${NAMES[kind]} cannot be used as a map.`;
  let facts: RasterFacts;
  let maskProblem: string | undefined;
  try {
    facts = await withRasterFile(candidate, kind, engine, async (source) => {
      maskProblem = source.maskProblem;
      return engine.call(rasterFacts, source, { signal });
    });
  } catch (error) {
    const warning = `${unusable} ${contentFault(error)}`;
    // What the header check refused is not tried on the next library: hostile to one is hostile to all.
    if (error instanceof EngineError && error.code === 'refused') return genericFacts(warning);
    return DRAWN.includes(kind) ? pictureFacts(candidate, engine, signal, warning) : genericFacts(warning);
  }
  if (facts.placement !== null) return geoRasterFacts(facts, facts.placement, maskProblem);
  const warning = `${unusable} ${facts.placementProblem ?? 'It has no coordinate reference system.'}`;
  const picture = DRAWN.includes(kind) ? await pictureFacts(candidate, engine, signal, warning) : null;
  if (picture !== null && picture.type !== EntryType.Generic) return picture;
  // Pixels that only GDAL can read, complex numbers for one.
  return unplacedFacts(EntryType.Image, { width: facts.width, height: facts.height }, warning);
}

function geoRasterFacts(facts: RasterFacts, { outline, centre }: Placement, warning: string | undefined): FileFacts {
  const { width, height, geotransform, projection, bands } = facts;
  const ground = ([longitude, latitude]: readonly [number, number]): Position3D => [longitude, latitude, 0];
  const ring = outline.map(ground);
  return {
    type: EntryType.GeoRaster,
    properties: {
      width,
      height,
      geotransform,
      projection,
      bands: bands.map(({ type, colorInterp }) => ({ type, colorInterp })),
      nodata: bands.map(({ nodata }) => nodata),
      ...(warning === undefined ? {} : { warning }),
    },
    pointGeometry: { type: 'Point', coordinates: ground(centre) },
    polygonGeometry: { type: 'Polygon', coordinates: [ring] },
  };
}
