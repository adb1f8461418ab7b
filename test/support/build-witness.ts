import { sql } from 'kysely';
import type { Database } from '../../src/database/index.ts';

/** What went on with builds, no matter who did it and whatever became of him: the rows themselves only tell how it ended. */
export interface WitnessedBuilds {
  /** Attempts that began, by path. */
  readonly attempts: ReadonlyMap<string, number>;
  /** How often an output was named, by hash and kind: more than once is work done twice. */
  readonly named: ReadonlyMap<string, number>;
}

/** Lets the database itself note every attempt and every output from now on, in whatever process they are made. */
export async function witnessBuilds(db: Database): Promise<void> {
  const statements = [
    `create table witnessed (what text not null, subject text not null)`,
    `create function witness() returns trigger language plpgsql as $$ begin
       if tg_table_name = 'outputs' then insert into witnessed values ('named', new.hash || ' ' || new.kind);
       elsif new.state = 'Processing' then insert into witnessed values ('attempt', new.path);
       end if;
       return null;
     end $$`,
    `create trigger witness_outputs after insert or update on outputs for each row execute function witness()`,
    `create trigger witness_jobs after update of state on jobs for each row when (new.tool_id = 'build') execute function witness()`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function witnessedBuilds(db: Database): Promise<WitnessedBuilds> {
  const { rows } = await sql<{
    what: string;
    subject: string;
    times: number;
  }>`select what, subject, count(*)::integer as times from witnessed group by what, subject`.execute(db);
  const timesOf = (what: string): ReadonlyMap<string, number> =>
    new Map(rows.filter((row) => row.what === what).map(({ subject, times }) => [subject, times]));
  return { attempts: timesOf('attempt'), named: timesOf('named') };
}
