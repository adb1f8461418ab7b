const NUMBER = new Intl.NumberFormat();

/** "1 file", "1,204 files". */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${NUMBER.format(count)} ${count === 1 ? one : many}`;
