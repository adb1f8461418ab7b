type Numbers = Float64Array | Float32Array | Int32Array | Uint32Array | Uint8Array;

/** Numbers that are added one after the other. */
export interface GrowingArray<A extends Numbers> {
  readonly length: number;
  push(value: number): void;
  get(index: number): number;
  /** What was added, without a copy. */
  view(): A;
}

const FIRST_LENGTH = 1024;

export function growingArray<A extends Numbers>(create: (length: number) => A): GrowingArray<A> {
  let array = create(FIRST_LENGTH);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === array.length) {
        // Half as much again: twice as much does not fit into memory for the largest models.
        const larger = create(Math.ceil(1.5 * length));
        larger.set(array as never);
        array = larger;
      }
      array[length] = value;
      length += 1;
    },
    get: (index) => array[index]!,
    view: () => array.subarray(0, length) as A,
  };
}
