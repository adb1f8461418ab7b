/** Faults of this process that no handler caught. */
export interface FaultCounts {
  /** Faults since the start. */
  readonly count: number;
  /** When the last one came, or this process was started again after one, in milliseconds since 1970. */
  readonly lastAt: number | undefined;
  /** How often the process was started again after a fault. */
  readonly restarts: number;
}
