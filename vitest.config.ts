import { defineConfig } from 'vitest/config';

/** Tests that start servers or a browser take seconds, not minutes; what takes longer hangs. */
const SLOW = { testTimeout: 60_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    // Two processors: more workers would only make the timed parts of tests late.
    maxWorkers: 2,
    passWithNoTests: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}', 'tools/**/*.test.mjs', 'test/unit/**/*.test.ts'],
          // Some start a child process or an embedded database.
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/**/*.test.ts'],
          exclude: ['test/unit/**', 'test/browser/**'],
          ...SLOW,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          ...SLOW,
          testTimeout: 120_000,
        },
      },
    ],
  },
});
