import { expect, it, TestRunner } from 'vitest';

/** Unix time, in seconds, from when on no further file is begun. None: all are. */
const END = process.env['ALIDADE_TESTS_END'];

/** Runs test files as Vitest does, and leaves those out, as skipped and with this reason, for which no time is left. */
export default class InTime extends TestRunner {
  override importFile(path: string, source: 'collect' | 'setup'): unknown {
    const isLate = END !== undefined && Date.now() >= Number(END) * 1000;
    if (source === 'setup' || !isLate) return super.importFile(path, source);
    console.warn(`Left out, no time was left for it: ${path}`);
    it('begins in time', ({ skip }) => {
      skip(isLate, 'no time was left for this file');
      expect.unreachable();
    });
    return undefined;
  }
}
