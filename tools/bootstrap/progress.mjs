// What a person sees while something takes long: one line that is rewritten on a terminal, plain lines elsewhere.
// It goes to stderr, so that the output of `npm run alidade -- ...` stays clean.

/** A plain line after every 15 s: often enough to see life, rare enough for a log. */
const PLAIN_INTERVAL = 15_000;
/** Four frames a second look alive and cost nothing. */
const TERMINAL_INTERVAL = 250;

/**
 * @typedef {{ readonly isTTY?: boolean, readonly columns?: number, write(text: string): unknown }} Screen
 * @typedef {object} Progress
 * @property {(title: string, why: string) => void} begin the next step starts
 * @property {(title: string) => void} skip the next step has nothing to do
 * @property {(line: string) => void} activity the last line of what runs now
 * @property {(line: string) => void} say a line that stays
 * @property {(result: string) => void} end the step is done
 * @property {() => void} stop nothing is drawn any more
 */

/**
 * @param {number} total number of steps
 * @param {Screen} [screen]
 * @param {() => number} [now] milliseconds
 * @returns {Progress}
 */
export function createProgress(total, screen = process.stderr, now = Date.now) {
  let step = 0;
  let began = 0;
  let title = '';
  let last = '';
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  const label = () => `[${step}/${total}] ${title}`;
  const clear = () => (screen.isTTY ? '\r\u001b[2K' : '');
  const draw = () => {
    const line = `${label()}  ${secondsSince(began, now)} s  ${last}`;
    screen.write(screen.isTTY ? clear() + line.slice(0, (screen.columns ?? 80) - 1) : `${line}\n`);
  };
  const stop = () => {
    if (timer && screen.isTTY) screen.write(clear());
    clearInterval(timer);
    timer = undefined;
  };

  return {
    begin(name, why) {
      step += 1;
      [title, last, began] = [name, '', now()];
      screen.write(`${label()}: ${why}\n`);
      timer = setInterval(draw, screen.isTTY ? TERMINAL_INTERVAL : PLAIN_INTERVAL);
      timer.unref();
    },
    skip(name) {
      step += 1;
      title = name;
      screen.write(`${label()}: ready\n`);
    },
    activity(line) {
      last = line;
    },
    say(line) {
      screen.write(`${clear()}${line}\n`);
    },
    end(result) {
      stop();
      screen.write(`${label()}: ${result} (${secondsSince(began, now)} s)\n`);
    },
    stop,
  };
}

/** @param {number} began @param {() => number} now @returns {number} */
function secondsSince(began, now) {
  return Math.round((now() - began) / 1000);
}
