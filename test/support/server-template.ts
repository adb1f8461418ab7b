/** A database on the PostgreSQL server of a run with the whole schema, made once and copied for every test. */
import { tmpdir } from 'node:os';
import pg from 'pg';
import { addressOf } from './postgres.ts';

const TEMPLATE = 'template_alidade';
const UNFINISHED = `${TEMPLATE}_unfinished`;
/** The key of the lock under which one worker makes the template: any number that no test uses. */
const LOCK = 7_316_208;

let made: Promise<string> | undefined;

/** @returns the name of the template on `server`, made when there is none */
export async function serverTemplate(server: string): Promise<string> {
  made ??= make(server);
  return made;
}

async function make(server: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [TEMPLATE]);
    if (rowCount === 0) {
      await client.query(`create database ${UNFINISHED}`);
      const { openWithQueues } = await import('./schema.ts');
      await (await openWithQueues({ url: addressOf(server, UNFINISHED), folder: tmpdir() })).close();
      await client.query(`alter database ${UNFINISHED} rename to ${TEMPLATE}`);
    }
  } finally {
    await client.end();
  }
  return TEMPLATE;
}
