/** What may still be drawn of a picture. A single geometry can have more to draw than a whole city has. */
export interface DrawingBudget {
  /** Takes steps: pixels, or what takes as long. @returns false when nothing more is to be drawn */
  spend(steps: number): boolean;
}

/** Calls between two looks at the clock, which costs as much as some pixels. */
const CALLS_PER_LOOK = 64;

/** @param steps a million take some ten milliseconds */
export function drawingBudget(steps: number, milliseconds: number): DrawingBudget {
  const deadline = Date.now() + milliseconds;
  let [left, calls] = [steps, 0];
  return {
    spend(taken) {
      left -= taken;
      calls += 1;
      if (calls % CALLS_PER_LOOK === 0 && Date.now() > deadline) left = -1;
      return left >= 0;
    },
  };
}
