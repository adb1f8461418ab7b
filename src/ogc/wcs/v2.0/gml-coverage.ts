import { uriOf } from '../../../projections/index.ts';
import type { CoverageFormat } from '../../../kinds/raster/index.ts';
import { xml, type XmlElement } from '../../../geodata/xml.ts';
import { cornersInOrder, inOrder } from '../axes.ts';
import type { Coverage, CoverageBand } from '../coverage.ts';
import { mediaTypeOf } from '../formats.ts';
import { gridLimits } from '../grid-limits.ts';
import { boxOf, positionAt } from '../grid.ts';
import { NAMESPACES, schemaLocation } from './namespaces.ts';

const XLINK_ROLES = 'http://www.opengis.net/spec/GMLCOV_geotiff-coverages/1.0/conf/geotiff-coverage';

/** The box of a coverage: `gml:boundedBy`. */
export function boundedBy({ crs, axes, grid }: Coverage): XmlElement {
  const [lower, upper] = cornersInOrder(axes, boxOf(grid));
  const unit = crs.isGeographic ? 'deg' : crs.unit === 'metre' ? 'm' : crs.unit.replaceAll(/\s+/g, '_');
  const attributes = {
    srsName: uriOf(crs.code),
    axisLabels: axes.map(({ label }) => label).join(' '),
    uomLabels: `${unit} ${unit}`,
    srsDimension: 2,
  };
  return xml(
    'gml:boundedBy',
    {},
    xml('gml:Envelope', attributes, xml('gml:lowerCorner', {}, lower), xml('gml:upperCorner', {}, upper)),
  );
}

/** The grid of a coverage: columns first, its origin the centre of the upper left pixel. */
export function domainSet({ layer, crs, axes, grid }: Coverage): XmlElement {
  const srsName = uriOf(crs.code);
  const id = layer.safeName;
  const [, xColumn = 0, xRow = 0, , yColumn = 0, yRow = 0] = grid.geotransform;
  const pair = (x: number, y: number): string => inOrder(axes, x, y).join(' ');
  return xml(
    'gml:domainSet',
    {},
    xml(
      'gml:RectifiedGrid',
      { 'gml:id': `grid-${id}`, dimension: 2 },
      gridLimits(grid),
      xml('gml:axisLabels', {}, axes.map(({ label }) => label).join(' ')),
      xml(
        'gml:origin',
        {},
        xml(
          'gml:Point',
          { 'gml:id': `origin-${id}`, srsName },
          xml('gml:pos', {}, pair(...positionAt(grid, 0.5, 0.5))),
        ),
      ),
      xml('gml:offsetVector', { srsName }, pair(xColumn, yColumn)),
      xml('gml:offsetVector', { srsName }, pair(xRow, yRow)),
    ),
  );
}

/** What the values of each band are. */
export function rangeType({ bands }: Pick<Coverage, 'bands'>): XmlElement {
  const fields = bands.map((band) => xml('swe:field', { name: band.name }, quantity(band)));
  return xml('gmlcov:rangeType', {}, xml('swe:DataRecord', {}, ...fields));
}

const RANGES: Readonly<Record<string, string>> = {
  Byte: '0 255',
  UInt16: '0 65535',
  Int16: '-32768 32767',
  UInt32: '0 4294967295',
  Int32: '-2147483648 2147483647',
};

function quantity({ type, description, nodata }: CoverageBand): XmlElement {
  const interval = RANGES[type];
  return xml(
    'swe:Quantity',
    { definition: 'http://www.opengis.net/def/property/OGC/0/Radiance' },
    xml('swe:description', {}, description === undefined ? type : `${description} (${type})`),
    nodata !== null &&
      xml(
        'swe:nilValues',
        {},
        xml(
          'swe:NilValues',
          {},
          xml('swe:nilValue', { reason: 'http://www.opengis.net/def/nil/OGC/0/unknown' }, spelled(nodata)),
        ),
      ),
    xml('swe:uom', { code: '1' }),
    interval !== undefined &&
      xml('swe:constraint', {}, xml('swe:AllowedValues', {}, xml('swe:interval', {}, interval))),
  );
}

/** XML Schema spells what is no number in its own way. */
const spelled = (nodata: number | string): string | number =>
  ({ nan: 'NaN', inf: 'INF', '-inf': '-INF' })[String(nodata)] ?? nodata;

/** A coverage that is given, with its values in a file beside the document. @param file `cid:…` */
export function gmlCoverage(coverage: Coverage, file: string, format: CoverageFormat): XmlElement {
  return xml(
    'gmlcov:RectifiedGridCoverage',
    {
      'gml:id': coverage.layer.safeName,
      ...NAMESPACES,
      'xsi:schemaLocation': schemaLocation('gmlcov'),
    },
    boundedBy(coverage),
    domainSet(coverage),
    xml(
      'gml:rangeSet',
      {},
      xml(
        'gml:File',
        {},
        xml('gml:rangeParameters', {
          'xlink:arcrole': 'fileReference',
          'xlink:href': file,
          'xlink:role': format === 'tiff' ? XLINK_ROLES : mediaTypeOf(format),
        }),
        xml('gml:fileReference', {}, file),
        xml('gml:fileStructure', {}, 'inapplicable'),
        xml('gml:mimeType', {}, mediaTypeOf(format)),
      ),
    ),
    rangeType(coverage),
  );
}
