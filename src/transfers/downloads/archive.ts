import { randomBytes } from 'node:crypto';
import mime from 'mime';
import type { BlobStore } from '../../blobs/index.ts';
import type { Database } from '../../database/index.ts';
import { baseName, type DatasetRef } from '../../datasets/index.ts';
import type { Root } from './asked-paths.ts';
import { entriesOf, PAGE, type Stretch } from './store.ts';
import type { ZipEntry } from '../../zip/index.ts';

/** Texts by their media type; what is compressed already, or seldom gains, goes as it is. */
const TEXT_TYPE = /^text\/|[/+](?:json|xml|javascript|x-ndjson|yaml|sql)$|^image\/svg/;
/** Texts of this field that have no media type, or another one. */
const TEXT_NAMES =
  /\.(?:geojson|topojson|gltf|obj|mtl|xyz|pts|asc|dxf|prj|wkt|cpg|qpj|tfw|pgw|jgw|gpx|kml|gml|vrt|ply|stl|log|ini|toml|srt)$/i;

/** Name of an archive, such that two of them never stand in each other's way in a folder. */
export function archiveName(organization: string, dataset: string): string {
  return `${organization}-${dataset}-${randomBytes(4).toString('hex')}.zip`;
}

/**
 * What goes into an archive of some entries, or without any of the whole dataset: files in the order of their paths, then
 * folders, so that empty ones are kept. Read page by page while the archive is sent.
 */
export async function* archiveEntries(
  { db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
  dataset: DatasetRef,
  roots: readonly Root[],
): AsyncGenerator<ZipEntry> {
  const stretches = stretchesOf(roots);
  for (const stretch of stretches)
    for await (const { path, hash, size, mtime } of entriesOf(db, dataset.id, stretch, 'files'))
      if (hash !== null) yield { name: path, modified: mtime, size, file: blobs.locate(hash), deflate: isText(path) };
  for (const stretch of stretches)
    for await (const { path, mtime } of entriesOf(db, dataset.id, stretch, 'folders'))
      yield { name: `${path}/`, modified: mtime, size: 0, deflate: false };
}

/**
 * The parts of the index that hold the roots and all below them, in the order of their bytes: `a`, then `a-b`, then what
 * begins with `a/`. Single paths that follow each other are one part.
 */
export function stretchesOf(roots: readonly Root[]): readonly Stretch[] {
  if (roots.length === 0) return [{ after: '', before: undefined }];
  const parts = roots.flatMap(({ path, hash }) => [
    { at: path, tree: false },
    ...(hash === null ? [{ at: `${path}/`, tree: true }] : []),
  ]);
  parts.sort((left, right) => Buffer.compare(Buffer.from(left.at), Buffer.from(right.at)));
  const stretches: Stretch[] = [];
  let paths: string[] = [];
  const endPaths = (): void => {
    if (paths.length > 0) stretches.push({ paths });
    paths = [];
  };
  for (const { at, tree } of parts) {
    if (tree) {
      endPaths();
      // 0 is the character behind the slash.
      stretches.push({ after: at, before: `${at.slice(0, -1)}0` });
    } else if (paths.push(at) >= PAGE) endPaths();
  }
  endPaths();
  return stretches;
}

/** Whether a file of this name becomes much smaller when it is compressed. */
export function isText(path: string): boolean {
  const name = baseName(path);
  return TEXT_NAMES.test(name) || TEXT_TYPE.test(mime.getType(name) ?? '');
}
