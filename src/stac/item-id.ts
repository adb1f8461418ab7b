/** An entry as catalogs name it: its path in URL-safe base64 without padding, so that the id fits into one segment of an address. */
export function itemId(path: string): string {
  return Buffer.from(path, 'utf8').toString('base64url');
}

/** The path an id names, also in standard base64. @returns undefined for what is no id */
export function readItemId(id: string): string | undefined {
  const urlSafe = id.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  const bytes = Buffer.from(urlSafe, 'base64url');
  const path = bytes.toString('utf8');
  // What was no base64, or no UTF-8, comes out as something else.
  const isExact = path !== '' && !path.includes('\0') && itemId(path) === urlSafe;
  return isExact ? path : undefined;
}
