export { anyOf } from './any-of.ts';
export { inTree } from './in-tree.ts';
export { UUID } from './uuid.ts';
export { forBoss, openDatabase, type Connections, type Database, type OpenDatabase } from './connection.ts';
export type { Tables } from './tables.ts';
export type { Changes } from './changes.ts';
export { createLookup, type Lookup } from './lookup.ts';
export { LockLost, type SessionLock, type SessionLocks } from './session-locks.ts';
export { flush, flushTree } from './flushing.ts';
