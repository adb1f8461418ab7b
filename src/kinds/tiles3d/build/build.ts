import { copyFile, link, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  BuildFailure,
  type BuildOutput,
  type OutputFacts,
  type OutputRequest,
  toWriteFailure,
} from '../../../builds/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import { findTilesetParts, type TilesetParts } from '../parts/find-parts.ts';
import { contentKinds } from '../parts/content-kinds.ts';
import { TILESET, TILES } from './artifacts.ts';
import { unpackTiles } from './unpack-tiles.ts';

/**
 * The files of an uploaded tileset below one address, so that they find each other by their relative names: those of an archive are
 * unpacked, those of a folder get a second name.
 */
export const givenTilesOutput: BuildOutput = {
  kind: '3dtiles',
  made: 'by-build',
  buildClass: 'vector',
  folder: '3dtiles',
  title: TILESET.title,
  artifacts: [TILESET, TILES],
  appliesTo: (type) => type === EntryType.Tiles3D,
  async build(request) {
    try {
      return await build(request);
    } catch (error) {
      throw await toWriteFailure(error, request.scratch);
    }
  },
  properties: ({ files: _files, ...facts }) => facts,
};

const build = (request: OutputRequest): Promise<OutputFacts> =>
  /\.3tz$/i.test(request.name) ? buildArchive(request) : buildFolder(request);

async function buildArchive(request: OutputRequest): Promise<OutputFacts> {
  const { scratch, engine, signal, log } = request;
  const unpacked = await unpackTiles(request);
  const path = unpacked.files.get(TILESET.path);
  if (path === undefined) throw new BuildFailure('invalid-input', 'It has no tileset.json at its root.');
  const find = (names: readonly string[]) =>
    Promise.resolve(
      new Map(
        names.flatMap((name) =>
          unpacked.files.has(name) ? [[name, { path: unpacked.files.get(name)!, size: 0 }]] : [],
        ),
      ),
    );
  const parts = await findTilesetParts({ path, neighbours: { find } }, engine, signal);
  if (parts.missingCount > 0)
    log(
      `${parts.missingCount} files that it names are not in it, such as ${parts.missing.slice(0, NAMED).join(', ')}.`,
    );
  await placeFiles(unpacked.files, request, 'moved');
  await rm(join(scratch, unpacked.folder), { recursive: true });
  return done(request, parts, unpacked.files);
}

/** Missing files that a line of the log names. */
const NAMED = 5;

async function buildFolder(request: OutputRequest): Promise<OutputFacts> {
  const { source, neighbours, engine, signal } = request;
  const parts = await findTilesetParts({ path: source, neighbours }, engine, signal);
  if (parts.missingCount > 0)
    throw new BuildFailure('fault', `${parts.missing[0]} was removed while the tileset was built.`);
  await placeFiles(parts.files, request, 'kept');
  return done(request, parts, parts.files);
}

function done(
  { report, log }: OutputRequest,
  { tiles }: TilesetParts,
  files: ReadonlyMap<string, string>,
): OutputFacts {
  const contents = contentKinds(files.keys());
  log(`${files.size} files, ${tiles} tiles.`);
  report({ percent: 100, phase: 'Done' });
  return { tiles, contents, files: files.size };
}

/** Calls of the file system at the same time. */
const AT_ONCE = 32;

/** Gives files their names in the output. No byte is stored twice: they are second names of what lies among the files already. */
async function placeFiles(
  files: ReadonlyMap<string, string>,
  { scratch, signal, report, log }: OutputRequest,
  source: 'kept' | 'moved',
): Promise<void> {
  for (const folder of new Set([...files.keys()].map((name) => dirname(name))))
    await mkdir(join(scratch, folder), { recursive: true });
  const all = [...files];
  let copied = 0;
  for (let at = 0; at < all.length; at += AT_ONCE) {
    signal.throwIfAborted();
    const piece = all.slice(at, at + AT_ONCE);
    const links = await Promise.all(piece.map(([name, path]) => linkOrCopy(path, join(scratch, name))));
    copied += links.filter((isLink) => !isLink).length;
    report({ percent: 50 + (50 * at) / all.length, phase: 'Placing files' });
  }
  if (source === 'kept' && copied > 0) log(`${copied} files are copied: builds lie on another file system than files.`);
}

/** @returns whether it is the same file under a second name */
async function linkOrCopy(source: string, target: string): Promise<boolean> {
  try {
    await link(source, target);
    return true;
  } catch (error) {
    // Another file system than that of files, or one without second names, or too many of them.
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await copyFile(source, target);
    return false;
  }
}
