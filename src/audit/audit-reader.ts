import { sql } from 'kysely';
import type { Database } from '../database/index.ts';

/** A line of the audit log. */
export interface AuditLine {
  readonly id: number;
  readonly at: Date;
  readonly actor: string | null;
  readonly address: string | null;
  readonly action: string;
  readonly subject: string;
  readonly details: Record<string, unknown>;
}

export interface AuditQuery {
  /** Lines older than the one of this id. */
  readonly before?: number | undefined;
  readonly limit: number;
  /** `user.create`, or `user` for everything that happened to users. */
  readonly action?: string | undefined;
  /** Name of who did it, in any letter case. */
  readonly user?: string | undefined;
}

/** Lines of the log, newest first. */
export async function readAudit(db: Database, { before, limit, action, user }: AuditQuery): Promise<AuditLine[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor_name as actor', 'address', 'action', 'subject', 'details'])
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .$if(action !== undefined, (query) =>
      // Everything that begins with `user.` sorts between `user.` and `user/`.
      query.where((eb) =>
        eb.or([eb('action', '=', action!), eb.and([eb('action', '>', `${action}.`), eb('action', '<', `${action}/`)])]),
      ),
    )
    .$if(user !== undefined, (query) => query.where(sql`lower(actor_name)`, '=', user!.toLowerCase()))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows;
}

/** Removes lines older than so many days. @returns how many */
export async function forgetAudit(db: Database, days: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('audit_log')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
