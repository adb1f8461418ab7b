export { machineBytes, residentBytes } from './machine.ts';
export {
  createMemoryBudget,
  defaultLimitBytes,
  MIN_LIMIT_MB,
  type MemoryBudget,
  type MemoryUse,
} from './memory-budget.ts';
export { MemoryError, type MemoryClaim, type MemoryLoad, type MemoryShare } from './memory-share.ts';
