import type { CapabilityFacts } from './capability-facts.ts';
import { writeCapabilities111 } from './capabilities-111.ts';
import { writeCapabilities130 } from './capabilities-130.ts';
import type { WmsVersion } from './wms-version.ts';

/** Media types of the documents. */
export const CAPABILITIES_TYPES: Readonly<Record<WmsVersion, string>> = {
  '1.1.1': 'application/vnd.ogc.wms_xml; charset=utf-8',
  '1.3.0': 'text/xml; charset=utf-8',
};

/** A document of capabilities in one of the versions. */
export const writeCapabilities = (version: WmsVersion, facts: CapabilityFacts): Promise<string> =>
  version === '1.1.1' ? writeCapabilities111(facts) : writeCapabilities130(facts);
