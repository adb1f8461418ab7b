import { move, transferableSymbol, valueSymbol, workerData } from 'piscina';

/** What a piece of work in a thread is given beside its input. */
export interface ThreadContext {
  /** True when nobody waits for the outcome any more. Cheap: to be asked between features, blocks or rows. */
  isCancelled(): boolean;
  /** @throws when nobody waits any more */
  throwIfCancelled(): void;
}

/** A refusal that the one who waits is to be told, with a reason that can be told apart: errors lose their class on the way. */
export class ThreadRefusal extends Error {
  override readonly name = 'ThreadRefusal';
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The `data` of the pool this thread belongs to; its own module knows their type. */
export const threadData = (): unknown => workerData as unknown;

/** What a thread is sent. */
export interface ThreadTask {
  readonly input: unknown;
  /** One number, shared: 1 when nobody waits any more. */
  readonly cancelled: Int32Array;
}

/** What a thread sends back: errors as plain data. */
export type ThreadAnswer =
  | { readonly ok: true; readonly output: unknown }
  | { readonly ok: false; readonly reason: string | undefined; readonly message: string; readonly stack: string };

/**
 * Makes a function an export of a thread's module, that `createThreads` calls by its name.
 *
 * @param handedOver buffers of the output that are handed over instead of copied: the thread may not look at them again
 */
export function inThread<Input, Output>(
  work: (input: Input, context: ThreadContext) => Output | Promise<Output>,
  handedOver?: (output: Awaited<Output>) => readonly ArrayBuffer[],
): (input: Input) => Promise<Awaited<Output>> {
  const run = async ({ input, cancelled }: ThreadTask): Promise<ThreadAnswer | Handed> => {
    const isCancelled = (): boolean => Atomics.load(cancelled, 0) !== 0;
    const throwIfCancelled = (): void => {
      if (isCancelled()) throw new ThreadRefusal('aborted', 'Nobody waits for this any more.');
    };
    try {
      throwIfCancelled();
      const output = await work(input as Input, { isCancelled, throwIfCancelled });
      const answer: ThreadAnswer = { ok: true, output };
      return handedOver === undefined ? answer : handed(answer, handedOver(output));
    } catch (error) {
      const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
      return { ok: false, reason: error instanceof ThreadRefusal ? error.reason : undefined, message, stack };
    }
  };
  // The type is the one that the other side of the thread sees.
  return run as unknown as (input: Input) => Promise<Awaited<Output>>;
}

/** An answer with buffers that change hands, as the pool knows it. */
type Handed = ReturnType<typeof move>;

const handed = (answer: ThreadAnswer, buffers: readonly ArrayBuffer[]): Handed =>
  move({ [transferableSymbol]: buffers, [valueSymbol]: answer });
