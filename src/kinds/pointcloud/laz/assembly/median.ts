/** Five numbers, sorted; each new one pushes out the highest and the lowest by turns, so that the one in the middle follows. */
export const MEDIAN_BYTES: usize = 24;
const FROM_TOP: usize = 20;

export function startMedian(median: usize): void {
  memory.fill(median, 0, 20);
  store<u32>(median, 1, FROM_TOP);
}

export function middleOf(median: usize): i32 {
  return load<i32>(median, 8);
}

export function addToMedian(median: usize, value: i32): void {
  const middle = middleOf(median);
  if (load<u32>(median, FROM_TOP) != 0) {
    let at = median + 16;
    while (at > median && value < load<i32>(at - 4)) {
      store<i32>(at, load<i32>(at - 4));
      at -= 4;
    }
    store<i32>(at, value);
    if (value >= middle) store<u32>(median, 0, FROM_TOP);
  } else {
    let at = median;
    while (at < median + 16 && load<i32>(at + 4) < value) {
      store<i32>(at, load<i32>(at + 4));
      at += 4;
    }
    store<i32>(at, value);
    if (value <= middle) store<u32>(median, 1, FROM_TOP);
  }
}
