import { expect, it } from 'vitest';
import { EngineError, type EngineErrorCode } from '../../engine/index.ts';
import { explain } from './picture.ts';

it.each([
  ['busy', 'busy'],
  ['ended', 'busy'],
  ['failed', 'not-found'],
  ['crashed', 'not-found'],
  ['missing-program', 'not-found'],
] satisfies readonly (readonly [EngineErrorCode, string])[])('the engine’s %s is answered as %s', (code, answer) => {
  expect(() => explain(new EngineError(code, 'In words.'))).toThrow(expect.objectContaining({ code: answer }));
});
