import { networkOf } from '../accounts/index.ts';
import type { TaskCaller } from './service.ts';

/** Whom a task counts for: a user, or the network of an anonymous caller. */
export const subjectOf = ({ user, address }: Pick<TaskCaller, 'user' | 'address'>): string =>
  user === undefined ? `address ${networkOf(address)}` : `user ${user.id}`;
