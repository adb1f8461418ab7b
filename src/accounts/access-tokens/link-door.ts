import type { Caller } from '../../access/index.ts';
import type { Database } from '../../database/index.ts';
import { failLink, failThrottled } from '../../errors/index.ts';
import type { Settings } from '../../settings/index.ts';
import { networkOf } from '../sign-in/client-address.ts';
import { clear, count, forgetEndedFailures, takeBack, type Counter } from '../sign-in/failure-counters.ts';
import { checkPassword } from '../users/passwords.ts';
import { ADMIN_ROLE, findUserById, isActive } from '../users/store.ts';
import type { LinkProofs } from './link-proofs.ts';
import type { TokenPlaces } from './places.ts';
import { hashOf } from './service.ts';
import { findToken, type AccessTokenRow } from './store.ts';

/** Somebody at the page of a link. */
export interface LinkVisit {
  readonly orgSlug: string;
  readonly dsSlug: string;
  readonly secret: string;
  /** Absent: the page asks whether one is needed. */
  readonly password: string | undefined;
  readonly address: string;
  /** Whether the browser has shown already that the password is known. */
  knowsPassword(link: { readonly tokenId: string; readonly proof?: string }): boolean;
}

export interface OpenedLink {
  readonly link: AccessTokenRow;
  /** To be kept by the browser: the password was given now. */
  readonly proof?: string;
}

/** Opens pages of links: tells what a link shows, and takes its password. */
export interface LinkDoor {
  /** @throws `not-found` for a link that has ended or is none; `unauthorized`, `wrong-credentials`, `throttled` about its password */
  open(visit: LinkVisit): Promise<OpenedLink>;
}

interface LinkDoorOptions {
  readonly db: Database;
  readonly proofs: LinkProofs;
  readonly dataset: TokenPlaces['dataset'];
  /** Limits of wrong passwords, those of sign-in: a link counts as a user. */
  readonly limits: Settings['signIn'];
}

export function createLinkDoor({ db, proofs, dataset, limits }: LinkDoorOptions): LinkDoor {
  /** The link while it opens the dataset. It is as good as its maker's right to make one. */
  const find = async ({ orgSlug, dsSlug, secret }: LinkVisit): Promise<AccessTokenRow> => {
    const link = await findToken(db, hashOf(secret));
    if (link?.kind !== 'link') throw removed();
    if (link.expiresAt !== null && link.expiresAt.getTime() <= Date.now())
      throw failLink(
        'not-found',
        'link-ended',
        'This link has ended. Ask the person who sent it to you for a new one.',
      );
    const maker = await findUserById(db, link.userId);
    if (maker === undefined || !isActive(maker)) throw removed();
    const { id, name, roles } = maker;
    const isAdmin = roles.includes(ADMIN_ROLE);
    const caller: Caller = { id, name, roles, isAdmin, carrier: 'query', tokenExpires: undefined };
    const grant = await dataset(orgSlug, dsSlug, caller);
    if (grant?.id !== link.datasetId || !grant.permissions.canWrite) throw removed();
    return link;
  };

  /** Counts a try before anything is computed for it, so that many at once cannot pass together. */
  const check = async ({ id, passwordHash }: AccessTokenRow, password: string, address: string): Promise<void> => {
    await forgetEndedFailures(db);
    const network = networkOf(address);
    const own: Counter = { subject: `link:${id}:${network}`, limit: limits.maxFailures };
    const others: readonly Counter[] = [
      { subject: `address:${network}`, limit: limits.maxAddressFailures },
      { subject: `link:${id}`, limit: limits.maxUserFailures },
    ];
    await db.transaction().execute(async (transaction) => {
      for (const counter of [own, ...others]) {
        const seconds = await count(transaction, counter, limits.lockMinutes);
        if (seconds !== undefined)
          throw failThrottled(`Too many wrong passwords. Try again in ${Math.ceil(seconds / 60)} min.`, seconds);
      }
    });
    if (!(await checkPassword(password, passwordHash)))
      throw failLink('wrong-credentials', 'wrong-password', 'This is not the password of the link. Type it again.');
    await clear(db, own);
    for (const counter of others) await takeBack(db, counter);
  };

  return {
    async open(visit) {
      const link = await find(visit);
      const { proof } = proofs.of(link);
      if (proof === undefined || visit.knowsPassword({ tokenId: link.id, proof })) return { link };
      if (visit.password === undefined)
        throw failLink('unauthorized', 'password-needed', 'This link asks for a password.');
      await check(link, visit.password, visit.address);
      return { link, proof };
    },
  };
}

const removed = (): Error =>
  failLink('not-found', 'link-removed', 'This link does not work: it was removed, or a part of it is missing.');
