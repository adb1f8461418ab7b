import type { operations } from './operations/index.ts';

type Operations = typeof operations;

/** The operations a child can be asked for. */
export type OperationName = keyof Operations;
/** What an operation takes: plain data that survives structured clone. */
export type OperationInput<N extends OperationName> = Parameters<Operations[N]>[0];
/** What an operation answers. */
export type OperationOutput<N extends OperationName> = Awaited<ReturnType<Operations[N]>>;
