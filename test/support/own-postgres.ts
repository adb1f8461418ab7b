import { openDatabase, type OpenDatabase } from '../../src/database/index.ts';
import { startPostgres } from './postgres.ts';

/** A PostgreSQL server of one test, with a database that its processes share. */
export interface OwnPostgres extends AsyncDisposable {
  readonly url: string;
  readonly db: OpenDatabase['db'];
}

/** @param dataDir of the processes. @param name of the database */
export async function openOwnPostgres(dataDir: string, name: string): Promise<OwnPostgres> {
  const server = await startPostgres();
  try {
    const url = await server.createDatabase(name);
    const { db, close } = await openDatabase({ folder: dataDir, url });
    return {
      url,
      db,
      async [Symbol.asyncDispose]() {
        await close();
        await server.stop();
      },
    };
  } catch (cause) {
    await server.stop();
    throw cause;
  }
}
