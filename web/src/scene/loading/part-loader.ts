/** Loads parts of a file by key: a few at a time, the most wanted first. */
export type PartLoader = {
  /** What is to be loaded now. Requests for anything else are cancelled. */
  readonly want: (parts: readonly WantedPart[]) => void;
  /** True while something is on its way. */
  readonly isBusy: () => boolean;
  /** Why a part could not be loaded, of the first that failed. */
  readonly failure: () => unknown;
  readonly dispose: () => void;
};

export type WantedPart = { readonly key: string; readonly load: (signal: AbortSignal) => Promise<void> };

/** Browsers have six connections to one site; one is left to the rest of the page. */
const MOST_AT_ONCE = 5;
/** @param changed is called when a part has come or failed */
export function createPartLoader(changed: () => void): PartLoader {
  const running = new Map<string, AbortController>();
  const failed = new Map<string, unknown>();
  let wanted: readonly WantedPart[] = [];

  const start = (part: WantedPart): void => {
    const controller = new AbortController();
    running.set(part.key, controller);
    const end = (): void => {
      // Cancelled: the key may be another request's by now.
      if (controller.signal.aborted) return;
      running.delete(part.key);
      wanted = wanted.filter(({ key }) => key !== part.key);
      startMore();
      changed();
    };
    part.load(controller.signal).then(end, (error: unknown) => {
      if (!controller.signal.aborted) failed.set(part.key, error);
      end();
    });
  };
  const startMore = (): void => {
    for (const part of wanted) {
      if (running.size >= MOST_AT_ONCE) return;
      if (!running.has(part.key) && !failed.has(part.key)) start(part);
    }
  };
  return {
    want(parts) {
      wanted = parts;
      const keys = new Set(parts.map(({ key }) => key));
      for (const [key, controller] of running)
        if (!keys.has(key)) {
          running.delete(key);
          controller.abort();
        }
      startMore();
    },
    isBusy: () => running.size > 0,
    failure: () => failed.values().next().value,
    dispose() {
      wanted = [];
      for (const controller of running.values()) controller.abort();
      running.clear();
    },
  };
}
