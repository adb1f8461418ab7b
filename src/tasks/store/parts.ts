import { sql, type Selectable, type SelectQueryBuilder } from 'kysely';
import type { Database, Tables } from '../../database/index.ts';
import type { Listed, Part, TaskRow } from '../service.ts';

/** Some of the jobs. */
export type SomeJobs = SelectQueryBuilder<Tables, 'jobs', Selectable<Tables['jobs']>>;

/** Where a job is in a list: microseconds since 1970, which JavaScript's dates do not tell, and its id. */
export const PLACE = /^\d{1,16}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const place = sql<string>`(extract(epoch from jobs.created_at) * 1000000)::bigint || '.' || jobs.id`;

/** A part of the jobs that a condition is still to choose, and one more if there are more. @param after must be a `PLACE` */
export function newestFirst(db: Database, { skip, take, after }: Part): SomeJobs {
  const [microseconds, id] = after?.split('.') ?? [];
  return db
    .selectFrom('jobs')
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, id) < (timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond', ${id}::uuid)`,
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(skip)
    .limit(take + 1);
}

/** Has rows come in the order of the jobs. */
export const inOrder = <Query extends SelectQueryBuilder<Tables, 'jobs', object>>(query: Query): Query =>
  query.orderBy('jobs.created_at', 'desc').orderBy('jobs.id', 'desc') as Query;

/** @param rows of a part, perhaps with one more */
export function listed<R extends TaskRow & { readonly place: string }>(rows: readonly R[], { take }: Part): Listed<R> {
  const part = rows.slice(0, take);
  return { rows: part, next: rows.length > take ? part.at(-1)!.place : undefined };
}
