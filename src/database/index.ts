export { anyOf } from './any-of.ts';
export { forBoss, openDatabase, type Connections, type Database, type OpenDatabase } from './connection.ts';
export type { Tables } from './tables.ts';
export type { Changes } from './changes.ts';
export { createLookup, type Lookup } from './lookup.ts';
