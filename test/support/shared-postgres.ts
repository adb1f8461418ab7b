import type { TestProject } from 'vitest/node';
import { CARELESS, startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a PostgreSQL server that all test files of a project share. */
    postgres?: string;
  }
}

/** Connections of the services of three test files at a time, and of what those close behind them. */
const CONNECTIONS = 300;

/** Starts a server for the whole run: making a cluster and starting it for each file is a second of a processor each time. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres([...CARELESS, `max_connections=${CONNECTIONS}`]);
  project.provide('postgres', server.url);
  return server.stop;
}
