import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createEngine, type EngineOptions } from '../../engine/index.ts';
import { drawVectorFile } from '../vector/index.ts';
import type { FileFacts, Neighbours } from '../../inspection/index.ts';
import { inspectFile } from './inspect-file.ts';

/** An engine and a folder of blobs for a test file; the content of files is given, or they lie somewhere already. */
export interface Inspection {
  readonly folder: string;
  /** Inspects bytes under a name, with others beside it. */
  bytes(name: string, content: Buffer | string, beside?: Readonly<Record<string, Buffer | string>>): Promise<FileFacts>;
  /** The picture of a vector file, 100 pixels wide or high. */
  draw(name: string, content: Buffer | string): Promise<Uint8Array | null>;
  /** Inspects a file where it lies, with those that lie beside it. */
  file(path: string, name?: string): Promise<FileFacts>;
  close(): Promise<void>;
}

export async function openInspection(options: Partial<EngineOptions> = {}): Promise<Inspection> {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-inspection-'));
  const engine = createEngine({ children: 1, callTimeoutMs: 10_000, memoryLimitBytes: 2 ** 29, ...options });
  const never = new AbortController().signal;
  let written = 0;
  const store = async (content: Buffer | string): Promise<{ readonly path: string; readonly size: number }> => {
    const path = join(folder, `blob${(written += 1)}`);
    await writeFile(path, content);
    return { path, size: Buffer.byteLength(content) };
  };
  return {
    folder,
    async bytes(name, content, beside = {}) {
      const files = new Map<string, { readonly path: string; readonly size: number }>();
      for (const [neighbour, bytes] of Object.entries(beside)) files.set(neighbour, await store(bytes));
      const find: Neighbours['find'] = (names) =>
        Promise.resolve(new Map([...files].filter(([neighbour]) => names.includes(neighbour))));
      return inspectFile({ ...(await store(content)), name, neighbours: { find } }, engine, never);
    },
    draw: async (name, content) =>
      drawVectorFile({ ...(await store(content)), name }, engine, { size: 100, format: 'png' }, never),
    async file(path, name = basename(path)) {
      const find: Neighbours['find'] = async (names) => {
        const found = new Map<string, { readonly path: string; readonly size: number }>();
        for (const neighbour of names) {
          const beside = join(dirname(path), neighbour);
          const known = await stat(beside).catch(() => null);
          if (known?.isFile()) found.set(neighbour, { path: beside, size: known.size });
        }
        return found;
      };
      return inspectFile({ path, name, size: (await stat(path)).size, neighbours: { find } }, engine, never);
    },
    async close() {
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
