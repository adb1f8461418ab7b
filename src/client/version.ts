import { readFileSync } from 'node:fs';

/** Version of the package: its manifest lies two folders above this file, and beside or above the bundle. */
export const clientVersion: string = readVersion(['./package.json', '../package.json', '../../package.json']);

function readVersion(places: readonly string[]): string {
  for (const place of places) {
    const { name, version } = readManifest(new URL(place, import.meta.url));
    if (name === 'alidade' && version !== undefined) return version;
  }
  throw new Error('The package.json of Alidade is not where it was installed; install it again.');
}

function readManifest(file: URL): { readonly name?: string; readonly version?: string } {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string };
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw cause;
  }
}
