import { EngineError, REFUSED } from '../../engine/index.ts';
import { BuildFailure } from './build-failure.ts';

/**
 * What a program of ours says of the file, where it does.
 *
 * @param words what comes before it
 */
export function refusal(error: unknown, words: string): BuildFailure | null {
  if (!(error instanceof EngineError) || error.code !== 'failed') return null;
  const line = error.output.findLast((each) => each.startsWith(REFUSED));
  return line === undefined ? null : new BuildFailure('invalid-input', `${words} ${line.slice(REFUSED.length)}`, error);
}
