import { FileError } from './file-error.ts';
import { i18n } from '../../languages/i18n.ts';

/** Workers that answer one request at a time each. */
export type WorkerPool<Request, Answer> = {
  /** @param handOver parts of the request that go to the worker for good */
  readonly ask: (request: Request, handOver: readonly Transferable[], signal: AbortSignal) => Promise<Answer>;
  /** Ends the workers. What waits is refused. */
  readonly dispose: () => void;
};

export const NO_WORKER = i18n.t('This browser could not start the decoder of the scene. Load the page again.');

type Job<Request, Answer> = {
  readonly request: Request;
  readonly handOver: readonly Transferable[];
  readonly done: (answer: Answer) => void;
  readonly failed: (error: unknown) => void;
  readonly signal: AbortSignal;
};

type Member<Request, Answer> = { readonly worker: Worker; job: Job<Request, Answer> | null };

/** @param count of workers at most; the first starts at once, the others when there is work for them */
export function startWorkers<Request, Answer>(count: number, start: () => Worker): WorkerPool<Request, Answer> {
  const waiting: Job<Request, Answer>[] = [];
  const members: Member<Request, Answer>[] = [];

  const nextJob = (): Job<Request, Answer> | undefined => {
    for (;;) {
      const job = waiting.shift();
      if (job === undefined || !job.signal.aborted) return job;
      job.failed(job.signal.reason);
    }
  };
  const giveWork = (): void => {
    for (const member of members) {
      if (member.job !== null) continue;
      const job = nextJob();
      if (job === undefined) return;
      member.job = job;
      member.worker.postMessage(job.request, [...job.handOver]);
    }
  };
  const addMember = (): void => {
    const member: Member<Request, Answer> = { worker: start(), job: null };
    const endJob = (end: (job: Job<Request, Answer>) => void): void => {
      const { job } = member;
      member.job = null;
      if (job !== null) end(job);
      giveWork();
    };
    member.worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => endJob((job) => job.done(data)));
    member.worker.addEventListener('error', () => endJob((job) => job.failed(new FileError(NO_WORKER))));
    members.push(member);
  };

  addMember();
  return {
    ask: (request, handOver, signal) =>
      new Promise((done, failed) => {
        if (members.length < count && members.every(({ job }) => job !== null)) addMember();
        waiting.push({ request, handOver, done, failed, signal });
        giveWork();
      }),
    dispose() {
      for (const { worker } of members) worker.terminate();
      const open = [...members.flatMap(({ job }) => job ?? []), ...waiting.splice(0)];
      members.length = 0;
      for (const job of open) job.failed(new DOMException('The scene was left.', 'AbortError'));
    },
  };
}

/** The buffer of the bytes alone, to hand over. */
export const wholeBuffer = (bytes: Uint8Array<ArrayBuffer>): ArrayBuffer =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer;
