import { getOperation, openEnded } from '../ows.ts';
import { xml, type XmlElement } from '../../geodata/xml.ts';

export const OPERATIONS = ['GetCapabilities', 'DescribeCoverage', 'GetCoverage'] as const;

/** The operations and their address, for ows 1.1 and 2.0. @param extra by operation, behind its address */
export function operationsMetadata(
  address: URL,
  extra: Readonly<Record<string, readonly XmlElement[]>> = {},
): XmlElement {
  const operations = OPERATIONS.map((name) => getOperation(name, openEnded(address), extra[name]));
  return xml('ows:OperationsMetadata', {}, operations);
}

/** What the service is called in all its versions. */
export const SERVICE = {
  abstract: 'The rasters of a dataset, in their own pixels and values.',
  type: 'OGC WCS',
} as const;
