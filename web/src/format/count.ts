const NUMBER = new Intl.NumberFormat();

/** "1,204". */
export const formatNumber = (value: number): string => NUMBER.format(value);

/** "1 file", "1,204 files". */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
