export { machineBytes, residentBytes } from './machine.ts';
export {
  createMemoryBudget,
  defaultLimitBytes,
  MIN_LIMIT_MB,
  type MemoryBudget,
  type MemoryUse,
} from './memory-budget.ts';
export type { MemoryClient } from './memory-client.ts';
export { MemoryError } from './memory-error.ts';
export type { MemoryClaim, MemoryLoad, MemoryRequest, MemoryShare } from './memory-share.ts';
