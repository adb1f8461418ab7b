import type { AccessControl } from '../../access/index.ts';

/** What tokens for datasets need to know of them; plugged in by the composition root. */
export interface TokenPlaces {
  readonly dataset: AccessControl['dataset'];
  /** The path as it is kept. @throws `invalid-input` for a bad one, `not-found` when the dataset has no such entry */
  entryPath(dataset: { readonly id: string }, path: string): Promise<string>;
  /** The address users reach the service at, for a request. */
  originOf(request: { readonly protocol: string; readonly host: string }): URL;
}
