import { DAMAGED, FileError } from '../../../scene/loading/file-error.ts';
import { NO_WORKER, startWorkers, wholeBuffer } from '../../../scene/loading/worker-pool.ts';
import type {
  DecodeAnswer,
  DecodedPoints,
  DecodeRequest,
  PointLayout,
  PointsWanted,
  RecordWanted,
} from './decode-messages.ts';

/** Workers that decode chunks. */
export type Decoders = {
  readonly points: (
    chunk: Uint8Array<ArrayBuffer>,
    count: number,
    how: PointLayout & Omit<PointsWanted, 'wanted'>,
    signal: AbortSignal,
  ) => Promise<DecodedPoints>;
  /** One point as it is stored. */
  readonly record: (
    chunk: Uint8Array<ArrayBuffer>,
    count: number,
    how: PointLayout & Omit<RecordWanted, 'wanted'>,
    signal: AbortSignal,
  ) => Promise<Uint8Array<ArrayBuffer>>;
  /** Ends the workers. What waits is refused. */
  readonly dispose: () => void;
};

export function startDecoders(count: number): Decoders {
  // The first one starts while the header is read: it is ready when the first chunk comes.
  const workers = startWorkers<DecodeRequest, DecodeAnswer>(
    count,
    () => new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' }),
  );
  let lastId = 0;
  const head = (chunk: Uint8Array<ArrayBuffer>, points: number) => ({
    id: (lastId += 1),
    chunk: wholeBuffer(chunk),
    count: points,
  });
  const ask = (request: DecodeRequest, signal: AbortSignal): Promise<DecodeAnswer> =>
    workers.ask(request, [request.chunk], signal);
  return {
    async points(chunk, points, how, signal) {
      const answer = await ask({ ...how, ...head(chunk, points), wanted: 'points' }, signal);
      if (answer.kind !== 'points') throw failureOf(answer);
      return answer.points;
    },
    async record(chunk, points, how, signal) {
      const answer = await ask({ ...how, ...head(chunk, points), wanted: 'record' }, signal);
      if (answer.kind !== 'record') throw failureOf(answer);
      return answer.record;
    },
    dispose: workers.dispose,
  };
}

const failureOf = (answer: DecodeAnswer): FileError =>
  new FileError(answer.kind === 'failed' && !answer.isDamaged ? `${NO_WORKER} (${answer.message})` : DAMAGED);
