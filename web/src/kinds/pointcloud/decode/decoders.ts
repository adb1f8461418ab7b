import { CloudError, DAMAGED } from '../copc/cloud-error.ts';
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

const NO_WORKER = 'This browser could not start the decoder of points. Load the page again.';

type Job = {
  readonly request: DecodeRequest;
  readonly done: (answer: DecodeAnswer) => void;
  readonly failed: (error: unknown) => void;
  readonly signal: AbortSignal;
};

type Crew = { readonly worker: Worker; job: Job | null };

export function startDecoders(count: number): Decoders {
  const waiting: Job[] = [];
  const crews: Crew[] = [];
  let lastId = 0;

  const giveWork = (): void => {
    for (const crew of crews) {
      if (crew.job !== null) continue;
      const job = waiting.shift();
      if (job === undefined) return;
      if (job.signal.aborted) {
        job.failed(job.signal.reason);
        giveWork();
        return;
      }
      crew.job = job;
      crew.worker.postMessage(job.request, [job.request.chunk]);
    }
  };
  const startCrew = (): Crew => {
    const worker = new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' });
    const crew: Crew = { worker, job: null };
    const endJob = (end: (job: Job) => void): void => {
      const { job } = crew;
      crew.job = null;
      if (job !== null) end(job);
      giveWork();
    };
    worker.addEventListener('message', ({ data }: MessageEvent<DecodeAnswer>) => endJob((job) => job.done(data)));
    worker.addEventListener('error', () => endJob((job) => job.failed(new CloudError(NO_WORKER))));
    return crew;
  };
  const ask = (request: DecodeRequest, signal: AbortSignal): Promise<DecodeAnswer> =>
    new Promise((done, failed) => {
      // More workers start only where there is work for them.
      if (crews.length < count && crews.every(({ job }) => job !== null)) crews.push(startCrew());
      waiting.push({ request, done, failed, signal });
      giveWork();
    });
  const head = (chunk: Uint8Array<ArrayBuffer>, points: number) => ({
    id: (lastId += 1),
    chunk: wholeBuffer(chunk),
    count: points,
  });

  // The first one starts while the header is read: it is ready when the first chunk comes.
  crews.push(startCrew());
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
    dispose() {
      for (const { worker } of crews) worker.terminate();
      const open = [...crews.flatMap(({ job }) => job ?? []), ...waiting.splice(0)];
      crews.length = 0;
      for (const job of open) job.failed(new DOMException('The scene was left.', 'AbortError'));
    },
  };
}

const failureOf = (answer: DecodeAnswer): CloudError =>
  new CloudError(answer.kind === 'failed' && !answer.isDamaged ? `${NO_WORKER} (${answer.message})` : DAMAGED);

/** The buffer of the bytes alone, to hand over. */
const wholeBuffer = (bytes: Uint8Array<ArrayBuffer>): ArrayBuffer =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer;
