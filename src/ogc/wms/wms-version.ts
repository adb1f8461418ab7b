import type { Envelope } from '../exceptions.ts';
import type { Kvp } from '../kvp.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';
import { highestNotAbove } from '../versions.ts';

/** Highest first. */
const VERSIONS = ['1.3.0', '1.1.1'] as const;
export type WmsVersion = (typeof VERSIONS)[number];

/**
 * The version of a document of capabilities, as section 6.2.4 of WMS 1.3.0 negotiates it: the one that is asked for, else the
 * highest below it, else the lowest; the highest where none is asked for. WMTVER is VERSION's name of before 1.0.
 */
export function negotiateWmsVersion(kvp: Kvp | undefined): WmsVersion {
  const asked = kvp?.text('VERSION') ?? kvp?.text('WMTVER');
  // What begins with more digits than a version has is above all.
  if (asked === undefined || !/^\d{1,3}(?:\.\d+)*$/.test(asked)) return VERSIONS[0];
  return highestNotAbove(asked, VERSIONS) ?? '1.1.1';
}

/** The version of any other request, which has to name it. @throws MissingParameterValue, InvalidParameterValue */
export function requireWmsVersion(kvp: Kvp): WmsVersion {
  const asked = kvp.text('VERSION') ?? kvp.text('WMTVER') ?? kvp.required('VERSION');
  const found = VERSIONS.find((version) => version === asked);
  if (found !== undefined) return found;
  throw failOgc(
    'InvalidParameterValue',
    `VERSION is ${VERSIONS.join(' or ')} here, not ${quoteInput(asked)}.`,
    'VERSION',
  );
}

/** Values of EXCEPTIONS that ask for JSON. */
const JSON_EXCEPTIONS = ['json', 'application/json'];

/** The form of errors: that of the version, or JSON for those who say that they read it. */
export function wmsEnvelope(kvp: Kvp | undefined): Envelope {
  if (JSON_EXCEPTIONS.includes(kvp?.text('EXCEPTIONS')?.toLowerCase() ?? '')) return 'json';
  return `wms-${negotiateWmsVersion(kvp)}`;
}
