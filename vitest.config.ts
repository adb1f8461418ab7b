import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { FULL, NAMED } from './test/support/full.ts';
import { fullFiles } from './test/support/full-files.ts';
import { leftToFull } from './test/support/left-to-full.ts';
import { LongestFirst } from './test/support/longest-first.ts';

// docs/testing.md says what each project is.

/** Tests take seconds, on a machine that does other things too a minute or two; what takes three hangs. */
const LIMITS = { testTimeout: 180_000, hookTimeout: 240_000 };

/** Tests that replace a module, which no other file may have loaded before. None of them opens a database of the run. */
const WITH_MOCKS = [
  'src/blobs/durability.test.ts',
  'src/blobs/without-locks.test.ts',
  'src/builds/pending/marker-durability.test.ts',
  'src/database/flushing.test.ts',
  'src/engine/programs/blind.test.ts',
];

interface Project {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  /** False: files share the modules that a worker has loaded. To load them for each again was half of the work. */
  readonly isolate?: boolean;
}

const inEverything: readonly Project[] = [
  { name: 'mocks', include: WITH_MOCKS, isolate: true },
  { name: 'service', include: ['test/**/*.test.ts'], exclude: ['test/unit/**', ...WITH_MOCKS] },
  {
    name: 'unit',
    include: ['src/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}', 'tools/**/*.test.mjs', 'test/unit/**/*.test.ts'],
    exclude: WITH_MOCKS,
  },
];

const projects = (): readonly Project[] =>
  FULL ? [{ name: 'full', include: fullFiles(), exclude: WITH_MOCKS }] : inEverything;

const projectOf = ({ include, exclude = [], isolate = false, name }: Project): TestProjectConfiguration => ({
  extends: true,
  test: { name, isolate, include: [...include], exclude: [...exclude, ...(FULL || NAMED ? [] : leftToFull)] },
});

export default defineConfig({
  // Tests run in English, which needs no catalogue.
  plugins: [{ name: 'no-texts', load: (id) => (id.endsWith('.po') ? 'export default "";' : null) }],
  test: {
    // One more than the two processors: some file is always waiting, for a job, a timeout or a browser. The same seventeen files
    // took 612 s of a processor by four workers, 528 by three and 550 by two: programs that wait for each other switch less. Eight
    // files of the full run took 332 to 346 s by four, 311 by three, and 293 by two, which had to wait more: 169 to 178 s, 162, 167.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    runner: 'test/support/in-time.ts',
    globalSetup: ['test/support/shared-postgres.ts'],
    setupFiles: process.env['ALIDADE_TEST_COSTS'] === undefined ? [] : ['test/support/file-costs.ts'],
    // Many files run an embedded database for some seconds. To compile its WebAssembly a second time, optimized, takes a
    // second of a processor for each, and more than that makes up for.
    execArgv: ['--liftoff-only'],
    passWithNoTests: true,
    // The second that is usual is too short for a page on a machine that does other things too.
    expect: { poll: { timeout: 20_000 } },
    ...LIMITS,
    projects: projects().map(projectOf),
  },
});
