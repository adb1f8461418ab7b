import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jwtVerify, SignJWT } from 'jose';

/** What an access token says about its bearer. */
export interface TokenClaims {
  readonly userId: string;
  /** Token generation of the user when it was issued; an older one is dead. */
  readonly generation: number;
  /** Seconds since 1970. */
  readonly expires: number;
}

export interface IssuedToken {
  readonly token: string;
  /** Seconds since 1970. */
  readonly expires: number;
}

/** Issues and reads access tokens: JWT, HS256 only, three parts that existing web clients decode. */
export interface Tokens {
  /** @param until seconds since 1970 after which it must not be good, when that is sooner than its usual end */
  issue(
    user: { readonly id: string; readonly generation: number; readonly isAdmin: boolean },
    until?: number,
  ): Promise<IssuedToken>;
  /** The claims of a good token; `undefined` for a forged, expired, foreign or malformed one. */
  read(token: string): Promise<TokenClaims | undefined>;
}

const ISSUER = 'alidade';
const SECONDS_PER_DAY = 86_400;
/** Clocks of several hosts may differ this much. */
const CLOCK_TOLERANCE_SECONDS = 30;

export function createTokens(secret: string, lifetimeDays: number): Tokens {
  const key = new TextEncoder().encode(secret);
  return {
    async issue({ id, generation, isAdmin }, until = Infinity) {
      const now = Math.floor(Date.now() / 1000);
      const expires = Math.min(now + lifetimeDays * SECONDS_PER_DAY, until);
      // `unique_name` and the boolean `admin` are what existing clients read; rights are never taken from a token.
      const token = await new SignJWT({ unique_name: id, admin: isAdmin, gen: generation })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(ISSUER)
        .setNotBefore(now)
        .setIssuedAt(now)
        .setExpirationTime(expires)
        .sign(key);
      return { token, expires };
    },

    async read(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: ISSUER,
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          requiredClaims: ['exp', 'nbf', 'unique_name', 'gen'],
        });
        const { unique_name: userId, gen: generation, exp: expires } = payload;
        if (typeof userId !== 'string' || typeof generation !== 'number' || expires === undefined) return undefined;
        return { userId, generation, expires };
      } catch {
        return undefined; // Whatever is wrong with it, it is no credential; the caller is told 401 where one is needed.
      }
    },
  };
}

/**
 * The signing key kept in the data folder, made once. Several processes may start at once: the first to name the file
 * wins, the others read it.
 */
export async function loadOrCreateSecret(folder: string): Promise<string> {
  const path = join(folder, 'token-secret');
  const existing = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw cause;
  });
  if (existing !== undefined) return existing;
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true });
  await link(temporary, path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause;
  });
  await rm(temporary);
  return readFile(path, 'utf8');
}
