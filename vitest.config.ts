import { defineConfig } from 'vitest/config';
import { SpreadProjects } from './test/support/spread-projects.ts';

/** Tests take seconds, on a machine that does other things too a minute; what takes longer hangs. */
const UNIT = { testTimeout: 60_000, hookTimeout: 120_000 };
/** The same for tests that start servers or a browser. */
const SLOW = { testTimeout: 120_000, hookTimeout: 240_000 };

export default defineConfig({
  test: {
    // One more than the two processors: some file is always waiting, for a job, a timeout or a browser.
    maxWorkers: 3,
    sequence: { sequencer: SpreadProjects },
    // Nearly every file runs the embedded database for some seconds. To compile its WebAssembly a second time, optimized,
    // takes a second of a processor for each file, and more than that makes up for.
    execArgv: ['--liftoff-only'],
    passWithNoTests: true,
    // The second that is usual is too short for a page on a machine that does other things too.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}', 'tools/**/*.test.mjs', 'test/unit/**/*.test.ts'],
          ...UNIT,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/**/*.test.ts'],
          exclude: ['test/unit/**', 'test/browser/**'],
          globalSetup: ['test/support/shared-postgres.ts'],
          ...SLOW,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          ...SLOW,
        },
      },
    ],
  },
});
