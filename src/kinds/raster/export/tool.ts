import { join, posix } from 'node:path';
import { EntryType } from '../../../inspection/index.ts';
import { refuseParameter, type TaskEnd, type Tool } from '../../../tasks/index.ts';
import { withEntryRaster } from '../with-entry-raster.ts';
import { contentOf } from './content.ts';
import { makeExport } from './make-export.ts';
import { type RasterExportParameters, rasterExportParameters } from './parameters.ts';
import { bytesOfPixel, checkSize, expectedSize } from './size.ts';

/** Bytes a pixel when the names of the bands are not known yet: colours and their alpha. */
const USUAL_BYTES = 4;

/** @param mostBytes of pixels in an export, before compression; undefined: as many as are wanted */
export function createRasterExport(mostBytes?: number): Tool<typeof rasterExportParameters> {
  return {
    id: 'raster-export',
    version: '1',
    title: 'Export raster (GeoTIFF)',
    description:
      'Makes a GeoTIFF or a picture of a raster: its bands, or an index of them in colours, in the part, the coordinate reference system and the resolution that are wanted.',
    parameters: rasterExportParameters,
    access: 'read',
    artifact: 'tif',
    offers: [{ on: 'file', types: [EntryType.GeoRaster], parameter: 'path' }],

    async plan({ parameters, entries }) {
      const entry = await entries.require(parameters.path, [EntryType.GeoRaster]);
      if (parameters.width !== null && parameters.resolution !== null)
        throw refuseParameter('width', 'A width and a resolution were given. Name one of them: the other follows.');
      const [columns, rows] = expectedSize(parameters, entry);
      const bytes = expectedBytes(parameters, entry.properties as unknown as RasterProperties);
      checkSize(columns, rows, bytes, mostBytes);
      return { path: entry.path, reads: [entry], estimatedBytes: Math.ceil(columns * rows * bytes) };
    },

    async run(task): Promise<TaskEnd> {
      const { parameters, entries } = task;
      const entry = await entries.require(parameters.path, [EntryType.GeoRaster]);
      const name = posix.basename(entry.path);
      const { file, facts } = await withEntryRaster(task, entry, (source) => makeExport(task, source, mostBytes));
      task.report(100, 'done');
      return { artifact: { file: join(task.folder, file), name: nameOf(parameters, name) }, facts };
    },
  };
}

interface RasterProperties {
  readonly bands: readonly { readonly type: string; readonly colorInterp: string }[];
}

/** Names of bands are known only when the file is read: without them it is not asked what its bands see. */
function expectedBytes(parameters: RasterExportParameters, { bands }: RasterProperties): number {
  const { formula, preset, bandFilter } = parameters;
  if ((formula !== null || preset !== null) && bandFilter === null) return USUAL_BYTES;
  const facts = {
    bands: bands.map((band) => ({ ...band, name: '', nodata: null })),
    colorTable: bands[0]?.colorInterp === 'Palette' ? [] : null,
  };
  return bytesOfPixel(
    contentOf(parameters, facts),
    bands.map(({ type }) => type),
  );
}

const EXTENSIONS = { COG: '.tif', GTiff: '.tif', PNG: '.png', JPEG: '.jpg' } as const;
const WRITTEN_ALIKE: Readonly<Record<string, readonly string[]>> = { '.tif': ['.tiff'], '.jpg': ['.jpeg'], '.png': [] };

/** The name that was asked for without its folders; its extension is that of the format. */
function nameOf({ fileName, format }: RasterExportParameters, source: string): string {
  const extension = EXTENSIONS[format];
  const asked = fileName?.split(/[\\/]/).at(-1)?.trim() ?? '';
  if (asked === '') return `${posix.parse(source).name}_export${extension}`;
  const own = posix.extname(asked).toLowerCase();
  return own === extension || WRITTEN_ALIKE[extension]!.includes(own) ? asked : `${asked}${extension}`;
}
