import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/** Tests take seconds, on a machine that does other things too a minute or two; what takes three hangs. */
const LIMITS = { testTimeout: 180_000, hookTimeout: 240_000 };

/** Tests that put something else in the place of a module, which no other file may have loaded before. */
const WITH_MOCKS = [
  'src/blobs/durability.test.ts',
  'src/blobs/without-locks.test.ts',
  'src/builds/pending/marker-durability.test.ts',
  'src/database/flushing.test.ts',
  'src/engine/programs/blind.test.ts',
];

/** Files share the modules that a worker has loaded: to load them for each again was half of the work. */
const SHARED = { isolate: false, exclude: WITH_MOCKS };

export default defineConfig({
  test: {
    // Two more than the two processors: some files are always waiting, for a job, a timeout or a browser.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Nearly every file runs the embedded database for some seconds. To compile its WebAssembly a second time, optimized,
    // takes a second of a processor for each file, and more than that makes up for.
    execArgv: ['--liftoff-only'],
    passWithNoTests: true,
    // The second that is usual is too short for a page on a machine that does other things too.
    expect: { poll: { timeout: 20_000 } },
    ...LIMITS,
    projects: [
      // First, as one of them takes a minute: behind all others it would have a processor for itself.
      { extends: true, test: { name: 'mocks', include: WITH_MOCKS } },
      {
        extends: true,
        test: {
          name: 'service',
          ...SHARED,
          include: ['test/**/*.test.ts'],
          exclude: ['test/unit/**', ...WITH_MOCKS],
          globalSetup: ['test/support/shared-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          ...SHARED,
          include: ['src/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}', 'tools/**/*.test.mjs', 'test/unit/**/*.test.ts'],
        },
      },
    ],
  },
});
