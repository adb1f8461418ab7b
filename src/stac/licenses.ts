/** SPDX identifiers: letters, digits, dots and hyphens, and so is every licence that datasets can have. */
const SPDX = /^[A-Za-z0-9][A-Za-z0-9.+-]*$/;
/** Words that are no identifiers: STAC 1.1 calls all of it `other`. */
const NO_LICENSES: ReadonlySet<string> = new Set(['proprietary', 'various', 'other', 'none']);

/** The licence of a dataset as a catalog names it. @param license metadata of the dataset, which may be anything */
export function licenseOf(license: unknown): string {
  const isKnown = typeof license === 'string' && SPDX.test(license) && !NO_LICENSES.has(license.toLowerCase());
  return isKnown ? license : 'other';
}
