/** Classes of pixels, row by row; 0 where there is none. */
export interface ClassGrid {
  readonly columns: number;
  readonly rows: number;
  readonly classes: Uint8Array;
}

/** Pieces of one class whose pixels share sides, numbered from 1 in the order of their first pixels; 0 is none. */
export interface Pieces {
  readonly labels: Int32Array;
  readonly count: number;
}

/** Finds the pieces in two passes: labels that met are the same (A. Rosenfeld and J. L. Pfaltz, 1966). */
export function findPieces({ columns, rows, classes }: ClassGrid): Pieces {
  const labels = new Int32Array(classes.length);
  const parents = new Int32Array(classes.length + 1);
  let used = 0;
  for (let row = 0, at = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, at += 1) {
      const own = classes[at]!;
      if (own === 0) continue;
      const left = column > 0 && classes[at - 1] === own ? labels[at - 1]! : 0;
      const above = row > 0 && classes[at - columns] === own ? labels[at - columns]! : 0;
      if (left === 0 && above === 0) {
        used += 1;
        parents[used] = used;
        labels[at] = used;
      } else labels[at] = left === 0 ? above : above === 0 ? left : join(parents, left, above);
    }
  }
  return renumber(labels, parents);
}

/** The label that stands for one. Paths are halved as they are gone. */
export function rootOf(parents: Int32Array, label: number): number {
  let root = label;
  while (parents[root] !== root) {
    parents[root] = parents[parents[root]!]!;
    root = parents[root]!;
  }
  return root;
}

function join(parents: Int32Array, one: number, other: number): number {
  const [first, second] = [rootOf(parents, one), rootOf(parents, other)];
  const root = Math.min(first, second);
  parents[Math.max(first, second)] = root;
  return root;
}

function renumber(labels: Int32Array, parents: Int32Array): Pieces {
  const numbers = new Int32Array(parents.length);
  let count = 0;
  for (let at = 0; at < labels.length; at += 1) {
    if (labels[at] === 0) continue;
    const root = rootOf(parents, labels[at]!);
    if (numbers[root] === 0) {
      count += 1;
      numbers[root] = count;
    }
    labels[at] = numbers[root]!;
  }
  return { labels, count };
}
