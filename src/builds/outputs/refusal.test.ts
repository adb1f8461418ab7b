import { expect, it } from 'vitest';
import { type Engine, EngineError } from '../../engine/index.ts';
import { mvtOutput } from '../../kinds/vector/tiles/build.ts';
import { refusal } from './refusal.ts';
import { ALONE } from './testing/output-request.ts';

const output = ['0...10', 'Refused: The tiles would take more than 2000 MB.'];
const refused = new EngineError('failed', 'vector-tiles ended with exit code 1.', { output });

it('what a program of ours says of a file is the reason of the failure', async () => {
  const unused = (): Promise<never> => Promise.reject(new Error('not called'));
  const engine: Engine = {
    run: () => Promise.reject(refused),
    call: unused,
    has: unused,
    withFolder: unused,
    load: () => ({ children: 0, busy: 0, waiting: 0 }),
    close: unused,
  };
  const request = {
    ...ALONE,
    source: '',
    name: 'a.geojson',
    made: () => '',
    factsOf: () => ({}),
    scratch: '',
    engine,
    signal: new AbortController().signal,
    report: () => undefined,
    log: () => undefined,
  };
  await expect(mvtOutput.build(request)).rejects.toMatchObject({
    reason: 'invalid-input',
    message: 'It cannot be drawn as tiles. The tiles would take more than 2000 MB.',
  });
});

it.each([
  ['an exit code alone', new EngineError('failed', 'x', { output: ['ERROR 1: x'] })],
  ['what was ended', new EngineError('timeout', 'x', { output })],
  ['another error', new Error('Refused: x')],
])('%s is none', (_, error) => {
  expect(refusal(error, 'It cannot.')).toBeNull();
});
