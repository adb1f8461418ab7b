/**
 * Works on items, a few at a time. The first fault ends the others, which see it in their signal.
 *
 * @param limit how many at the same time
 * @throws the first fault, once all that had begun have ended
 */
export async function inParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  limit: number,
  signal: AbortSignal,
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const fault = new AbortController();
  const both = AbortSignal.any([signal, fault.signal]);
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  // Asked one after the other: an iterator that is read by several at once may mix its answers up.
  let turn: Promise<unknown> = Promise.resolve();
  const next = (): Promise<IteratorResult<T>> => {
    const asked = turn.then(() => iterator.next());
    turn = asked.catch(() => undefined);
    return asked;
  };
  const worker = async (): Promise<void> => {
    try {
      for (let item = await next(); item.done !== true; item = await next()) {
        both.throwIfAborted();
        await work(item.value, both);
      }
    } catch (cause) {
      fault.abort(cause);
      throw cause;
    }
  };
  await Promise.allSettled(Array.from({ length: limit }, worker));
  await iterator.return?.();
  signal.throwIfAborted();
  if (fault.signal.aborted) throw fault.signal.reason;
}
