import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps a secret in the database as long as a job needs it, so that nobody who reads the database has it. */
export interface Sealer {
  /** @param purpose what it is for: it opens with the same words only */
  seal(secret: string, purpose: string): string;
  /** The secret; `undefined` when it was sealed with another key or for another purpose, or was altered. */
  open(sealed: string, purpose: string): string | undefined;
  /** Equal of equal secrets, and nobody without the key can tell of which: lower-case hexadecimal. */
  digest(secret: string): string;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** Lengths GCM is made for. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @param serviceSecret the service's secret, which also signs tokens; the key made of it is good for nothing else */
export function createSealer(serviceSecret: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', serviceSecret, '', 'alidade: credentials of an import', KEY_BYTES));
  return {
    seal(secret, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(purpose));
      const bytes = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64url');
    },

    digest: (secret) => createHmac('sha256', key).update(`digest ${secret}`).digest('hex'),

    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64url');
      const [tagAt, bodyAt] = [NONCE_BYTES, NONCE_BYTES + TAG_BYTES];
      if (bytes.length < bodyAt) return undefined;
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, tagAt), { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(tagAt, bodyAt));
        return Buffer.concat([decipher.update(bytes.subarray(bodyAt)), decipher.final()]).toString('utf8');
      } catch {
        return undefined; // The tag does not fit: another key, another purpose, or altered.
      }
    },
  };
}
