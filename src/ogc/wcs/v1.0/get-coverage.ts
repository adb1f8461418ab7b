import type { Box } from '../../../kinds/raster/index.ts';
import { failOgc, OgcError, quoteInput } from '../../ogc-error.ts';
import type { OgcCall } from '../../service.ts';
import { findCoverage, type WcsDependencies } from '../dependencies.ts';
import { extractFor, movedBox } from '../extract.ts';
import { readFormat, SHORT_NAMES } from '../formats.ts';
import { readInterpolation } from '../interpolation.ts';
import { knownCrs } from '../known-crs.ts';
import { readNumber, readNumbers } from '../numbers.ts';
import { readRangeSubset } from '../range-subset.ts';
import { sendCoverage } from '../send-coverage.ts';

/** More no answer can have. */
const LONGEST_SIDE = 2 ** 24;

/** A box of a coverage with exactly as many pixels as asked for. Coordinates are x, y in this version, in any CRS. */
export async function getCoverage(call: OgcCall, dependencies: WcsDependencies): Promise<unknown> {
  const { kvp, signal } = call;
  const unknown = { code: 'CoverageNotDefined', locator: 'coverage' };
  const coverage = await findCoverage(call, dependencies, kvp.required('coverage'), unknown);
  const { crs } = await knownCrs(call, dependencies, kvp.required('crs'), 'crs');
  const responseName = kvp.text('response_crs');
  const response =
    responseName === undefined ? crs : (await knownCrs(call, dependencies, responseName, 'response_crs')).crs;
  const asked = readBox(kvp.required('bbox'));
  const width = kvp.whole('width', { min: 1, max: LONGEST_SIDE }) ?? steps('resx', asked[2] - asked[0]);
  const height = kvp.whole('height', { min: 1, max: LONGEST_SIDE }) ?? steps('resy', asked[3] - asked[1]);
  const format = readFormat(kvp.required('format'));
  if (format === undefined)
    throw failOgc('InvalidFormat', `The formats are ${Object.keys(SHORT_NAMES).join(', ')}.`, 'format');
  const method = kvp.text('interpolation');
  const interpolation = method === undefined ? 'nearest' : readInterpolation(method);
  if (interpolation === undefined)
    throw failOgc('InvalidParameterValue', `${quoteInput(method ?? '')} is not offered.`, 'interpolation');
  const box = await movedBox(dependencies.projections, asked, crs.code, response.code, signal);
  if (box === undefined) throw failOgc('InvalidParameterValue', `The box has no place in ${response.code}.`, 'bbox');
  const extract = extractFor(coverage, response, box, width, height);
  return sendCoverage(call, dependencies, coverage, { extract, bands: bandsOf(), interpolation, format });

  function steps(name: string, length: number): number {
    const size = readNumber(kvp.text(name) ?? kvp.required(name === 'resx' ? 'width' : 'height'));
    const count = Math.max(1, Math.round(length / size));
    if (size > 0 && count <= LONGEST_SIDE) return count;
    throw failOgc('InvalidParameterValue', `${name} must be a size of pixels above 0, and not too fine.`, name);
  }

  function bandsOf(): readonly number[] | undefined {
    const name = kvp.text('band') === undefined ? 'bands' : 'band';
    const items = kvp.text(name) === undefined ? undefined : kvp.list(name)?.map((item) => item.replace('/', ':'));
    if (items === undefined) return undefined;
    try {
      return readRangeSubset(items, coverage.bands);
    } catch (error) {
      if (error instanceof OgcError) throw failOgc('InvalidParameterValue', error.message, name);
      throw error;
    }
  }
}

function readBox(text: string): Box {
  const [minX = 0, minY = 0, maxX = 0, maxY = 0] = readNumbers(text.split(',', 6), 4) ?? [];
  if (minX < maxX && minY < maxY) return [minX, minY, maxX, maxY];
  throw failOgc('InvalidParameterValue', `bbox must be minX,minY,maxX,maxY, not ${quoteInput(text)}.`, 'bbox');
}
