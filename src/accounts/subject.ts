import type { Caller } from '../access/index.ts';
import { networkOf } from './sign-in/client-address.ts';

/** Whom the resources that a request takes count for. */
export interface Subject {
  readonly subject: string;
  readonly isAnonymous: boolean;
}

/** A user, or the network of a caller who did not sign in. Many people use a link: each of their networks counts. */
export function subjectOf(caller: Pick<Caller, 'id' | 'scope'> | undefined, address: string): Subject {
  if (caller !== undefined && caller.scope?.kind !== 'link')
    return { subject: `user ${caller.id}`, isAnonymous: false };
  return { subject: `address ${networkOf(address)}`, isAnonymous: true };
}
