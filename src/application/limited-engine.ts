import { createLimiter } from '../concurrency/index.ts';
import { type Engine, EngineError } from '../engine/index.ts';

/** Questions that wait for a place: of a page some dozens, of a program that asks without end no more. */
const WAITING = 100;

/** The same engine for questions, of which so many are asked at once. Others wait in order, and leave when they are aborted. */
export function limitedEngine(engine: Engine, atOnce: number, waitingAtMost = WAITING): Engine {
  const limiter = createLimiter(
    atOnce,
    waitingAtMost,
    () => new EngineError('busy', 'Too much is asked about files at once. Try again in a moment.'),
  );
  return {
    ...engine,
    async call(operation, input, options) {
      const place = await limiter.take(options?.signal).catch((cause: unknown) => {
        if (cause instanceof EngineError) throw cause;
        throw new EngineError('aborted', `The ${operation.name} call was aborted.`, { cause });
      });
      try {
        return await engine.call(operation, input, options);
      } finally {
        place.release();
      }
    },
  };
}
