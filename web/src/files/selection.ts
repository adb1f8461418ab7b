/** Chosen rows by their paths. `anchor` is where a range with Shift begins. */
export type Selection = { readonly paths: ReadonlySet<string>; readonly anchor: string | null };

export const NOTHING: Selection = { paths: new Set(), anchor: null };

/** Chooses a row, or lets it go. */
export function toggled({ paths }: Selection, path: string): Selection {
  const next = new Set(paths);
  if (!next.delete(path)) next.add(path);
  return { paths: next, anchor: path };
}

/** Chooses everything between the anchor and `path`, in the order shown; what was chosen before stays chosen. */
export function extended({ paths, anchor }: Selection, order: readonly string[], path: string): Selection {
  const to = order.indexOf(path);
  const from = anchor === null ? to : order.indexOf(anchor);
  if (to === -1) return { paths, anchor };
  const [first, last] = from === -1 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
  return { paths: new Set([...paths, ...order.slice(first, last + 1)]), anchor: from === -1 ? path : anchor };
}

export const everything = (order: readonly string[]): Selection => ({
  paths: new Set(order),
  anchor: order[0] ?? null,
});
