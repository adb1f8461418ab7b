/** Signals of one press of a key are at most so far apart; nobody presses it again so soon. */
const SAME_KEY_MS = 500;

/**
 * What a signal to end does. One Ctrl+C comes twice where a program in between (npm, a shell) hands on what the terminal has
 * sent to all of them: it must not count as the second one, which leaves no time to say what happened.
 *
 * @param end at the first one
 * @param leave when it is asked for again: at once
 */
export function onInterrupt(
  end: () => void,
  leave: () => void,
  now: () => number = () => performance.now(),
): () => void {
  let first: number | undefined;
  return () => {
    if (first === undefined) {
      first = now();
      end();
    } else if (now() - first > SAME_KEY_MS) leave();
  };
}
