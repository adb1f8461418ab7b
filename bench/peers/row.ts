/** Figures of one side, in the unit of their row. */
export interface Figure {
  readonly value: number;
  /** Milliseconds that 99 of 100 answers took at most. */
  readonly p99?: number;
  /** Milliseconds of processor time of all processes of the side: for an answer or, where there is one only, for all. */
  readonly cpu?: number;
  /** MiB of all processes at most (PSS). */
  readonly peak?: number;
}

/** Cold: just started, own caches empty. Warm: asked before. */
export interface Side {
  readonly cold?: Figure | undefined;
  readonly warm?: Figure | undefined;
}

export type Column = 'cold' | 'warm';

/** What a row must reach; all parts must hold, in each column that has a figure. */
export interface Aim {
  /** Ratio to a peer: of rates at least, of times at most. */
  readonly beside?: { readonly peer: string; readonly times: number };
  /** Figure itself: of rates at least, of times and memory at most. */
  readonly value?: number;
  /** Milliseconds. */
  readonly p99?: number;
  /** MiB. */
  readonly peak?: number;
  /** The only column that counts. */
  readonly column?: Column;
}

export interface Row {
  readonly work: string;
  readonly unit: 'per s' | 'MB/s' | 'ms' | 's' | 'MiB';
  readonly aim: Aim;
}

export interface Result {
  readonly row: Row;
  readonly ours: Side;
  /** By the name of the peer, the most important one first. */
  readonly peers: Readonly<Record<string, Side>>;
}

/** Rows about one subject, which are measured together. */
export interface Subject<Setup> {
  readonly rows: readonly Row[];
  /** Whether answers come without the database, so that one database is enough. */
  readonly isWithoutDatabase?: true;
  /** Measures all rows. @param report is called with each when it is done */
  measure(setup: Setup, report: (result: Result) => void): Promise<void>;
}

const isRate = ({ unit }: Row): boolean => unit === 'per s' || unit === 'MB/s';

/** Ours divided by a peer's, of one column. */
export function ratioOf({ ours, peers }: Result, peer: string, column: Column): number | undefined {
  const [own, other] = [ours[column], peers[peer]?.[column]];
  return own && other && own.value / other.value;
}

/** Whether the aim is reached; undefined where nothing was measured that it is about. */
export function isReached(result: Result): boolean | undefined {
  const { row, ours } = result;
  const { beside, value, p99, peak, column } = row.aim;
  const columns = (column === undefined ? (['cold', 'warm'] as const) : [column]).filter((name) => ours[name]);
  const within = (measured: number, limit: number): boolean => (isRate(row) ? measured >= limit : measured <= limit);
  const verdicts = columns.flatMap((name) => {
    const figure = ours[name]!;
    const ratio = beside && ratioOf(result, beside.peer, name);
    return [
      ...(beside && ratio !== undefined ? [within(ratio, beside.times)] : []),
      ...(value === undefined ? [] : [within(figure.value, value)]),
      ...(p99 === undefined || figure.p99 === undefined ? [] : [figure.p99 <= p99]),
      ...(peak === undefined || figure.peak === undefined ? [] : [figure.peak <= peak]),
    ];
  });
  return verdicts.length === 0 ? undefined : verdicts.every(Boolean);
}

/** An aim as text. */
export function aimText(row: Row): string {
  const { beside, value, p99, peak, column } = row.aim;
  const sign = isRate(row) ? '≥' : '≤';
  const parts = [
    ...(value === undefined ? [] : [`${sign} ${value.toLocaleString('en')} ${row.unit}`]),
    ...(beside === undefined ? [] : [`${sign} ${beside.times} x ${beside.peer}`]),
    ...(p99 === undefined ? [] : [`p99 ≤ ${p99} ms`]),
    ...(peak === undefined ? [] : [`peak ≤ ${peak} MiB`]),
  ];
  return parts.join(', ') + (column === undefined ? '' : ` (${column})`);
}
