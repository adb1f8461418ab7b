import { systemClock, type Clock } from 'pg-boss';

/** Lets one waiter sleep until there may be something to do. */
export interface Waker {
  /** Ends the sleep; the next one, when nobody sleeps at this moment. */
  readonly wake: () => void;
  /** @param ms longest time to sleep */
  sleep(ms: number): Promise<void>;
}

/** @param clock what time it is; that of the machine unless told */
export function createWaker(clock: Clock = systemClock): Waker {
  let isWoken = false;
  let resume: (() => void) | undefined;
  return {
    wake() {
      isWoken = true;
      resume?.();
    },
    async sleep(ms) {
      if (!isWoken) {
        await new Promise<void>((resolve) => {
          const timer = clock.setTimeout(resolve, ms);
          resume = () => (clock.clearTimeout(timer), resolve());
        });
        resume = undefined;
      }
      isWoken = false;
    },
  };
}
