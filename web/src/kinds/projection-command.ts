import type { DatasetRef } from '../api/addresses.ts';

/** What a person types to give a file its coordinate system, with a system as an example. */
export function projectionCommand({ org, ds }: DatasetRef, path: string): string {
  return `alidade meta set ${shellWord(`${org}/${ds}:${path}`)} projection EPSG:32632`;
}

const PLAIN_WORD = /^[\w./:@%+,-]+$/;

/** In quotes where a shell would take it for several words, or for something else. */
const shellWord = (text: string): string =>
  PLAIN_WORD.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
