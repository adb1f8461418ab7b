import type { TestService } from './service.ts';

/** A build job as the stream of events tells it. */
export interface BuildEvent {
  readonly jobId: string;
  readonly path: string;
  readonly currentState: string;
  readonly outcome: string | null;
  readonly missingDependencies: readonly string[];
  readonly lastLogLine: string;
}

/** A task as the stream of events tells it. */
export interface TaskEvent {
  readonly taskId: string;
  readonly toolId: string;
  readonly state: string;
  readonly path: string | null;
  readonly errorType: string | null;
  readonly errorText: string | null;
  readonly artifactExpiresAt: string | null;
  readonly logCursor: number;
}

/** A stream of events that is being read. */
export interface EventReader<T = BuildEvent> {
  /** All so far, in their order. */
  readonly events: readonly T[];
  /** Id of the last event. */
  lastId(): string;
  /** Waits for an event of a kind, also one that came before. */
  until(isIt: (event: T) => boolean): Promise<T>;
  /** Waits for the end that the service makes. */
  ended: Promise<void>;
  close(): Promise<void>;
}

interface FollowOptions {
  /** As for `call`. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Follows the build jobs of a dataset. */
export const followBuilds = (service: TestService, dataset: string, options?: FollowOptions): Promise<EventReader> =>
  follow(service, `${dataset}/builds/events`, options);

/** Follows the tasks of a dataset. */
export const followTasks = (
  service: TestService,
  dataset: string,
  options?: FollowOptions,
): Promise<EventReader<TaskEvent>> => follow(service, `${dataset}/tasks/events`, options);

async function follow<T>(
  service: TestService,
  address: string,
  { token = service.token, headers = {} }: FollowOptions = {},
): Promise<EventReader<T>> {
  const answer = await service.call('GET', address, { token, headers });
  if (answer.status !== 200 || !answer.headers.get('content-type')?.startsWith('text/event-stream'))
    throw new Error(`No stream of events: ${answer.status} ${await answer.text()}`);
  const events: T[] = [];
  let [text, id] = ['', ''];
  let arrived = Promise.withResolvers<undefined>();
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  const read = async (): Promise<void> => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (text + part.value).split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
        const data = field('data');
        if (data === undefined) continue;
        id = field('id')!;
        events.push(JSON.parse(data) as T);
      }
      arrived.resolve(undefined);
      arrived = Promise.withResolvers();
    }
  };
  const ended = read();
  // Readers that wait for an event are told that none will come.
  const over = ended.then(() => Promise.reject(new Error(`The stream ended after ${JSON.stringify(events)}`)));
  over.catch(() => undefined);
  return {
    events,
    lastId: () => id,
    async until(isIt) {
      for (;;) {
        const found = events.find(isIt);
        if (found) return found;
        await Promise.race([arrived.promise, over]);
      }
    },
    ended,
    close: () => reader.cancel(),
  };
}
