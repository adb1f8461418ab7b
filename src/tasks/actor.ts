import type { Actor } from '../audit/index.ts';
import type { TaskCaller } from './service.ts';

/** Who starts a task, for the audit log. */
export function actorOf({ user, address }: Pick<TaskCaller, 'user' | 'address'>): Actor {
  if (user === undefined) return { name: 'a visitor', address };
  return { id: user.id, name: user.name, address, ...(user.scope ? { token: user.scope.tokenId } : {}) };
}
