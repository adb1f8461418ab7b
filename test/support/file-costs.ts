/** A setup file of Vitest: writes what each test file costs. `ALIDADE_TEST_COSTS` names the file of JSON lines. */
import { appendFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';
import { processorTime } from './processor-time.ts';

const costs = process.env['ALIDADE_TEST_COSTS'];
if (costs === undefined) throw new Error('ALIDADE_TEST_COSTS is not set.');
const [begin, processorMs] = [performance.now(), processorTime()];

// The first hook runs last: after the file has ended its services.
afterAll(() => {
  const wall = performance.now() - begin;
  const row = { file: expect.getState().testPath, wallMs: wall, processorMs: processorTime() - processorMs };
  appendFileSync(costs, `${JSON.stringify(row)}\n`);
});
