import { expect, test, vi } from 'vitest';
import { createProgress } from './progress.mjs';

/** @param {boolean} isTTY */
function record(isTTY) {
  /** @type {string[]} */
  const written = [];
  return { written, screen: { isTTY, columns: 40, write: (/** @type {string} */ text) => written.push(text) } };
}

test('plain lines say step, time and last activity where there is no terminal', () => {
  vi.useFakeTimers();
  try {
    const { written, screen } = record(false);
    const progress = createProgress(2, screen);
    progress.skip('Node.js');
    progress.begin('GDAL', 'needed');
    progress.activity('CXX a.o');
    vi.advanceTimersByTime(16_000);
    progress.end('compiled');
    vi.advanceTimersByTime(60_000);
    expect(written).toEqual([
      '[1/2] Node.js: ready\n',
      '[2/2] GDAL: needed\n',
      '[2/2] GDAL  15 s  CXX a.o\n',
      '[2/2] GDAL: compiled (16 s)\n',
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test('a terminal has one line, never longer than it is wide', () => {
  vi.useFakeTimers();
  try {
    const { written, screen } = record(true);
    const progress = createProgress(1, screen);
    progress.begin('GDAL', 'needed');
    progress.activity('x'.repeat(500));
    vi.advanceTimersByTime(300);
    const drawn = written.at(-1) ?? '';
    expect(drawn.startsWith('\r')).toBe(true);
    expect(drawn.replace('\r\u001b[2K', '').length).toBeLessThan(40);
    expect(drawn).not.toContain('\n');
    progress.stop();
    expect(written.at(-1)).toBe('\r\u001b[2K');
  } finally {
    vi.useRealTimers();
  }
});
