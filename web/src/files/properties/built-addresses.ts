import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { type DetailsList, isPart, type NamedAddress } from '../../kinds/index.ts';

/** Where other programs read what was built of a file; nothing while it is not built. */
export function builtAddresses(
  origin: string,
  datasetRef: DatasetRef,
  entry: Entry,
  details: DetailsList,
): readonly NamedAddress[] {
  const { hash, path, type, buildStatus } = entry;
  if (hash === null || (buildStatus ?? null) !== null || isPart(entry)) return [];
  const addresses = details.ofType(type).addresses?.({ datasetRef, path, hash }) ?? [];
  return addresses.map(({ name, address }) => ({ name, address: `${origin}${address}` }));
}
