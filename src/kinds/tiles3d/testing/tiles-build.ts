import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { OutputFacts, OutputRequest } from '../../../builds/index.ts';
import { createEngine, type Engine } from '../../../engine/index.ts';
import type { NeighbourFile, Neighbours } from '../../../inspection/index.ts';
import { givenTilesOutput } from '../build/build.ts';
import { findTilesetParts, type TilesetParts } from '../parts/find-parts.ts';

export type Files = Readonly<Record<string, Buffer | string>>;

/** Builds of tilesets without a service. */
export interface TilesBuilds {
  readonly engine: Engine;
  /** Builds the output of an archive of these bytes. @returns what is in its folder */
  archive(bytes: Buffer): Promise<BuiltTiles>;
  /** Builds that of a folder with these files, `tileset.json` among them. */
  folder(files: Files): Promise<BuiltTiles>;
  /** The files that a tileset consists of. */
  parts(files: Files): Promise<TilesetParts>;
  /** The same where many names lead to some files. */
  partsOf(files: Files, fileOf: (name: string) => string): Promise<TilesetParts>;
  close(): Promise<void>;
}

export interface BuiltTiles {
  readonly facts: OutputFacts | void;
  readonly log: readonly string[];
  /** Absolute path of the output. */
  readonly folder: string;
  /** Paths of its files below that, in order. */
  readonly names: readonly string[];
  /** Folder with the files as they were given. */
  readonly given: string;
}

export async function tilesBuilds(): Promise<TilesBuilds> {
  const root = await mkdtemp(join(tmpdir(), 'alidade-tiles3d-'));
  const engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 29 });
  const signal = AbortSignal.timeout(300_000);
  let count = 0;
  const write = async (files: Files): Promise<string> => {
    const given = join(root, `given-${(count += 1)}`);
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(given, name)), { recursive: true });
      await writeFile(join(given, name), content);
    }
    return given;
  };
  const neighboursIn = (given: string, files: Files): Neighbours => ({
    find: (names) =>
      Promise.resolve(
        new Map(
          names.flatMap((name): [string, NeighbourFile][] =>
            Object.hasOwn(files, name) ? [[name, { path: join(given, name), size: files[name]!.length }]] : [],
          ),
        ),
      ),
  });
  const build = async (given: string, name: string, neighbours: Neighbours): Promise<BuiltTiles> => {
    const folder = join(root, `built-${count}`);
    await mkdir(folder);
    const log: string[] = [];
    const request: OutputRequest = {
      source: join(given, name),
      name,
      size: (await stat(join(given, name))).size,
      neighbours,
      metadata: () => Promise.resolve(undefined),
      made: () => '',
      factsOf: () => ({}),
      scratch: folder,
      engine,
      signal,
      report: () => undefined,
      log: (line) => void log.push(line),
    };
    const facts = await givenTilesOutput.build(request);
    const items = await readdir(folder, { recursive: true, withFileTypes: true });
    const names = items.filter((item) => item.isFile()).map((item) => join(item.parentPath, item.name));
    return { facts, log, folder, given, names: names.map((path) => path.slice(folder.length + 1)).toSorted() };
  };
  return {
    engine,
    archive: async (bytes) =>
      build(await write({ 'a.3tz': bytes }), 'a.3tz', { find: () => Promise.resolve(new Map()) }),
    async folder(files) {
      const given = await write(files);
      return build(given, 'tileset.json', neighboursIn(given, files));
    },
    async parts(files) {
      const given = await write(files);
      return findTilesetParts(
        { path: join(given, 'tileset.json'), neighbours: neighboursIn(given, files) },
        engine,
        signal,
      );
    },
    async partsOf(files, fileOf) {
      const given = await write(files);
      const find = (names: readonly string[]) =>
        Promise.resolve(new Map(names.map((name) => [name, { path: join(given, fileOf(name)), size: 1 }] as const)));
      return findTilesetParts({ path: join(given, 'tileset.json'), neighbours: { find } }, engine, signal);
    },
    async close() {
      await engine.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
