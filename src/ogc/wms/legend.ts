import { mapBytes, type RasterStyle } from '../../kinds/raster/index.ts';
import { etagOfParts, sendMade } from '../answers.ts';
import { explainRaster } from '../picture-errors.ts';
import type { OgcCall } from '../service.ts';
import { legendBackground } from './background.ts';
import type { WmsDependencies } from './dependencies.ts';
import { type PictureFormat, readPictureFormat } from './formats.ts';
import { legendSize, MAX_LEGEND_SIDE } from './legend-size.ts';
import { findLayers, refuseStyleDocuments, type StyledLayer } from './map-layers.ts';
import { createBook, requireStyle, type StyleBook } from './styles.ts';

/**
 * Answers GetLegendGraphic of the SLD profile (05-078r4): the symbol of a vector layer, the colours of a raster. VERSION is
 * not needed: clients leave it out.
 */
export async function getLegendGraphic(call: OgcCall, dependencies: WmsDependencies): Promise<unknown> {
  const { kvp, view, signal } = call;
  refuseStyleDocuments(kvp);
  const name = kvp.required('LAYER');
  const format = readPictureFormat(kvp);
  const [width, height] = ['WIDTH', 'HEIGHT'].map((side) => kvp.whole(side, { min: 1, max: MAX_LEGEND_SIDE }));
  const [layer] = await findLayers(dependencies.catalog, view, [name], { locator: 'LAYER', signal });
  const book = await createBook(view.dataset.id, [layer!], dependencies.findStyles);
  const style = requireStyle(book, layer!, kvp.text('STYLE') ?? '', 'STYLE').name;
  const size = { width: width ?? legendSize(layer!).width, height: height ?? legendSize(layer!).height };
  const shown = layer!.kind === 'vector' ? [layer!.content.geometryType, book.vector(layer!)] : layer!.file.version;
  const etag = etagOfParts(['legend', layer!.hash, shown, style, size, format.type]);
  return sendMade(call, { etag, type: format.type, keeping: 'maps' }, () =>
    dependencies.memory.draw(mapBytes(size, ONE_LAYER), call, () =>
      drawLegend({ layer: layer!, style }, size, format, { ...dependencies, book, signal }),
    ),
  );
}

const ONE_LAYER = { keptLayers: 1, hasNumbers: false };

async function drawLegend(
  { layer, style }: StyledLayer,
  size: { readonly width: number; readonly height: number },
  { type, encoding }: PictureFormat,
  { vectorMaps, rasterMaps, book, signal }: LegendTools,
): Promise<Uint8Array> {
  if (layer.kind === 'raster') {
    const legend = rasterMaps.legend(layer.file, style as RasterStyle, size, encoding, signal);
    return (await legend.catch(explainRaster)).bytes;
  }
  const rgba = await vectorMaps.symbol(layer, size, book.vector(layer));
  const encoded = rasterMaps.encode([{ ...size, rgba }], legendBackground(type), encoding, signal);
  return (await encoded.catch(explainRaster)).bytes;
}

interface LegendTools extends Pick<WmsDependencies, 'vectorMaps' | 'rasterMaps'> {
  readonly book: StyleBook;
  readonly signal: AbortSignal;
}
