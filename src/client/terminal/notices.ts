import type { Output } from './output.ts';
import type { Progress } from './progress-display.ts';

/** Where lines go while a command runs. */
export interface Notices {
  /** A line: among what the display of the present transfer shows, which it must not tear. */
  note(text: string): void;
  /** A new display, which is the present one up to its end. */
  progress(): Progress;
}

export function noticesAmong(out: Pick<Output, 'note'>, create: () => Progress): Notices {
  let present: Progress | undefined;
  return {
    note: (text) => (present ?? out).note(text),
    progress() {
      const shown = create();
      present = shown;
      const end = (): void => {
        if (present === shown) present = undefined;
        shown.end();
      };
      return { ...shown, end };
    },
  };
}
