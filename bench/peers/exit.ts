const works = new Set<() => void>();
let isWatched = false;

/**
 * Has something done when this process ends, however: what it started must end with it.
 *
 * @returns forgets it
 */
export function onExit(work: () => void): () => void {
  if (!isWatched) watch();
  works.add(work);
  return () => void works.delete(work);
}

function watch(): void {
  isWatched = true;
  process.on('exit', () => {
    for (const work of [...works].toReversed()) work();
  });
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(signal, () => process.exit(code));
  }
}
