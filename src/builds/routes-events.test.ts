import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import type { RouteContext } from '../http/index.ts';
import { buildEventRoute } from './routes-events.ts';

it('counts nobody who went away while his rights were looked up', async () => {
  const told: boolean[] = [];
  const { handle } = buildEventRoute({
    watch: ({ signal }) => {
      told.push(signal.aborted);
      throw new Error('seen');
    },
  });
  const watch = (destroyed: boolean): Promise<unknown> =>
    Promise.resolve(
      handle({
        request: { headers: {}, ip: '127.0.0.1' },
        reply: { raw: Object.assign(new EventEmitter(), { destroyed }) },
        dataset: () => ({ id: 'any' }),
        readmit: () => Promise.resolve(),
      } as unknown as RouteContext<unknown, unknown, unknown>),
    );
  await expect(watch(true)).rejects.toThrow('seen');
  await expect(watch(false)).rejects.toThrow('seen');
  expect(told).toEqual([true, false]);
});
