type InOrder<Item, Made> = {
  readonly make: (item: Item) => Promise<Made>;
  /** Gets what was made in the order of the items, also where a later one was made sooner. */
  readonly take: (made: Made) => void;
};

/**
 * One that failed does not hold up those behind it.
 *
 * @returns makes the next
 */
export function inOrder<Item, Made>({ make, take }: InOrder<Item, Made>): (item: Item) => void {
  let before: Promise<unknown> = Promise.resolve();
  return (item) => {
    const making = make(item);
    before = Promise.allSettled([before, making]).then(async () => take(await making));
  };
}
