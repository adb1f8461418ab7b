/** Lines with many equal distances, loose ones and crossed ones: the same in every run. x and y in turn. */
export function seededLines(count: number): readonly (readonly number[])[] {
  let seed = 11;
  const random = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  return Array.from({ length: count }, (_, index) => {
    const positions = 2 + Math.floor(random() * 60);
    let [x, y] = [0, 0];
    return Array.from({ length: positions }, () => {
      if (index % 3 === 0) return [Math.floor(random() * 20), Math.floor(random() * 20)];
      [x, y] = [x + random() - 0.5, y + random() - 0.5];
      return index % 3 === 1 ? [x, y] : [Math.round(3 * x), Math.round(3 * y)];
    }).flat();
  });
}
