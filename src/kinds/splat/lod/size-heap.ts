/** Children per node of the heap. Four share a cache line, and halve the depth of a binary heap. */
const WAYS = 4;

/** A heap of slots, smallest size first. Equal sizes are ordered by slot, so that the order does not depend on insertion. */
export class SizeHeap {
  count = 0;
  private slots: Int32Array;
  private readonly sizes: Float32Array;

  /** @param sizes per slot; a size may change only while its slot is not in the heap */
  constructor(sizes: Float32Array) {
    this.sizes = sizes;
    this.slots = new Int32Array(1024);
  }

  /** Replaces the content by the first `count` slots. */
  fill(slots: Int32Array, count: number): void {
    if (this.slots.length < count) this.slots = new Int32Array(count);
    this.slots.set(slots.subarray(0, count));
    this.count = count;
    for (let at = Math.floor((count - 2) / WAYS); at >= 0; at -= 1) this.sink(at, this.slots[at]!);
  }

  push(slot: number): void {
    if (this.count === this.slots.length) {
      const longer = new Int32Array(2 * this.count);
      longer.set(this.slots);
      this.slots = longer;
    }
    const { slots, sizes } = this;
    const size = sizes[slot]!;
    let at = this.count;
    this.count += 1;
    while (at > 0) {
      const above = (at - 1) >> 2;
      const other = slots[above]!;
      const otherSize = sizes[other]!;
      if (otherSize < size || (otherSize === size && other < slot)) break;
      slots[at] = other;
      at = above;
    }
    slots[at] = slot;
  }

  /** Removes and returns the smallest slot of a heap that is not empty. */
  pop(): number {
    const { slots } = this;
    const smallest = slots[0]!;
    this.count -= 1;
    if (this.count > 0) this.sink(0, slots[this.count]!);
    return smallest;
  }

  /** Returns the remaining slots, in no particular order. */
  rest(): Int32Array {
    return this.slots.slice(0, this.count);
  }

  /** Places a slot at an index of the heap or below it. */
  private sink(at: number, slot: number): void {
    const { slots, sizes, count } = this;
    const size = sizes[slot]!;
    for (;;) {
      const first = WAYS * at + 1;
      if (first >= count) break;
      const end = Math.min(first + WAYS, count);
      let least = first;
      let leastSlot = slots[first]!;
      let leastSize = sizes[leastSlot]!;
      for (let child = first + 1; child < end; child += 1) {
        const other = slots[child]!;
        const otherSize = sizes[other]!;
        if (otherSize < leastSize || (otherSize === leastSize && other < leastSlot)) {
          least = child;
          leastSlot = other;
          leastSize = otherSize;
        }
      }
      if (size < leastSize || (size === leastSize && slot < leastSlot)) break;
      slots[at] = leastSlot;
      at = least;
    }
    slots[at] = slot;
  }
}
