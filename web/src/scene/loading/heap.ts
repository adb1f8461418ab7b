/** A queue that gives back the item of the greatest weight first. */
export type Heap<T> = {
  readonly push: (weight: number, item: T) => void;
  readonly pop: () => { readonly weight: number; readonly item: T } | undefined;
};

export function createHeap<T>(): Heap<T> {
  const rows: { weight: number; item: T }[] = [];
  const swap = (one: number, other: number): void => {
    [rows[one], rows[other]] = [rows[other]!, rows[one]!];
  };
  const weight = (at: number): number => rows[at]?.weight ?? -Infinity;
  return {
    push(value, item) {
      rows.push({ weight: value, item });
      for (let at = rows.length - 1; at > 0 && weight(at) > weight((at - 1) >> 1); at = (at - 1) >> 1)
        swap(at, (at - 1) >> 1);
    },
    pop() {
      const [first] = rows;
      const last = rows.pop();
      if (first === undefined || last === undefined || rows.length === 0) return first;
      rows[0] = last;
      for (let at = 0; ;) {
        const [left, right] = [2 * at + 1, 2 * at + 2];
        const larger = weight(right) > weight(left) ? right : left;
        if (weight(larger) <= weight(at)) return first;
        swap(at, larger);
        at = larger;
      }
    },
  };
}
