import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createEngine } from '../../../engine/index.ts';
import type { NeighbourFile } from '../../../inspection/index.ts';
import type { BuildOutput, OutputFacts, OutputRequest } from '../output.ts';
import { ALONE } from './output-request.ts';

export interface BuiltOutput {
  readonly facts: OutputFacts;
  /** Folder of the files of the output. */
  readonly scratch: string;
  readonly log: readonly string[];
  readonly steps: readonly (readonly [percent: number | null, phase: string])[];
}

/** Builds outputs of files that a test has in memory, with a real engine. */
export interface OutputBench extends AsyncDisposable {
  /** Builds an output of the first file; the others are its sidecars. Checks that the log names no path. */
  build(
    output: BuildOutput,
    files: Readonly<Record<string, string | Uint8Array>>,
    more?: Partial<OutputRequest>,
  ): Promise<BuiltOutput>;
}

export async function openOutputBench(): Promise<OutputBench> {
  const engine = createEngine({ children: 1, callTimeoutMs: 20_000, memoryLimitBytes: 2 ** 29 });
  const folder = await mkdtemp(join(tmpdir(), 'alidade-output-'));
  return {
    async build(output, files, more) {
      const own = await mkdtemp(join(folder, 'files-'));
      const scratch = join(own, 'build');
      await mkdir(scratch);
      const there = await writeBlobs(own, files);
      const [name] = Object.keys(files) as [string];
      const { path: source, size } = there.get(name)!;
      const [log, steps]: [string[], [number | null, string][]] = [[], []];
      const find = (names: readonly string[]) =>
        Promise.resolve(new Map(names.flatMap((each) => (there.has(each) ? [[each, there.get(each)!] as const] : []))));
      const facts = await output.build({
        ...ALONE,
        source,
        name,
        size,
        neighbours: { find },
        scratch,
        engine,
        signal: AbortSignal.timeout(60_000),
        report: ({ percent, phase }) => void steps.push([percent, phase]),
        log: (line) => void log.push(line),
        ...more,
      });
      expect(log.join('\n')).not.toContain(folder);
      return { facts: facts!, scratch, log, steps };
    },
    async [Symbol.asyncDispose]() {
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Writes files without their names, as blobs have none. */
async function writeBlobs(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<ReadonlyMap<string, NeighbourFile>> {
  const written = new Map<string, NeighbourFile>();
  for (const [index, [name, bytes]] of Object.entries(files).entries()) {
    const path = join(folder, `blob-${index}`);
    await writeFile(path, bytes);
    written.set(name, { path, size: (await stat(path)).size });
  }
  return written;
}
