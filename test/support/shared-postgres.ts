import { CARELESS, startPostgres } from './postgres.ts';

/** Environment variable that names the server: workers inherit it, and all projects of a run share one. */
const SERVER = 'ALIDADE_TEST_POSTGRES';

/** Connections of the services of three test files at a time, and of those that close behind them. */
const CONNECTIONS = 400;

/** Starts a server for the whole run: a cluster for each file would cost a second of a processor each. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (sharedServer() !== undefined) return undefined;
  const server = await startPostgres([...CARELESS, `max_connections=${CONNECTIONS}`]);
  process.env[SERVER] = server.url;
  return server.stop;
}

/** Address of the server of this run. */
export const sharedServer = (): string | undefined => process.env[SERVER];
