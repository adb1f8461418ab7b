import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { TokenScope } from '../access/index.ts';
import type { Envelope } from './credentials.ts';

/** Name of the cookie that shows that somebody knows the password of a link. */
const proofCookie = (tokenId: string): string => `alidadeLink-${tokenId}`;
/** Longest time that browsers keep a cookie. */
const MAX_AGE_SECONDS = 400 * 86_400;

/** Whether a call may use a link: it has no password, or the call shows that it is known. */
export function knowsPassword(
  { cookies }: Pick<Envelope, 'cookies'>,
  { tokenId, proof }: Pick<TokenScope, 'tokenId' | 'proof'>,
): boolean {
  if (proof === undefined) return true;
  const [given, wanted] = [Buffer.from(cookies[proofCookie(tokenId)] ?? ''), Buffer.from(proof)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

export interface LinkProof {
  readonly tokenId: string;
  readonly proof: string;
  /** End of the link; null: it has none. */
  readonly expiresAt: Date | null;
  /** Whether other sites may embed pages of the link. */
  readonly isFramed: boolean;
}

/**
 * Sets the proof as a cookie that no script can read and that ends with the link. Browsers send it from a page that another site
 * embeds only as `None`, over https. That does no harm: it is good for nothing without the secret of the link, and that only reads.
 */
export function setLinkProof(reply: FastifyReply, { tokenId, proof, expiresAt, isFramed }: LinkProof): void {
  const { request, server } = reply;
  const secure = server.behindHttps || request.protocol === 'https';
  const left = expiresAt === null ? MAX_AGE_SECONDS : Math.floor((expiresAt.getTime() - Date.now()) / 1000);
  void reply.setCookie(proofCookie(tokenId), proof, {
    path: '/',
    httpOnly: true,
    secure,
    maxAge: Math.max(0, Math.min(left, MAX_AGE_SECONDS)),
    ...(isFramed && secure ? { sameSite: 'none', partitioned: true } : { sameSite: 'strict' }),
  });
}
