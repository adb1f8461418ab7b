import { extname, join } from 'node:path';
import { ownProgram } from '../../../engine/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import { refuseParameter, type RunningTask, type Tool } from '../../../tasks/index.ts';
import { outputPathOf, runOwnProgram } from '../../../tasks/tool-kit/index.ts';
import { bandsOf } from '../export/content.ts';
import { readRange } from '../export/parameters.ts';
import { rasterFacts } from '../read/operations.ts';
import { SPECTRAL_INDICES } from '../spectral/index.ts';
import { pixelsOf, withEntryRaster } from '../with-entry-raster.ts';
import { type ZoneParameters, zoneParameters } from './parameters.ts';
import { type Division, ZONE_DRIVERS, type ZoneAnswer, type ZoneFormat, type ZoneRequest } from './request.ts';
import { zoneStyle } from './zone-style.ts';

const program = ownProgram('raster-zones', import.meta.resolve('./program.ts'));

/** Zones of a field are some hundred areas; borders along each pixel of noise are more than the raster itself. */
const BYTES_A_PIXEL = 2;
const FORMATS = Object.keys(ZONE_DRIVERS) as readonly ZoneFormat[];

export const rasterZones: Tool<typeof zoneParameters> = {
  id: 'raster-zones',
  version: '1',
  title: 'Make management zones',
  description: 'Makes areas of the classes of a band or an index, as machines take them for spreading and seeding.',
  parameters: zoneParameters,
  access: 'write',
  artifact: null,
  offers: [{ on: 'file', types: [EntryType.GeoRaster], parameter: 'path' }],
  async plan({ parameters, entries }) {
    divisionOf(parameters);
    const entry = await entries.require(parameters.path, [EntryType.GeoRaster]);
    const { path } = outputOf(parameters);
    const creates = parameters.replace ? undefined : path;
    return { path: entry.path, reads: [entry], creates, estimatedBytes: pixelsOf(entry) * BYTES_A_PIXEL };
  },
  run,
};

function outputOf(parameters: ZoneParameters): { readonly path: string; readonly format: ZoneFormat } {
  const path = outputPathOf(parameters, '_zones.geojson', FORMATS);
  return { path, format: FORMATS.find((format) => `.${format}` === extname(path).toLowerCase())! };
}

/** @throws `invalid-input` */
function divisionOf({ method, classes, breaks, rescale }: ZoneParameters): Division {
  if (method === 'breaks') {
    if (breaks === null) throw refuseParameter('breaks', 'Classes by given bounds need the bounds.');
    return { method, breaks: breaks.toSorted((one, other) => one - other) };
  }
  if (breaks !== null)
    throw refuseParameter(
      'breaks',
      'Bounds were given, but the method finds them itself. Leave them out, or take the method breaks.',
    );
  const range = rescale === null ? null : readRange(rescale);
  if (range !== null && !(range[0] < range[1]))
    throw refuseParameter('rescale', 'The first number of rescale is to be less than the second.');
  return { method, classes, range };
}

async function run(task: RunningTask<ZoneParameters>) {
  const { path, formula, band, smoothing, minArea, tolerance, features, colours, replace } = task.parameters;
  const entry = await task.entries.require(path, [EntryType.GeoRaster]);
  const { path: outputPath, format } = outputOf(task.parameters);
  const output = join(task.folder, `zones.${format}`);
  const facts = await withEntryRaster(task, entry, async (source) => {
    const request: ZoneRequest = {
      source,
      bands: formula === null ? [band] : await bandsOfIndex(task, source, formula),
      index: formula,
      division: divisionOf(task.parameters),
      smoothing,
      minArea,
      tolerance,
      features,
      output,
      format,
    };
    return runOwnProgram<ZoneAnswer>(task, program, request, { phase: 'dividing' });
  });
  if (facts.isReduced)
    task.log(
      `The raster was read as the means of ${facts.columns} x ${facts.rows} squares: it has more pixels than zones are made of.`,
    );
  await task.write(outputPath, output, { replace, metadata: { style: zoneStyle(facts.classes, colours) } });
  return { facts: { outputPath, ...facts } };
}

async function bandsOfIndex(
  { engine, signal, parameters }: RunningTask<ZoneParameters>,
  source: ZoneRequest['source'],
  index: keyof typeof SPECTRAL_INDICES,
): Promise<readonly number[]> {
  const { bands } = await engine.call(rasterFacts, source, { signal });
  return bandsOf(SPECTRAL_INDICES[index].bands, bands, parameters);
}
