import Type from 'typebox';
import type { Permissions } from '../access/index.ts';
import { EntryType } from '../inspection/index.ts';
import { PermissionsBody } from '../organizations/index.ts';
import { presentEntry } from './entries/entry.ts';
import type { DatasetRow, MetadataRow } from './store.ts';

const anyObject = Type.Object({}, { additionalProperties: true });

export const DatasetBody = Type.Object({
  slug: Type.String(),
  creationDate: Type.String({ format: 'date-time' }),
  size: Type.Integer({ description: 'Bytes of all its files' }),
  properties: anyObject,
  permissions: PermissionsBody,
  hasThumbnail: Type.Boolean(),
});

/** A dataset as clients of the interface read it. */
export function presentDataset(
  row: DatasetRow,
  permissions: Permissions,
  facts: { readonly hasThumbnail: boolean; readonly hasReadme: boolean },
): Type.Static<typeof DatasetBody> {
  return {
    slug: row.slug,
    creationDate: row.createdAt.toISOString(),
    size: row.sizeBytes,
    properties: {
      entries: row.entryCount,
      public: row.visibility > 0,
      ...(facts.hasReadme ? { readme: 'README.md' } : {}),
      meta: metadataByKey(row),
    },
    permissions,
    hasThumbnail: facts.hasThumbnail,
  };
}

/** The dataset as the one entry that `GET {dataset}` answers with. */
export function presentDatasetEntry(row: DatasetRow, dataset: Type.Static<typeof DatasetBody>, origin: URL) {
  const scheme = origin.protocol === 'https:' ? 'ddb' : 'ddb+unsafe';
  return presentEntry(
    {
      path: `${scheme}://${origin.host}/${row.organizationSlug}/${row.slug}`,
      hash: null,
      type: EntryType.DroneDB,
      properties: { ...dataset.properties, permissions: dataset.permissions },
      mtime: Math.floor(row.changedAt.getTime() / 1000),
      size: row.sizeBytes,
      depth: 0,
      pointGeometry: null,
      polygonGeometry: null,
      companions: '',
    },
    undefined,
  );
}

/** `{name: {id, data, mtime}}`; keys that end in `s` hold lists. The visibility column wins over a stored entry. */
function metadataByKey(row: DatasetRow): Record<string, unknown> {
  const byKey = new Map<string, unknown>();
  for (const { key, ...value } of row.metadata) {
    if (key.endsWith('s')) byKey.set(key, [...((byKey.get(key) as MetadataRow[] | undefined) ?? []), value]);
    else byKey.set(key, key === 'visibility' ? { ...value, data: row.visibility } : value);
  }
  return Object.fromEntries(byKey);
}
