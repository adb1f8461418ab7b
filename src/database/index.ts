export { forBoss, openDatabase, type Database, type OpenDatabase } from './connection.ts';
export type { Tables } from './tables.ts';
