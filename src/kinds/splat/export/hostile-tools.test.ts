import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyTool, Tool } from '../../../tasks/index.ts';
import { openToolBench, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { generatedSplats } from '../splat-output/testing/generated-splats.ts';
import { plyOf } from '../testing/encode-ply.ts';
import { splatTools } from '../tools.ts';

let bench: ToolBench;
beforeAll(async () => void (bench = await openToolBench()));
afterAll(() => bench[Symbol.asyncDispose]());

const SOUND = plyOf(generatedSplats(100));
const claiming = (count: string): Buffer =>
  Buffer.from(SOUND.toString('latin1').replace('element vertex 100', `element vertex ${count}`), 'latin1');
/** Replaces all values by one. */
const allOf = (value: number): Buffer => {
  const head = SOUND.indexOf('end_header\n') + 'end_header\n'.length;
  return Buffer.concat([
    SOUND.subarray(0, head),
    Buffer.from(new Float32Array((SOUND.length - head) / 4).fill(value).buffer),
  ]);
};

const HOSTILE: readonly (readonly [string, string, Buffer])[] = [
  ['no bytes', 'a.splat', Buffer.alloc(0)],
  ['10^10 splats of which it holds 100', 'a.ply', claiming('10000000000')],
  ['one splat less than it says', 'a.ply', claiming('101')],
  ['no splats', 'a.ply', claiming('0')],
  ['nothing but NaN', 'a.ply', allOf(NaN)],
  ['nothing but infinite numbers', 'a.ply', allOf(Infinity)],
  ['nothing but zeros', 'a.ply', allOf(0)],
  ['something else in it', 'a.spz', Buffer.from('no splats')],
];

describe.each(splatTools.map((tool) => [tool.id, tool] as const))('%s', (_id, tool: AnyTool) => {
  it.each(HOSTILE)('of a file with %s fails with a reason', async (_, path, bytes) => {
    const run = bench.run(tool as Tool, { path, outputPath: 'made.ply' }, { [path]: bytes });
    await expect(run).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(run).rejects.not.toThrow(/RangeError|TypeError|undefined/);
  });

  it('of splats beside some that cannot be drawn leaves those out, and the log says so', async () => {
    const model = generatedSplats(100);
    model.centres[0] = NaN;
    model.scales.fill(0, 3, 6);
    model.rotations.fill(0, 8, 12);
    const rules = tool.id === 'splat-clean' ? { minNeighbours: 0 } : {};
    const parameters = { path: 'a.ply', outputPath: 'made.ply', ...rules };
    const { end, log } = await bench.run(tool as Tool, parameters, { 'a.ply': plyOf(model) });
    expect(end.facts!['sourceSplats']).toBe(97);
    expect(log.join('\n')).toContain('3 splats of the file cannot be drawn and are left out.');
  });
});
