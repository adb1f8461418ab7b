/** Whether numbers rise; of two the second may be the first, as for a class of one value. */
export const areRising = (numbers: readonly number[]): boolean =>
  numbers.every((value, at) => {
    const before = numbers[at - 1];
    return before === undefined || value > before || (numbers.length === 2 && value === before);
  });
