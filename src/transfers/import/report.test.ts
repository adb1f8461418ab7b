import { expect, it } from 'vitest';
import { createReport, PHASE, timeSpan } from './report.ts';

it.each([
  [0, '00:00:00.000'],
  [61_001, '00:01:01.001'],
  [86_400_000 * 3 + 3_600_000, '3.01:00:00.000'],
])('%i ms are %s', (milliseconds, text) => {
  expect(timeSpan(milliseconds)).toBe(text);
});

it('names a thousand files that failed, and counts the rest', () => {
  const report = createReport('there');
  for (let at = 0; at < 1003; at += 1) report.fileError('flight', `${at}.txt`, 'broken', 0);
  const { fileErrors, errors } = report.finish();
  expect(fileErrors).toHaveLength(1000);
  expect(errors).toMatchObject([{ phase: PHASE.general, message: '3 more files failed.' }]);
});

it('D-6 can be stored whatever the other service calls its things', () => {
  const report = createReport('there');
  report.fileError('a\0b', `x\0\ud800${'y'.repeat(5000)}`, 'm\u001b[31m', 0);
  report.error('c\0', PHASE.download, 'n\0');
  const text = JSON.stringify(report.finish());
  expect(text).not.toMatch(/\\u0000|\\ud800|\\u001b/);
  expect(text.length).toBeLessThan(2000);
});
