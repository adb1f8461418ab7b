import { textOf } from '../query-text.ts';

/** Which files all views of a dataset show, as it stands in the address. */
export type FilterText = {
  /** Folder; without it all files. */
  path?: string | undefined;
  /** Entry types, divided by commas. */
  kind?: string | undefined;
  /** First and last day, as 2026-05-31. */
  from?: string | undefined;
  to?: string | undefined;
  /** west,south,east,north in degrees. */
  box?: string | undefined;
};

/** The parameters of the filter in an address. */
export const filterAddress = (search: Readonly<Record<string, unknown>>): FilterText => ({
  path: textOf(search['path']),
  kind: textOf(search['kind']),
  from: textOf(search['from']),
  to: textOf(search['to']),
  box: textOf(search['box']),
});
