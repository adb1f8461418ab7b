import { xml, type XmlElement } from '../../geodata/xml.ts';
import { PICTURE_FORMATS } from './formats.ts';
import { INFO_FORMATS } from '../feature-info/info-formats.ts';
import type { LayerFacts } from './capability-facts.ts';
import type { WmsVersion } from './wms-version.ts';

/** The elements that are the same in documents of both versions. */

export const XLINK = 'http://www.w3.org/1999/xlink';

/** @param namespace where the document does not declare it once for all */
export function onlineResource(href: string, namespace?: string): XmlElement {
  return xml('OnlineResource', { 'xmlns:xlink': namespace, 'xlink:type': 'simple', 'xlink:href': href });
}

/** What is asked for by GET alone. */
export function operation(name: string, formats: readonly string[], address: string, namespace?: string): XmlElement {
  return xml(
    name,
    {},
    formats.map((format) => xml('Format', {}, format)),
    xml('DCPType', {}, xml('HTTP', {}, xml('Get', {}, onlineResource(address, namespace)))),
  );
}

export const MAP_FORMATS = PICTURE_FORMATS.map(({ type }) => type);
export const FEATURE_FORMATS = INFO_FORMATS.map(({ type }) => type);

/** The styles of a layer, each with the address of its legend. */
export function styleElements(
  { name, styles, legend }: LayerFacts,
  address: string,
  version: WmsVersion,
  namespace?: string,
): readonly XmlElement[] {
  return styles.map((style) => {
    const query = new URLSearchParams({
      service: 'WMS',
      version,
      request: 'GetLegendGraphic',
      sld_version: '1.1.0',
      layer: name,
      style: style.name,
      format: 'image/png',
    });
    return xml(
      'Style',
      {},
      xml('Name', {}, style.name),
      xml('Title', {}, style.title),
      xml(
        'LegendURL',
        { ...legend },
        xml('Format', {}, 'image/png'),
        onlineResource(`${address}${query.toString()}`, namespace),
      ),
    );
  });
}
