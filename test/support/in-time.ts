import { expect, it, TestRunner } from 'vitest';

/** Unix time, in seconds, from when on no further file is begun. */
const END = Number(process.env['ALIDADE_TESTS_END'] ?? Infinity);
if (Number.isNaN(END)) throw new Error('ALIDADE_TESTS_END is a Unix time in seconds.');

/** Runs test files as Vitest does, and leaves those out, as skipped and with this reason, for which no time is left. */
export default class InTime extends TestRunner {
  override importFile(path: string, source: 'collect' | 'setup'): unknown {
    const isLate = Date.now() >= END * 1000;
    if (source === 'setup' || !isLate) return super.importFile(path, source);
    console.warn(`Left out, no time was left for it: ${path}`);
    it('begins in time', ({ skip }) => {
      skip(isLate, 'no time was left for this file');
      expect.unreachable();
    });
    return undefined;
  }
}
