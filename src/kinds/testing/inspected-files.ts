import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createEngine } from '../../engine/index.ts';
import type { FileFacts } from '../../inspection/file-facts.ts';
import type { NeighbourFile, Neighbours } from '../../inspection/neighbours.ts';
import { inspectFile } from './inspect-file.ts';

/** Files of a folder that are inspected with each other as neighbours. */
export interface InspectedFiles {
  /** Writes a file and inspects it. `others` lie beside it, by path relative to its folder. */
  inspect(
    name: string,
    content: Buffer | string,
    others?: Readonly<Record<string, Buffer | string>>,
  ): Promise<FileFacts>;
  /** Inspects a file where it lies; its neighbours are those in its folder and below or above it, up to `root`. */
  inspectAt(path: string, root: string): Promise<FileFacts>;
  /** Names of neighbours that were asked for, since the last call. */
  askedFor(): readonly string[];
  readonly folder: string;
  close(): Promise<void>;
}

export async function inspectedFiles(): Promise<InspectedFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-inspected-'));
  const engine = createEngine({ children: 1, callTimeoutMs: 20_000, memoryLimitBytes: 2 ** 29 });
  let [count, asked]: [number, string[]] = [0, []];
  const neighboursOf = (path: string, root: string): Neighbours => ({
    isInside: (name) => join(dirname(path), name).startsWith(join(root, '/')),
    async find(names) {
      asked.push(...names);
      const found: [string, NeighbourFile][] = [];
      for (const name of names) {
        const other = join(dirname(path), name);
        if (!other.startsWith(root)) continue;
        const size = await stat(other).then(
          (file) => (file.isFile() ? file.size : null),
          () => null,
        );
        if (size !== null) found.push([name, { path: other, size }]);
      }
      return new Map(found);
    },
  });
  const inspectAt = async (path: string, root: string): Promise<FileFacts> => {
    const [name, { size }] = [path.slice(path.lastIndexOf('/') + 1), await stat(path)];
    return inspectFile({ path, name, size, neighbours: neighboursOf(path, root) }, engine, AbortSignal.timeout(20_000));
  };
  return {
    folder,
    inspectAt,
    async inspect(name, content, others = {}) {
      const root = join(folder, String((count += 1)));
      const own = join(root, 'folder');
      for (const [path, bytes] of [[name, content] as const, ...Object.entries(others)]) {
        await mkdir(dirname(join(own, path)), { recursive: true });
        await writeFile(join(own, path), bytes);
      }
      return inspectAt(join(own, name), root);
    },
    askedFor() {
      const names = asked;
      asked = [];
      return names;
    },
    async close() {
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
