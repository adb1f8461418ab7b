import { sendDocument } from '../../answers.ts';
import { failOgc } from '../../ogc-error.ts';
import type { OgcCall } from '../../service.ts';
import { writeXmlInTurns, xml, type XmlElement } from '../../../geodata/xml.ts';
import { type Coverage, coverageOf } from '../coverage.ts';
import { findCoverage, rastersOf, type WcsDependencies } from '../dependencies.ts';
import { describedIds, MOST_DESCRIBED } from '../described-ids.ts';
import { SHORT_NAMES } from '../formats.ts';
import { gridLimits } from '../grid-limits.ts';
import { boxOf, positionAt } from '../grid.ts';
import { uprightGrid } from '../upright.ts';
import { COMMON_CRS } from '../versions.ts';
import { brief, documentOf } from './documents.ts';

/** Names that the schema has; `average` is taken as well. */
const INTERPOLATION_NAMES = ['nearest neighbor', 'bilinear', 'bicubic'];

/** Describes the coverages of a list, or all of them. */
export async function describeCoverage(call: OgcCall, dependencies: WcsDependencies): Promise<unknown> {
  const { kvp } = call;
  const unknown = { code: 'CoverageNotDefined', locator: 'coverage' };
  const coverages =
    kvp.text('coverage') === undefined
      ? await everyCoverage(call, dependencies)
      : await describedIds(kvp, 'coverage', (id) => findCoverage(call, dependencies, id, unknown));
  const root = xml(
    'CoverageDescription',
    documentOf('describeCoverage.xsd'),
    coverages.map((coverage) => () => offering(coverage)),
  );
  return sendDocument(call, { type: 'text/xml; charset=utf-8', keeping: 'maps', text: await writeXmlInTurns(root) });
}

async function everyCoverage(call: OgcCall, dependencies: WcsDependencies): Promise<readonly Coverage[]> {
  const coverages: Coverage[] = [];
  const layers = await rastersOf(call, dependencies);
  if (layers.length > MOST_DESCRIBED)
    throw failOgc(
      'InvalidParameterValue',
      `There are ${layers.length} coverages, and ${MOST_DESCRIBED} are described at once at most. Name those you want.`,
      'coverage',
    );
  for (const layer of layers) coverages.push(await coverageOf(layer, dependencies.projections, call.signal));
  return coverages;
}

function offering(coverage: Coverage): XmlElement {
  const { layer, crs } = coverage;
  const codes = [...new Set([crs.code, ...COMMON_CRS.filter((code) => code !== 'OGC:CRS84')])];
  return xml(
    'CoverageOffering',
    {},
    ...brief(layer),
    xml('domainSet', {}, spatialDomain(coverage)),
    xml('rangeSet', {}, rangeSet(coverage)),
    xml(
      'supportedCRSs',
      {},
      ...codes.map((code) => xml('requestResponseCRSs', {}, code)),
      xml('nativeCRSs', {}, crs.code),
    ),
    xml(
      'supportedFormats',
      { nativeFormat: 'GeoTIFF' },
      ...Object.keys(SHORT_NAMES).map((name) => xml('formats', {}, name)),
    ),
    xml(
      'supportedInterpolations',
      { default: 'nearest neighbor' },
      ...INTERPOLATION_NAMES.map((name) => xml('interpolationMethod', {}, name)),
    ),
  );
}

function spatialDomain(coverage: Coverage): XmlElement {
  const grid = uprightGrid(coverage);
  const [minX, minY, maxX, maxY] = boxOf(grid);
  const [, xColumn = 0, , , , yRow = 0] = grid.geotransform;
  return xml(
    'spatialDomain',
    {},
    xml(
      'gml:Envelope',
      { srsName: coverage.crs.code },
      xml('gml:pos', {}, `${minX} ${minY}`),
      xml('gml:pos', {}, `${maxX} ${maxY}`),
    ),
    xml(
      'gml:RectifiedGrid',
      { dimension: 2, srsName: coverage.crs.code },
      gridLimits(grid),
      xml('gml:axisName', {}, 'x'),
      xml('gml:axisName', {}, 'y'),
      xml('gml:origin', {}, xml('gml:pos', {}, positionAt(grid, 0.5, 0.5).join(' '))),
      xml('gml:offsetVector', {}, `${xColumn} 0`),
      xml('gml:offsetVector', {}, `0 ${yRow}`),
    ),
  );
}

function rangeSet({ layer, bands }: Coverage): XmlElement {
  const nulls = [...new Set(bands.map(({ nodata }) => nodata).filter((nodata) => nodata !== null))];
  return xml(
    'RangeSet',
    {},
    xml('name', {}, 'contents'),
    xml('label', {}, layer.title),
    xml(
      'axisDescription',
      {},
      xml(
        'AxisDescription',
        {},
        xml('name', {}, 'band'),
        xml('label', {}, 'Bands'),
        xml('values', {}, ...bands.map((_, index) => xml('singleValue', {}, index + 1))),
      ),
    ),
    nulls.length > 0 && xml('nullValues', {}, ...nulls.map((value) => xml('singleValue', {}, value))),
  );
}
