import { sql } from 'kysely';
import { anyOf, inTree, type Database } from '../../database/index.ts';

/** An access token as it is kept: all but its secret. */
export interface AccessTokenRow {
  readonly id: string;
  readonly kind: 'personal' | 'link';
  readonly userId: string;
  readonly userName: string;
  readonly name: string;
  readonly datasetId: string | null;
  readonly datasetSlug: string | null;
  readonly organizationSlug: string | null;
  /** Empty: everything, or the whole dataset. */
  readonly path: string;
  readonly readOnly: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** False on a link that hands out no originals. */
  readonly downloads: boolean;
  /** Origins of the sites that may embed the pages of a link. */
  readonly frames: readonly string[];
  readonly passwordHash: string | null;
  /** Query and fragment of the page that a link opens; '' opens what its path says. */
  readonly view: string;
}

/** Whose tokens are meant: those a user made, or the links of a dataset, no matter who made them. */
export type TokenHolder = { readonly userId: string } | { readonly datasetId: string };

/** Time between two notes that a token was used: a map view uses it forty times at once. */
const USE_NOTED_EVERY = sql.lit('1 minute');
/** Tokens that ended are listed this long, so that their user sees why something stopped. */
const ENDED_KEPT_FOR = sql.lit('30 days');

const tokens = (db: Database) =>
  db
    .selectFrom('access_tokens as token')
    .innerJoin('users', 'users.id', 'token.user_id')
    .leftJoin('datasets', 'datasets.id', 'token.dataset_id')
    .leftJoin('organizations', 'organizations.id', 'datasets.organization_id')
    .select([
      'token.id',
      'token.kind',
      'token.user_id as userId',
      'users.name as userName',
      'token.name',
      'token.dataset_id as datasetId',
      'datasets.slug as datasetSlug',
      'organizations.slug as organizationSlug',
      'token.path',
      'token.read_only as readOnly',
      'token.created_at as createdAt',
      'token.expires_at as expiresAt',
      'token.last_used_at as lastUsedAt',
      'token.downloads',
      'token.frames',
      'token.password_hash as passwordHash',
      'token.view',
    ]);

/** The token with this secret, unless its time is over. */
export function findLiveToken(db: Database, secretHash: string): Promise<AccessTokenRow | undefined> {
  return tokens(db)
    .where('token.secret_hash', '=', secretHash)
    .where((eb) => eb.or([eb('token.expires_at', 'is', null), eb('token.expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst();
}

/** The token with this secret, also one whose time is over. */
export const findToken = (db: Database, secretHash: string): Promise<AccessTokenRow | undefined> =>
  tokens(db).where('token.secret_hash', '=', secretHash).executeTakeFirst();

const tokensOf = (db: Database, holder: TokenHolder) =>
  'userId' in holder
    ? tokens(db).where('token.user_id', '=', holder.userId)
    : tokens(db).where('token.dataset_id', '=', holder.datasetId).where('token.kind', '=', 'link');

/** Newest first. */
export function listTokens(db: Database, holder: TokenHolder): Promise<AccessTokenRow[]> {
  return tokensOf(db, holder).orderBy('token.created_at', 'desc').orderBy('token.id').execute();
}

/**
 * Keeps the dataset a token will be for until the transaction ends. Before the user is locked, in the order in which uploads
 * and deletions take the two. @returns false when it was deleted
 */
export async function holdDataset(transaction: Database, id: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('datasets')
    .select('id')
    .where('id', '=', id)
    .where('organization_id', 'is not', null)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a dataset that the transaction holds has this entry. */
export async function hasEntry(transaction: Database, datasetId: string, path: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('entries')
    .select('path')
    .where('dataset_id', '=', datasetId)
    .where('path', '=', path)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes the user's row for this transaction, so that tokens of his are made one after another.
 *
 * @returns false when he is gone
 */
export async function lockUser(transaction: Database, userId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function countTokensOf(transaction: Database, userId: string): Promise<number> {
  const { count } = await transaction
    .selectFrom('access_tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Forgets tokens of a user that ended long ago; those that are being deleted anyway are left, so that nobody waits. */
export async function forgetEndedTokens(transaction: Database, userId: string): Promise<void> {
  const ended = transaction
    .selectFrom('access_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('expires_at', '<', sql<Date>`now() - interval ${ENDED_KEPT_FOR}`)
    .forUpdate()
    .skipLocked();
  await transaction.deleteFrom('access_tokens').where('id', 'in', ended).execute();
}

/**
 * Deletes all tokens and links of a user. Before his row is locked, and with the datasets held: who deletes a dataset takes
 * it, then its tokens, then its owner.
 */
export async function deleteTokensOf(transaction: Database, userId: string): Promise<void> {
  const named = transaction.selectFrom('access_tokens').select('dataset_id').where('user_id', '=', userId);
  await transaction.selectFrom('datasets').select('id').where('id', 'in', named).orderBy('id').forKeyShare().execute();
  await transaction.deleteFrom('access_tokens').where('user_id', '=', userId).execute();
}

export interface NewAccessToken {
  readonly id: string;
  readonly kind: AccessTokenRow['kind'];
  readonly userId: string;
  readonly name: string;
  readonly secretHash: string;
  readonly datasetId: string | null;
  readonly path: string;
  readonly readOnly: boolean;
  readonly expiresAt: Date | null;
  readonly downloads: boolean;
  readonly frames: readonly string[];
  readonly passwordHash: string | null;
  readonly view: string;
}

export async function insertToken(transaction: Database, token: NewAccessToken): Promise<AccessTokenRow> {
  await transaction
    .insertInto('access_tokens')
    .values({
      id: token.id,
      kind: token.kind,
      user_id: token.userId,
      name: token.name,
      secret_hash: token.secretHash,
      dataset_id: token.datasetId,
      path: token.path,
      read_only: token.readOnly,
      expires_at: token.expiresAt,
      downloads: token.downloads,
      frames: JSON.stringify(token.frames),
      password_hash: token.passwordHash,
      view: token.view,
    })
    .execute();
  return tokens(transaction).where('token.id', '=', token.id).executeTakeFirstOrThrow();
}

/** A link of the dataset, held until the transaction ends. */
export async function holdLink(
  transaction: Database,
  id: string,
  datasetId: string,
): Promise<AccessTokenRow | undefined> {
  return tokensOf(transaction, { datasetId }).where('token.id', '=', id).forUpdate('token').executeTakeFirst();
}

/** What may change of a link; what is left out stays. */
export type LinkChange = Partial<Pick<AccessTokenRow, 'name' | 'expiresAt' | 'downloads' | 'frames' | 'passwordHash'>>;

/** Sets the columns that change and no others: most of them make every process look up the rights anew. */
export async function updateLink(transaction: Database, id: string, change: LinkChange): Promise<void> {
  const { name, expiresAt, downloads, frames, passwordHash } = change;
  await transaction
    .updateTable('access_tokens')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
      ...(downloads === undefined ? {} : { downloads }),
      ...(frames === undefined ? {} : { frames: JSON.stringify(frames) }),
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    })
    .where('id', '=', id)
    .execute();
}

/** @returns the token as it was; `undefined` when the holder has none of that id */
export async function deleteToken(
  transaction: Database,
  id: string,
  holder: TokenHolder,
): Promise<AccessTokenRow | undefined> {
  const token = await tokensOf(transaction, holder).where('token.id', '=', id).executeTakeFirst();
  if (token === undefined) return undefined;
  const { numDeletedRows } = await transaction
    .deleteFrom('access_tokens')
    .where('id', '=', token.id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n ? token : undefined;
}

/** A token that nobody has revoked; its time may be over. */
export interface KeptToken {
  /** The only dataset that it is good for; null for one that is good for all. */
  readonly datasetId: string | null;
}

export const findKeptToken = (db: Database, id: string): Promise<KeptToken | undefined> =>
  db.selectFrom('access_tokens').select('dataset_id as datasetId').where('id', '=', id).executeTakeFirst();

export async function noteUse(db: Database, id: string): Promise<void> {
  await db
    .updateTable('access_tokens')
    .set({ last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', sql<Date>`now() - interval ${USE_NOTED_EVERY}`)]),
    )
    .execute();
}

/** Tokens and links for an entry, or for one below it, follow it to another path of its dataset. */
export async function moveTokenPaths(
  transaction: Database,
  datasetId: string,
  from: string,
  to: string,
): Promise<void> {
  await transaction
    .updateTable('access_tokens')
    .set({ path: sql<string>`${to}::text || substr(path, char_length(${from}::text) + 1)` })
    .where('dataset_id', '=', datasetId)
    .where(inTree(from))
    .execute();
}

/**
 * Ends tokens and links for what is no entry of the dataset any more: what somebody puts at that path later is another one,
 * and was shown to nobody. They stay in the lists, as ended ones do. In a transaction that holds the dataset.
 */
export async function endTokensWithoutEntry(transaction: Database, datasetId: string): Promise<void> {
  const lost = await transaction
    .selectFrom('access_tokens as token')
    .select('token.id')
    .where('token.dataset_id', '=', datasetId)
    .where('token.path', '<>', '')
    .where((eb) => eb.or([eb('token.expires_at', 'is', null), eb('token.expires_at', '>', sql<Date>`now()`)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('entries')
            .select('entries.path')
            .where('entries.dataset_id', '=', datasetId)
            .whereRef('entries.path', '=', 'token.path'),
        ),
      ),
    )
    .execute();
  // An update of no row would tell every process that rights changed.
  if (lost.length === 0) return;
  const ids = lost.map(({ id }) => id);
  await transaction
    .updateTable('access_tokens')
    .set({ expires_at: sql<Date>`now()` })
    .where('id', '=', anyOf(ids, 'uuid'))
    .execute();
}
