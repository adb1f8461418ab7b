import type { GeoBounds } from '../kinds/vector/index.ts';
import { xml, type XmlElement } from '../geodata/xml.ts';

/** The parts of capabilities that OWS Common gives all services but WMS, for its versions 1.0 to 2.0. */

/** An address that parameters can be put behind. */
export const openEnded = ({ href, search }: URL): string => `${href}${search === '' ? '?' : '&'}`;

export interface ServiceFacts {
  readonly title: string;
  readonly abstract?: string;
  /** As the standard names the service: `WFS`, `OGC WCS`. */
  readonly type: string;
  readonly versions: readonly string[];
  readonly profiles?: readonly string[];
}

/** What the service is. */
export function serviceIdentification({ title, abstract, type, versions, profiles = [] }: ServiceFacts): XmlElement {
  return xml(
    'ows:ServiceIdentification',
    {},
    xml('ows:Title', {}, title),
    abstract !== undefined && xml('ows:Abstract', {}, abstract),
    xml('ows:ServiceType', {}, type),
    versions.map((version) => xml('ows:ServiceTypeVersion', {}, version)),
    profiles.map((profile) => xml('ows:Profile', {}, profile)),
    xml('ows:Fees', {}, 'none'),
    xml('ows:AccessConstraints', {}, 'none'),
  );
}

/** The service provider: no person is named, and the schemas of 1.1 want the element. */
export function serviceProvider(): XmlElement {
  return xml('ows:ServiceProvider', {}, xml('ows:ProviderName', {}, 'Alidade'), xml('ows:ServiceContact'));
}

/** An operation that is asked for by GET. @param parts behind its address */
export function getOperation(name: string, href: string, parts: readonly XmlElement[] = []): XmlElement {
  const get = xml('ows:Get', { 'xlink:href': href });
  return xml('ows:Operation', { name }, xml('ows:DCP', {}, xml('ows:HTTP', {}, get)), parts);
}

/** Longitude first. Across the antimeridian the lower corner is east of the upper one, as OWS Common has it. */
export function wgs84Box([west, south, east, north]: GeoBounds): XmlElement {
  const isWhole = east - west >= 360;
  const [left, right] = isWhole ? [-180, 180] : [within180(west), within180(east)];
  return xml(
    'ows:WGS84BoundingBox',
    {},
    xml('ows:LowerCorner', {}, `${left} ${south}`),
    xml('ows:UpperCorner', {}, `${right} ${north}`),
  );
}

/** The meridian by its usual number; numbers that are usual stay as they are. */
const within180 = (longitude: number): number =>
  Math.abs(longitude) <= 180 ? longitude : longitude - 360 * Math.round(longitude / 360);
