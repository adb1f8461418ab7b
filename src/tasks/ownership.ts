import type { Caller, DatasetGrant } from '../access/index.ts';
import { fail, failUnauthorized } from '../errors/index.ts';
import type { TaskRow } from './service.ts';

/** Whose a task is, as far as rights go. */
type Owned = Pick<TaskRow, 'toolId' | 'userId'>;

/**
 * Whether somebody sees all that a task tells: its user, everybody where it has none, and anyone who manages the dataset. Builds
 * belong to the dataset, and anyone who reads that may see them.
 */
export function maySee(task: Owned, { permissions }: DatasetGrant, caller: Caller | undefined): boolean {
  return task.toolId === 'build' || task.userId === null || isUser(task, caller) || permissions.canManageMembers;
}

/** @throws `forbidden` */
export function requireSight(task: Owned, dataset: DatasetGrant, caller: Caller | undefined): void {
  if (!maySee(task, dataset, caller))
    throw fail('forbidden', 'This task is somebody else’s. Who started it, and who manages the dataset, may see it.');
}

/**
 * Whether somebody may end a task, start it again or forget it: its user, and, when they may write in the
 * dataset, its managers, or everybody where the task has no user or is a build.
 */
export function mayControl(task: Owned, { permissions }: DatasetGrant, caller: Caller | undefined): boolean {
  if (caller === undefined) return false;
  if (isUser(task, caller)) return true;
  return permissions.canWrite && (task.toolId === 'build' || task.userId === null || permissions.canManageMembers);
}

/** @throws `unauthorized`, `forbidden` */
export function requireControl(task: Owned, dataset: DatasetGrant, caller: Caller | undefined): void {
  if (caller === undefined) throw failUnauthorized('Bearer');
  if (mayControl(task, dataset, caller)) return;
  if (!dataset.permissions.canWrite)
    throw fail('forbidden', 'You may not change this dataset. Ask the owner of the organization for the right.');
  throw fail('forbidden', 'This task is somebody else’s. Who started it, and who manages the dataset, may change it.');
}

/** What somebody may do with a task, as it is told of. */
export const rightsOver = (task: Owned, dataset: DatasetGrant, caller: Caller | undefined): TaskRights => ({
  mayOpen: maySee(task, dataset, caller),
  mayControl: mayControl(task, dataset, caller),
});

export interface TaskRights {
  /** See all that is told of it. */
  readonly mayOpen: boolean;
  /** End it, start it again, forget it. */
  readonly mayControl: boolean;
}

/** A guest with a link is not the one who made it. */
const isUser = ({ userId }: Owned, caller: Caller | undefined): boolean =>
  caller !== undefined && caller.id === userId && caller.scope?.kind !== 'link';
