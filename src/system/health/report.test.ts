import { expect, it } from 'vitest';
import { examine, timeSpan, type Finding, type HealthCheck } from './report.ts';

const LIMIT_MS = 100;

const check = (name: string, run: (signal: AbortSignal) => Promise<Finding>): HealthCheck => ({
  name,
  tags: ['test'],
  failure: `The ${name} is broken.`,
  run,
});
const well = check('well', () => Promise.resolve({ status: 'Healthy', data: { left: 3 } }));
const weak = check('weak', () => Promise.resolve({ status: 'Degraded', description: 'Nearly full.' }));
const broken = check('broken', () => Promise.reject(new Error('password of /secret/path')));
const hanging = check('hanging', () => new Promise(() => undefined));

const noFault = (fault: unknown): void => {
  throw fault;
};

it('is as bad as the worst check', async () => {
  expect((await examine([], LIMIT_MS, noFault)).status).toBe('Healthy');
  const good = await examine([well], LIMIT_MS, noFault);
  expect(good).toMatchObject({ status: 'Healthy', entries: { well: { status: 'Healthy', data: { left: 3 } } } });
  const report = await examine([well, weak], LIMIT_MS, noFault);
  expect(report).toMatchObject({
    status: 'Degraded',
    entries: { weak: { status: 'Degraded', description: 'Nearly full.', tags: ['test'], data: {} } },
  });
});

it('says what a fault means, and what it was to the log alone', async () => {
  const faults: unknown[] = [];
  const report = await examine([weak, broken], LIMIT_MS, (fault) => faults.push(fault));
  expect(report).toMatchObject({
    status: 'Unhealthy',
    entries: { broken: { status: 'Unhealthy', description: 'The broken is broken.' } },
  });
  expect(JSON.stringify(report)).not.toContain('secret');
  expect(faults).toMatchObject([{ message: 'password of /secret/path' }]);
});

it('does not wait for a check that hangs', async () => {
  const report = await examine([hanging, well], LIMIT_MS, noFault);
  expect(report).toMatchObject({
    status: 'Unhealthy',
    entries: { hanging: { status: 'Unhealthy' }, well: { status: 'Healthy' } },
  });
});

it('writes durations as time spans', () => {
  expect([timeSpan(0), timeSpan(1.25), timeSpan(61_000), timeSpan(3_600_000 * 30)]).toEqual([
    '00:00:00.0000000',
    '00:00:00.0012500',
    '00:01:01.0000000',
    '30:00:00.0000000',
  ]);
});
