import { expect, it } from 'vitest';
import { type Engine, EngineError } from '../../../engine/index.ts';
import { useCogBuilder } from '../testing/cog-builds.ts';
import { RGB, utm, writeSample } from '../testing/raster-samples.ts';

const cogs = useCogBuilder();

/** An engine whose queue is full now and then: `refuses` decides by the number of the call. */
function busyEngine(refuses: (count: number) => boolean): { engine: Engine; programs: string[] } {
  const programs: string[] = [];
  let count = 0;
  const call: Engine['call'] = (operation, input, options) => {
    count += 1;
    if (refuses(count)) return Promise.reject(new EngineError('busy', 'Too many files are being read at once.'));
    return cogs.engine.call(operation, input, options);
  };
  const run: Engine['run'] = (program, ...rest) => {
    programs.push(program.name);
    return cogs.engine.run(program, ...rest);
  };
  return { engine: { ...cogs.engine, call, run }, programs };
}

it('a queue that is full when much was made already is waited for, and nothing is made twice', async () => {
  const source = cogs.file('late');
  writeSample(source, { ...utm, colours: RGB, value: () => 7 });
  const idle = busyEngine(() => false);
  await cogs.build(source, 'idle', idle.engine);
  // The first call goes through, then the second, the fourth ... are refused.
  const busy = busyEngine((count) => count % 2 === 0);
  await cogs.build(source, 'late', busy.engine);
  expect(busy.programs).toEqual(idle.programs);
});

it('a queue that is full at the beginning is told of: there is nothing to lose yet', async () => {
  const source = cogs.file('early');
  writeSample(source, { ...utm, colours: RGB, value: () => 7 });
  await expect(cogs.build(source, 'early', busyEngine(() => true).engine)).rejects.toMatchObject({ code: 'busy' });
});
