import { setTimeout as sleep } from 'node:timers/promises';
import { startProcess, type ServiceProcess } from './process.ts';

/** Requests that a process is sent before it is killed: some of a change, or a few changes. */
const MOST_REQUESTS = 16;
/** From the request that is the last to be sent until the kill: shorter than one takes, and longer. */
const MOST_DELAY_MS = 40;
/** Before a request is tried again that a process did not answer. */
const RETRY_MS = 10;

/** Services on the same data that are killed and started again while they get requests. */
export interface ProcessGroup {
  /** Sends a request to one that runs, until it is answered by less than 500; the text is whole. */
  ask(path: string, request: () => RequestInit): Promise<Answer>;
  /** Kills one after the other until it is enough, each at a moment of its own, and leaves those that run then. */
  killAll(kills: number): Promise<void>;
  /** Ends those that run. */
  end(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

interface Member {
  readonly process: ServiceProcess;
  requests: number;
  onRequest: () => void;
}

/**
 * Starts processes.
 *
 * @param size how many run at a time: while one starts the others answer
 * @param verify looks at the data behind each start
 */
export async function startProcessGroup(
  environment: Readonly<Record<string, string>>,
  size: number,
  verify: () => Promise<void>,
): Promise<ProcessGroup> {
  const members: Member[] = [];
  let arrival = Promise.withResolvers<void>();

  const start = async (): Promise<Member> => {
    const member: Member = { process: await startProcess(environment), requests: 0, onRequest: () => undefined };
    members.push(member);
    arrival.resolve();
    return member;
  };
  const anyMember = async (): Promise<Member> => {
    for (;;) {
      const member = members[Math.floor(Math.random() * members.length)];
      if (member) return member;
      await arrival.promise;
    }
  };
  const tryOnce = async (path: string, request: RequestInit): Promise<Answer | undefined> => {
    const member = await anyMember();
    const answer = fetch(member.process.url + path, request);
    member.requests += 1;
    member.onRequest();
    try {
      const { status, headers } = await answer;
      return { status, headers, text: await (await answer).text() };
    } catch {
      return undefined; // Killed: whether it did what it was asked for is open.
    }
  };

  /** Kills a process between the first of some requests and a little behind the last of them. */
  const kill = async (member: Member): Promise<void> => {
    const last = member.requests + 1 + Math.floor(Math.random() * MOST_REQUESTS);
    await new Promise<void>((resolve) => {
      member.onRequest = () => member.requests >= last && resolve();
    });
    await sleep(Math.random() * MOST_DELAY_MS);
    members.splice(members.indexOf(member), 1);
    if (members.length === 0) arrival = Promise.withResolvers();
    await member.process.end('SIGKILL');
  };

  // Those behind the first one find the schema made.
  await start();
  await Promise.all(Array.from({ length: size - 1 }, start));

  return {
    async ask(path, request) {
      for (;;) {
        const answer = await tryOnce(path, request());
        if (answer && answer.status < 500) return answer;
        await sleep(RETRY_MS);
      }
    },
    async killAll(kills) {
      let left = kills;
      const replace = async (first: Member): Promise<void> => {
        for (let member = first; left > 0; member = await start()) {
          left -= 1;
          await verify();
          await kill(member);
        }
        await verify();
      };
      await Promise.all([...members].map(replace));
    },
    async end() {
      await Promise.all(members.splice(0).map(({ process }) => process.end('SIGKILL')));
    },
  };
}
