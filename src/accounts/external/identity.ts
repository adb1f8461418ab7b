import type { Metadata } from '../users/metadata.ts';
import type { User } from '../users/store.ts';

/** Somebody as a provider describes him. Fields that are `undefined` were not told and change nothing. */
export interface ExternalIdentity {
  /** Address of the OpenID Connect provider, or `FORM_ISSUER`. */
  readonly issuer: string;
  /** What the provider calls this person for ever. */
  readonly subject: string;
  /** Wanted user name, not checked yet; it matters at the first sign-in only. */
  readonly name: string;
  readonly email: string | undefined;
  readonly roles: readonly string[] | undefined;
  /** Bytes. */
  readonly storageQuota: number | undefined;
  /** The metadata of the user, from what it was before. */
  readonly metadata: (before: Metadata) => Metadata;
}

/** The form-posting provider knows people by name only, and keeps its accounts when its address changes. */
export const FORM_ISSUER = 'form';

/** Why somebody whom the provider knows is not let in here. */
export type Refusal = 'deactivated' | 'name-taken' | 'name-unusable';

export type Admission = { readonly user: User } | { readonly refused: Refusal };
