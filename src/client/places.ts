import { usageError } from './client-error.ts';
import type { DatasetRef } from './http/addresses.ts';

/** What an argument names: a dataset or an entry in it, and the server where it says one. */
export interface Place {
  /** Address or name of the server; undefined: the one of the command. */
  readonly server: string | undefined;
  readonly dataset: DatasetRef;
  /** Path in the dataset; empty: all of it. */
  readonly path: string;
  /** A slash ended it: a folder is meant. */
  readonly isFolder: boolean;
}

const SLUG = '[a-z0-9][a-z0-9_-]{1,128}';
/** Address of a page (`/r/…`) or of the interface (`/orgs/…/ds/…`); what stands behind a colon is a path. */
const ADDRESS = new RegExp(
  `^(https?://[^?#]*?)/(?:r/(${SLUG})/(${SLUG})|orgs/(${SLUG})/ds/(${SLUG}))/?(?::(.*))?$`,
  's',
);
const SHORT = new RegExp(`^(?:([^/\\s]+)/)?(${SLUG})/(${SLUG})(?::(.*))?$`, 's');

const FORMS =
  'Write org/dataset, org/dataset:path/in/it, server/org/dataset, or the address of its page (https://…/r/org/dataset).';

/**
 * Reads the argument that names a dataset, or an entry in it.
 *
 * @throws ClientError that says how it is written
 */
export function parsePlace(text: string): Place {
  const address = ADDRESS.exec(text);
  if (address) {
    const [, server, pageOrg, pageDs, org, ds, path = ''] = address;
    return placeOf(server, pageOrg ?? org!, pageDs ?? ds!, path);
  }
  const short = SHORT.exec(text);
  if (short) return placeOf(short[1], short[2]!, short[3]!, short[4] ?? '');
  throw usageError(`"${text}" names no dataset. ${FORMS}`);
}

/** The same for commands that take whole datasets only. */
export function parseDataset(text: string): Place {
  const place = parsePlace(text);
  if (place.path !== '') throw usageError(`"${text}" names a path in a dataset; this command takes the whole dataset.`);
  return place;
}

function placeOf(server: string | undefined, organization: string, dataset: string, written: string): Place {
  const path = written.replace(/^\/+|\/+$/g, '');
  return { server, dataset: { organization, dataset }, path, isFolder: written.endsWith('/') };
}

/** A place as it is written. */
export function placeText({ organization, dataset }: DatasetRef, path = ''): string {
  return path === '' ? `${organization}/${dataset}` : `${organization}/${dataset}:${path}`;
}
