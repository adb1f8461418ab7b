import { xml, type XmlElement } from '../../../geodata/xml.ts';
import type { RasterLayer } from '../../layers/layer.ts';

const NAMESPACE = 'http://www.opengis.net/wcs';

/** The attributes of a document. @param schema its file */
export const documentOf = (schema: string): XmlElement['attributes'] => ({
  version: '1.0.0',
  xmlns: NAMESPACE,
  'xmlns:gml': 'http://www.opengis.net/gml',
  'xmlns:xlink': 'http://www.w3.org/1999/xlink',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xsi:schemaLocation': `${NAMESPACE} http://schemas.opengis.net/wcs/1.0.0/${schema}`,
});

/** What capabilities and descriptions both say of a coverage, in the order of the schema. */
export function brief({ name, title, bounds }: RasterLayer): readonly XmlElement[] {
  const [west, south, east, north] = bounds ?? [-180, -90, 180, 90];
  return [
    xml('name', {}, name),
    xml('label', {}, title),
    xml(
      'lonLatEnvelope',
      { srsName: 'urn:ogc:def:crs:OGC:1.3:CRS84' },
      xml('gml:pos', {}, `${west} ${south}`),
      xml('gml:pos', {}, `${east} ${north}`),
    ),
  ];
}
