import { hkdfSync, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { User } from '../users/store.ts';

/** An address a user has left counts as new after this long too (`system/retention.ts`). */
const LIFETIME_DAYS = 180;
export const DEVICE_LIFETIME_SECONDS = LIFETIME_DAYS * 86_400;

const ISSUER = 'alidade device';

/** The part of a user that a device is bound to. */
export type DeviceUser = Pick<User, 'id' | 'tokenGeneration'>;

/** Signs and reads the texts that browsers keep as device cookies. A session token is no device, nor the other way round. */
export interface KnownDevices {
  /** A new device of a user who has just proved the password. */
  issue(user: DeviceUser): Promise<string>;
  /** The id of a device of this user; `undefined` for one that is forged, ended or another user's. */
  read(token: string, user: DeviceUser): Promise<string | undefined>;
}

/** @param secret key of the service; the key of devices is derived from it */
export function createKnownDevices(secret: string): KnownDevices {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'known devices', 32));
  return {
    issue: ({ id, tokenGeneration }) =>
      new SignJWT({ gen: tokenGeneration })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setSubject(id)
        .setJti(randomUUID())
        .setExpirationTime(`${DEVICE_LIFETIME_SECONDS}s`)
        .sign(key),

    async read(token, { id, tokenGeneration }) {
      try {
        const { payload } = await jwtVerify<{ readonly gen?: unknown }>(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          subject: id,
          requiredClaims: ['exp', 'jti', 'gen'],
        });
        return payload.gen === tokenGeneration ? payload.jti : undefined;
      } catch {
        return undefined; // Any fault of it makes the device an unknown one, which only has to show more.
      }
    },
  };
}
