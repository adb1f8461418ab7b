/**
 * Starts pieces of work, some ahead of the one whose outcome is taken next: work runs in parallel, outcomes come in order.
 *
 * @param ahead pieces that may be started before the first of them is taken
 */
export async function inOrder<T>(
  count: number,
  ahead: number,
  start: (index: number) => Promise<T>,
  take: (outcome: T, index: number) => Promise<void>,
): Promise<void> {
  const running: Promise<T>[] = [];
  try {
    for (let [next, taken] = [0, 0]; taken < count; taken += 1) {
      for (; next < count && next < taken + ahead; next += 1) running.push(start(next));
      await take(await running.shift()!, taken);
    }
  } finally {
    // After a failure the others are waited for: what they do then is nothing to anybody, and must not be unheard.
    await Promise.allSettled(running);
  }
}
