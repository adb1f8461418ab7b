import { hkdfSync } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';

/** What this service must know again when somebody comes back from the provider. */
export interface Flow {
  readonly state: string;
  readonly nonce: string;
  /** Proves to the provider that who brings the code is who was sent (PKCE). */
  readonly verifier: string;
  /** Path to go to when signed in. */
  readonly returnTo: string;
}

export const FLOW_COOKIE = 'alidadeSignIn';
/** Time to type a password and a second factor at the provider. */
export const FLOW_SECONDS = 600;

/**
 * Keeps a flow in a cookie of the browser, encrypted and authenticated. So every process can answer who comes back,
 * and nobody can make or read one.
 *
 * @param secret key of the service; the cookie's own key is derived from it
 */
export function createFlowSeal(secret: string) {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'sign-in at a provider', 32));
  return {
    seal: (flow: Flow): Promise<string> =>
      new EncryptJWT({ ...flow })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(`${FLOW_SECONDS}s`)
        .encrypt(key),

    /** The flow; `undefined` for a cookie that is forged, too old, or none. */
    async open(cookie: string | undefined): Promise<Flow | undefined> {
      if (cookie === undefined) return undefined;
      try {
        const options = {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          requiredClaims: ['exp'],
        };
        // Only this service has the key, so what opens is what it sealed.
        return (await jwtDecrypt<Flow>(cookie, key, options)).payload;
      } catch {
        return undefined; // Whatever is wrong with it: sign-in begins anew.
      }
    },
  };
}
