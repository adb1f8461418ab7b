import { alignedTile } from '../../kinds/raster/index.ts';
import type { Background, ImageFormat, MapGrid } from '../../render/index.ts';
import { explainRaster } from '../picture-errors.ts';
import { etagOfParts, sendMade } from '../answers.ts';
import type { Layer } from '../layers/layer.ts';
import type { OgcCall } from '../service.ts';
import { readBackground } from './background.ts';
import type { WmsDependencies } from './dependencies.ts';
import { bytesOfPicture, drawLayers } from './draw-layers.ts';
import { type PictureFormat, readPictureFormat } from './formats.ts';
import { readMapGrid } from './map-grid.ts';
import { findLayers, readLayerNames, refuseStyleDocuments, styled, type StyledLayer } from './map-layers.ts';
import { createBook, type StyleBook } from './styles.ts';
import { requireWmsVersion } from './wms-version.ts';

/** What GetMap asks for, looked up. */
export interface MapRequest {
  readonly grid: MapGrid;
  /** The first one is lowest. */
  readonly layers: readonly StyledLayer[];
  readonly book: StyleBook;
}

/** Raised when the same layers are drawn otherwise than before: validators of older pictures are good no more. */
const DRAWING = 2;

/** @param needsStyles whether STYLES has to be there: clients leave it out of GetFeatureInfo @throws OgcError */
export async function readMapRequest(
  call: OgcCall,
  dependencies: WmsDependencies,
  { needsStyles }: { readonly needsStyles: boolean },
): Promise<MapRequest> {
  const { kvp, view, signal } = call;
  const version = requireWmsVersion(kvp);
  refuseStyleDocuments(kvp);
  const names = readLayerNames(kvp, needsStyles);
  const grid = await readMapGrid(kvp, version, dependencies.projections, signal);
  const layers = await findLayers(
    dependencies.catalog,
    view,
    names.map(({ name }) => name),
    { locator: 'LAYERS', signal },
  );
  const book = await createBook(view.dataset.id, layers, dependencies.findStyles);
  const styles = names.map(({ style }) => style);
  return { grid, layers: styled(layers, styles, book), book };
}

/** Answers GetMap. */
export async function getMap(call: OgcCall, dependencies: WmsDependencies): Promise<unknown> {
  const request = await readMapRequest(call, dependencies, { needsStyles: true });
  const bytes = bytesOfPicture(request.layers, request.grid);
  const format = readPictureFormat(call.kvp);
  const background = readBackground(call.kvp, format.type);
  const etag = etagOfParts([
    DRAWING,
    'map',
    request.grid,
    request.layers.map((layer) => partOf(layer, request.book)),
    format.type,
    background,
  ]);
  return sendMade(call, { etag, type: format.type, keeping: 'maps' }, () =>
    makePicture(request, { format, background, bytes }, dependencies, call),
  );
}

/** What a picture of a layer depends on. */
function partOf({ layer, style }: StyledLayer, book: StyleBook): readonly unknown[] {
  const { version } = layer.file;
  if (layer.kind === 'raster') return [layer.hash, version, style];
  return [layer.hash, version, layer.tiles?.version ?? null, layer.content.table, book.vector(layer)];
}

/** How a picture is written, and the most memory that drawing it takes. */
interface PictureOrder {
  readonly format: PictureFormat;
  readonly background: Background | null;
  readonly bytes: number;
}

async function makePicture(
  { grid, layers, book }: MapRequest,
  { format, background, bytes: needed }: PictureOrder,
  { rasterMaps, rasterTiles, vectorMaps, memory }: WmsDependencies,
  call: OgcCall,
): Promise<Uint8Array> {
  const { signal } = call;
  // A tile takes memory by itself: a claim must not wait for another one.
  const stored = background === null ? storedTile(layers, grid, format.encoding) : undefined;
  if (stored !== undefined) {
    const { bytes } = await rasterTiles.tile(stored.layer.file, stored.request, signal).catch(explainRaster);
    return bytes;
  }
  return memory.draw(needed, call, async () => {
    const drawn = await drawLayers(layers, grid, book, { vectorMaps, rasterMaps }, signal);
    const { bytes } = await rasterMaps.encode(drawn, background, format.encoding, signal).catch(explainRaster);
    return bytes;
  });
}

/** The map tile that a picture is, when it is one of a single raster: it is kept, or stored as it is. */
function storedTile(layers: readonly StyledLayer[], grid: MapGrid, format: ImageFormat) {
  const [only, ...others] = layers;
  const tile = alignedTile(grid);
  if (only === undefined || others.length > 0 || tile === null) return undefined;
  const { layer, style }: { readonly layer: Layer; readonly style: string } = only;
  return layer.kind === 'raster' && style === 'default' ? { layer, request: { ...tile, format } } : undefined;
}
