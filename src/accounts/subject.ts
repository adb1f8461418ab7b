import type { Caller } from '../access/index.ts';
import { networkOf } from './sign-in/client-address.ts';

/** Whom the resources that a request takes count for. */
export interface Subject {
  readonly subject: string;
  readonly isAnonymous: boolean;
}

/** The name of a user, or of the network of an address where there is no user. */
export const subjectName = (userId: string | undefined, address: string): string =>
  userId === undefined ? `address ${networkOf(address)}` : `user ${userId}`;

/** A user, or the network of a caller who did not sign in. Many people use a link: each of their networks counts. */
export function subjectOf(caller: Pick<Caller, 'id' | 'scope'> | undefined, address: string): Subject {
  const isAnonymous = caller === undefined || caller.scope?.kind === 'link';
  return { subject: subjectName(isAnonymous ? undefined : caller.id, address), isAnonymous };
}
