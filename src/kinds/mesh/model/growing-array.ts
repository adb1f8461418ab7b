type Numbers = Float64Array | Float32Array | Int32Array | Uint32Array | Uint8Array;

/** Numbers that are added one after the other. */
export interface GrowingArray<A extends Numbers> {
  readonly length: number;
  push(value: number): void;
  get(index: number): number;
  /** Moves what was added into an array of its own length; nothing is left here. */
  take(): A;
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
        // By half: twice as much does not fit into memory for the largest models.
        const larger = create(Math.ceil(1.5 * length));
        larger.set(array as never);
        array = larger;
      }
      array[length] = value;
      length += 1;
    },
    get: (index) => array[index]!,
    take() {
      const taken = array.slice(0, length) as A;
      array = create(FIRST_LENGTH);
      length = 0;
      return taken;
    },
  };
}
