import { createHmac, hkdfSync } from 'node:crypto';
import type { AccessTokenRow } from './store.ts';

type Link = Pick<AccessTokenRow, 'id' | 'passwordHash'>;

/** What shows that somebody gave the password of a link: it ends with the link, and with a new password. */
export interface LinkProofs {
  /** Nothing for a link without a password. */
  of(link: Link): { readonly proof?: string };
}

/** @param secret key of the service; the key of proofs is derived from it */
export function createLinkProofs(secret: string): LinkProofs {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'passwords of links', 32));
  return {
    of: ({ id, passwordHash }) =>
      passwordHash === null
        ? {}
        : {
            proof: createHmac('sha256', key)
              .update(JSON.stringify([id, passwordHash]))
              .digest('base64url'),
          },
  };
}
