import { urnOf } from '../../../projections/index.ts';
import { sendDocument } from '../../answers.ts';
import type { OgcCall } from '../../service.ts';
import { writeXmlInTurns, xml, type XmlElement } from '../../../geodata/xml.ts';
import { cornersInOrder, inOrder } from '../axes.ts';
import type { Coverage } from '../coverage.ts';
import { findCoverage, type WcsDependencies } from '../dependencies.ts';
import { describedIds } from '../described-ids.ts';
import { MEDIA_TYPES } from '../formats.ts';
import { boxOf, positionAt } from '../grid.ts';
import { uprightGrid } from '../upright.ts';
import { COMMON_CRS } from '../versions.ts';
import { BAND_AXIS, documentAttributes, FIELD } from './documents.ts';

/** Describes the coverages of a list, in its order. */
export async function describeCoverage(call: OgcCall, dependencies: WcsDependencies): Promise<unknown> {
  const { kvp } = call;
  const name =
    kvp.text('identifiers') === undefined && kvp.text('identifier') !== undefined ? 'identifier' : 'identifiers';
  const unknown = { code: 'InvalidParameterValue', locator: 'identifiers' };
  const coverages = await describedIds(kvp, name, (id) => findCoverage(call, dependencies, id, unknown));
  const root = xml(
    'CoverageDescriptions',
    documentAttributes,
    coverages.map((coverage) => () => description(coverage)),
  );
  return sendDocument(call, { type: 'text/xml; charset=utf-8', keeping: 'maps', text: await writeXmlInTurns(root) });
}

function description(coverage: Coverage): XmlElement {
  const { layer, crs } = coverage;
  const codes = [...new Set([crs.code, ...COMMON_CRS])];
  return xml(
    'CoverageDescription',
    {},
    xml('ows:Title', {}, layer.title),
    xml('Identifier', {}, layer.name),
    xml('Domain', {}, spatialDomain(coverage)),
    xml('Range', {}, field(coverage)),
    ...codes.map((code) => xml('SupportedCRS', {}, urnOf(code))),
    ...MEDIA_TYPES.map((type) => xml('SupportedFormat', {}, type)),
  );
}

function spatialDomain(coverage: Coverage): XmlElement {
  const { layer, crs, axes } = coverage;
  const grid = uprightGrid(coverage);
  const [, xColumn = 0, , , , yRow = 0] = grid.geotransform;
  const [lower, upper] = cornersInOrder(axes, boxOf(grid));
  const [west, south, east, north] = layer.bounds ?? [-180, -90, 180, 90];
  const box = (name: string, low: string, high: string): XmlElement =>
    xml(
      'ows:BoundingBox',
      { crs: name, dimensions: 2 },
      xml('ows:LowerCorner', {}, low),
      xml('ows:UpperCorner', {}, high),
    );
  return xml(
    'SpatialDomain',
    {},
    box(urnOf(crs.code), lower, upper),
    // Outer edges, as in the other boxes: GDAL takes the number of pixels from here. QGIS adds one to it.
    box('urn:ogc:def:crs:OGC::imageCRS', '0 0', `${grid.width} ${grid.height}`),
    box(urnOf('OGC:CRS84'), `${west} ${south}`, `${east} ${north}`),
    xml(
      'GridCRS',
      {},
      xml('GridBaseCRS', {}, urnOf(crs.code)),
      xml('GridType', {}, 'urn:ogc:def:method:WCS:1.1:2dSimpleGrid'),
      xml('GridOrigin', {}, inOrder(axes, ...positionAt(grid, 0.5, 0.5)).join(' ')),
      xml('GridOffsets', {}, inOrder(axes, xColumn, yRow).join(' ')),
      xml('GridCS', {}, 'urn:ogc:def:cs:OGC:0.0:Grid2dSquareCS'),
    ),
  );
}

function field({ layer, bands }: Coverage): XmlElement {
  const nulls = [...new Set(bands.map(({ nodata }) => nodata).filter((nodata) => nodata !== null))];
  return xml(
    'Field',
    {},
    xml('ows:Title', {}, layer.title),
    xml('Identifier', {}, FIELD),
    xml('Definition', {}, xml('ows:AnyValue')),
    ...nulls.map((value) => xml('NullValue', {}, value)),
    xml(
      'InterpolationMethods',
      {},
      ...['nearest', 'linear', 'cubic'].map((name) => xml('InterpolationMethod', {}, name)),
      xml('Default', {}, 'nearest'),
    ),
    xml('Axis', { identifier: BAND_AXIS }, xml('AvailableKeys', {}, ...bands.map(({ name }) => xml('Key', {}, name)))),
  );
}
