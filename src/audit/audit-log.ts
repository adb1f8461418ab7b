import type { Database } from '../database/index.ts';

/** Who did something: a signed-in caller and the address he called from, or the command line of the machine. */
export interface Actor {
  /** Absent for the command line and for what the service does by itself. */
  readonly id?: string;
  readonly name: string;
  readonly address?: string;
  /** Id of the access token he did it by, if he did. */
  readonly token?: string;
}

/** The service itself, or somebody at the machine it runs on. */
export const THE_SERVICE: Actor = { name: 'the service' };

/** What happened, as `subject.verb`: the subject is the kind of thing, not its name. */
export type AuditAction =
  | `user.${'create' | 'update' | 'delete' | 'password' | 'roles' | 'quota' | 'metadata' | 'sign-out'}`
  | `role.${'create' | 'delete'}`
  | `organization.${'create' | 'update' | 'owner' | 'delete' | 'merge'}`
  | `member.${'add' | 'update' | 'remove'}`
  | `dataset.${'create' | 'rename' | 'visibility' | 'move' | 'delete' | 'builds-clear'}`
  | `batch.${'begin' | 'commit' | 'rollback'}`
  | `task.${'start' | 'cancel' | 'retry' | 'delete' | 'clear' | 'undo'}`
  | `token.${'create' | 'change' | 'revoke'}`
  | `system.${'import' | 'cleanup' | 'check' | 'migrate' | 'task-delete'}`;

export interface AuditRecord {
  readonly actor: Actor;
  readonly action: AuditAction;
  /** Name of the thing: a user name, an organization's slug, `organization/dataset`. */
  readonly subject: string;
  /** What else tells the change; never a password, a token or a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes what happened, in the transaction that makes it happen: the log tells neither more nor less than was done. */
export async function recordAudit(
  transaction: Database,
  { actor, action, subject, details = {} }: AuditRecord,
): Promise<void> {
  await transaction
    .insertInto('audit_log')
    .values({
      actor_id: actor.id ?? null,
      actor_name: actor.name,
      address: actor.address ?? null,
      action,
      subject,
      details: JSON.stringify(actor.token === undefined ? details : { ...details, token: actor.token }),
    })
    .execute();
}
