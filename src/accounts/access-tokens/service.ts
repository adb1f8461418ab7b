import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { ACCESS_TOKEN_PREFIX, type Caller } from '../../access/index.ts';
import { recordAudit, type Actor } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import type { LinkProofs } from './link-proofs.ts';
import { hashPassword } from '../users/passwords.ts';
import { ADMIN_ROLE, findUserById, findUserByName, isActive } from '../users/store.ts';
import {
  countTokensOf,
  deleteToken,
  findLiveToken,
  forgetEndedTokens,
  hasEntry,
  holdDataset,
  holdLink,
  insertToken,
  listTokens,
  lockUser,
  noteUse,
  updateLink,
  type AccessTokenRow,
  type LinkChange,
  type TokenHolder,
} from './store.ts';

/** What is asked of a new token. */
export interface AccessTokenInput {
  readonly kind: AccessTokenRow['kind'];
  readonly name: string;
  readonly readOnly: boolean;
  /** Null: it has no end. */
  readonly expiresAt: Date | null;
  /** The only dataset it is good for. */
  readonly datasetId?: string;
  /** The entry, and all below it, it is good for; empty: the whole dataset. */
  readonly path?: string;
  /** What a link may be limited to, and opens. */
  readonly link?: LinkInput;
}

export interface LinkInput {
  readonly downloads: boolean;
  readonly frames: readonly string[];
  /** Undefined: none is asked for. */
  readonly password: string | undefined;
  readonly view: string;
}

/** What is left out stays; null takes the end or the password away. */
export interface LinkChangeInput extends Omit<LinkChange, 'passwordHash'> {
  readonly password?: string | null;
}

export interface CreatedAccessToken extends AccessTokenRow {
  /** What callers send; it is nowhere else. */
  readonly secret: string;
}

/** Personal tokens and links: what users make so that programs and other people need not sign in as them. */
export interface AccessTokens {
  /** The user behind a secret, with the scope of the token; `undefined` when it is not, or no longer, good. */
  authenticate(secret: string, carrier: Caller['carrier']): Promise<Caller | undefined>;
  /** @throws `conflict` when the user has too many */
  create(user: { readonly id: string }, input: AccessTokenInput, actor: Actor): Promise<CreatedAccessToken>;
  /** The id of a user by name. @throws `not-found` */
  userId(name: string): Promise<string>;
  list(holder: TokenHolder): Promise<AccessTokenRow[]>;
  /** Changes a link of a dataset. @throws `not-found`; `conflict` for one that has ended */
  change(id: string, datasetId: string, change: LinkChangeInput, actor: Actor): Promise<AccessTokenRow>;
  /** @throws `not-found` when the holder has none of that id */
  revoke(id: string, holder: TokenHolder, actor: Actor): Promise<void>;
}

/** More would be a program that forgets to revoke them. */
const MAX_TOKENS_PER_USER = 1000;
const SECRET_BYTES = 32;

export function createAccessTokens(db: Database, proofs: LinkProofs): AccessTokens {
  return {
    async authenticate(secret, carrier) {
      const token = await findLiveToken(db, hashOf(secret));
      const user = token && (await findUserById(db, token.userId));
      if (!user || !isActive(user)) return undefined;
      await noteUse(db, token.id);
      return {
        id: user.id,
        name: user.name,
        roles: user.roles,
        isAdmin: user.roles.includes(ADMIN_ROLE),
        carrier,
        tokenExpires: token.expiresAt === null ? undefined : Math.floor(token.expiresAt.getTime() / 1000),
        scope: {
          tokenId: token.id,
          kind: token.kind,
          readOnly: token.readOnly,
          ...(token.datasetId === null ? {} : { datasetId: token.datasetId }),
          path: token.path,
          ...(token.downloads ? {} : { withholdsOriginals: true }),
          ...(token.frames.length === 0 ? {} : { frames: token.frames }),
          ...proofs.of(token),
        },
      };
    },

    async create(user, input, actor) {
      const secret = `${ACCESS_TOKEN_PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`;
      const { kind, name, readOnly, expiresAt, datasetId = null, path = '', link } = input;
      const passwordHash = link?.password === undefined ? null : await hashPassword(link.password);
      return db.transaction().execute(async (transaction) => {
        if (datasetId !== null && !(await holdDataset(transaction, datasetId)))
          throw fail('not-found', 'The dataset was deleted meanwhile.');
        if (datasetId !== null && path !== '' && !(await hasEntry(transaction, datasetId, path)))
          throw fail('not-found', `${path} was deleted or moved meanwhile.`);
        if (!(await lockUser(transaction, user.id))) throw fail('not-found', 'The user was deleted meanwhile.');
        await forgetEndedTokens(transaction, user.id);
        if ((await countTokensOf(transaction, user.id)) >= MAX_TOKENS_PER_USER)
          throw fail('conflict', `You have ${MAX_TOKENS_PER_USER} tokens and links already; revoke some first.`);
        const token = await insertToken(transaction, {
          id: randomUUID(),
          kind,
          userId: user.id,
          name,
          secretHash: hashOf(secret),
          datasetId,
          path,
          readOnly,
          expiresAt,
          passwordHash,
          downloads: link?.downloads ?? true,
          frames: link?.frames ?? [],
          view: link?.view ?? '',
        });
        await recordAudit(transaction, {
          actor,
          action: 'token.create',
          subject: subjectOf(token),
          details: facts(token),
        });
        return { ...token, secret };
      });
    },

    async userId(name) {
      const user = await findUserByName(db, name);
      if (user === undefined) throw fail('not-found', 'There is no user of that name.');
      return user.id;
    },

    list: (holder) => listTokens(db, holder),

    async change(id, datasetId, { password, ...rest }, actor) {
      const change: LinkChange =
        password === undefined
          ? rest
          : { ...rest, passwordHash: password === null ? null : await hashPassword(password) };
      return db.transaction().execute(async (transaction) => {
        const before = await holdLink(transaction, id, datasetId);
        if (before === undefined) throw fail('not-found', 'There is no such link; perhaps it was removed already.');
        // What is at its path by now may be another thing, which was shown to nobody.
        if (before.expiresAt !== null && before.expiresAt.getTime() <= Date.now())
          throw fail('conflict', 'This link has ended. Make a new one.');
        if (Object.keys(change).length === 0) return before;
        await updateLink(transaction, id, change);
        const link = { ...before, ...change };
        await recordAudit(transaction, {
          actor,
          action: 'token.change',
          subject: subjectOf(link),
          details: { ...facts(link), ...(password === undefined ? {} : { newPassword: password !== null }) },
        });
        return link;
      });
    },

    async revoke(id, holder, actor) {
      await db.transaction().execute(async (transaction) => {
        const token = await deleteToken(transaction, id, holder);
        if (token === undefined) throw fail('not-found', 'There is no such token; perhaps it was revoked already.');
        await recordAudit(transaction, {
          actor,
          action: 'token.revoke',
          subject: subjectOf(token),
          details: facts(token),
        });
      });
    },
  };
}

/** The secret is random: a plain hash of it can neither be guessed nor turned back. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function subjectOf({ kind, organizationSlug, datasetSlug, userName }: AccessTokenRow): string {
  return kind === 'link' ? `${organizationSlug}/${datasetSlug}` : userName;
}

/** What the audit log keeps of a token. */
function facts(token: AccessTokenRow): Readonly<Record<string, unknown>> {
  const { id, kind, name, organizationSlug, datasetSlug, path, readOnly, expiresAt } = token;
  const dataset = datasetSlug === null ? null : `${organizationSlug}/${datasetSlug}`;
  const { downloads, frames, passwordHash } = token;
  const limits = {
    ...(downloads ? {} : { downloads }),
    ...(frames.length === 0 ? {} : { frames }),
    ...(passwordHash === null ? {} : { hasPassword: true }),
  };
  return { id, kind, name, dataset, path, readOnly, expiresAt, ...limits };
}
