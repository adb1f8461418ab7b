import { sql } from 'kysely';
import { recordAudit, type Actor } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { checkRoleName, foldRoleName } from '../users/names.ts';
import { ADMIN_ROLE, DEACTIVATED_ROLE } from '../users/store.ts';

/** Roles are labels; only `admin` and `deactivated` carry meaning, and these two always exist. */
export interface Roles {
  list(): Promise<string[]>;
  /** @throws `conflict` when it exists, in any letter case */
  create(name: string, actor: Actor): Promise<void>;
  /** Takes it from everybody who has it, too. @throws `not-found`; `conflict` for one that carries meaning */
  remove(name: string, actor: Actor): Promise<void>;
}

export function createRoles(db: Database): Roles {
  return {
    async list() {
      const rows = await db.selectFrom('roles').select('name').orderBy('folded').execute();
      return rows.map(({ name }) => name);
    },

    async create(name, actor) {
      checkRoleName(name);
      await db.transaction().execute(async (transaction) => {
        await lockAdministration(transaction);
        const { created } = await ensureRoles(transaction, [name]);
        if (created.length === 0) throw fail('conflict', `There is a role ${name} already.`);
        await recordAudit(transaction, { actor, action: 'role.create', subject: name });
      });
    },

    async remove(name, actor) {
      if ([ADMIN_ROLE, DEACTIVATED_ROLE].includes(foldRoleName(name))) {
        throw fail('conflict', `The role ${foldRoleName(name)} carries meaning and cannot be deleted.`);
      }
      await db.transaction().execute(async (transaction) => {
        await lockAdministration(transaction);
        const role = (await findRoles(transaction, [name])).get(foldRoleName(name));
        if (role === undefined) throw fail('not-found', `There is no role ${name}.`);
        const { users } = await transaction
          .selectFrom('user_roles')
          .select((eb) => eb.fn.countAll<number>().as('users'))
          .where('role', '=', role)
          .executeTakeFirstOrThrow();
        await transaction.deleteFrom('roles').where('name', '=', role).execute();
        await recordAudit(transaction, { actor, action: 'role.delete', subject: role, details: { users } });
      });
    },
  };
}

/** Roles as they are written here, in the order given, each once. @throws `invalid-input` for one that does not exist */
export async function requireRoles(db: Database, wanted: readonly string[]): Promise<string[]> {
  const existing = await findRoles(db, wanted);
  const missing = wanted.find((name) => !existing.has(foldRoleName(name)));
  if (missing !== undefined) throw fail('invalid-input', `roles must exist; there is no role ${missing}.`);
  return [...new Set(wanted.map((name) => existing.get(foldRoleName(name))!))];
}

/** The same, but makes those that are missing. @returns also which were made */
export async function ensureRoles(
  transaction: Database,
  wanted: readonly string[],
): Promise<{ readonly roles: readonly string[]; readonly created: readonly string[] }> {
  const names = await findRoles(transaction, wanted);
  const created: string[] = [];
  for (const name of wanted) {
    const folded = foldRoleName(name);
    if (names.has(folded)) continue;
    await transaction
      .insertInto('roles')
      .values({ name: checkRoleName(name), folded })
      .execute();
    names.set(folded, name);
    created.push(name);
  }
  return { roles: [...new Set(wanted.map((name) => names.get(foldRoleName(name))!))], created };
}

/** Those of the names that exist, as they are written here, by their folded name. */
async function findRoles(db: Database, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('roles')
    .select(['name', 'folded'])
    .where('folded', '=', sql<string>`any(${names.map(foldRoleName)}::text[])`)
    .execute();
  return new Map(rows.map(({ name, folded }) => [folded, name]));
}

/** Whether two lists hold the same roles, in any order; each holds a role once. */
export function sameRoles(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((role) => after.includes(role));
}

/**
 * Lets one change of roles and administrators happen at a time, until the transaction ends: of two administrators who
 * demote each other one must be told that he would be the last.
 */
export async function lockAdministration(transaction: Database): Promise<void> {
  await transaction.selectFrom('roles').select('name').where('name', '=', ADMIN_ROLE).forUpdate().execute();
}
