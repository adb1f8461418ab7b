import { fail } from '../../errors/index.ts';
import type { Settings } from '../../settings/index.ts';
import {
  checkTarget,
  createOutboundClient,
  createTargetPolicy,
  OutboundError,
  RETRY_LIMITS,
  type Resolve,
  type RetryLimits,
} from '../outbound/index.ts';
import { bringFile, type Brought } from './bring-file.ts';
import { forgetParts, newPart, takePart } from './kept-part.ts';

/** Files of any service, by their addresses. What may be asked is what the settings of imports say. */
export interface RemoteFiles {
  /**
   * The address as it is asked.
   *
   * @throws `invalid-input` for what is no address of the web, holds a password, or is not public
   */
  check(address: string): URL;
  /**
   * Brings a file. A connection that breaks is taken up where it broke, and so is one of a try before this one.
   *
   * @returns where it is. @throws `invalid-input` with what is wrong; never with the address, but for its host
   */
  fetch(request: FileRequest, signal: AbortSignal): Promise<Brought>;
  /** Removes what is kept in a folder. */
  forget(keptIn: string): Promise<void>;
}

export interface FileRequest {
  /** As it was checked. */
  readonly address: URL;
  readonly credentials: { readonly userName: string; readonly password: string } | undefined;
  /** Bytes that it is said to have; undefined: the other service says it. */
  readonly size: number | undefined;
  /**
   * Absolute path of a folder that nothing else is in. The file is made there; what came is kept when its connection fails or the
   * service stops, and the next try goes on with it.
   */
  readonly keptIn: string;
  /**
   * Checks that the bytes fit: once their number is known, regularly while they arrive, and before any byte beyond the last
   * answer.
   *
   * @returns the bytes that fit in all. @throws when they do not fit
   */
  readonly room: (bytes: number) => Promise<number>;
  /** Told how many bytes a try before this one left. */
  readonly onKept: (bytes: number) => void;
  /** Told how many bytes are there, and how many there will be where that is known. */
  readonly onBytes: (bytes: number, of: number | undefined) => void;
}

export interface RemoteFilesOptions {
  readonly settings: Pick<Settings, 'import' | 'externalUrl'>;
  /** For tests: names of hosts to addresses. */
  readonly resolve?: Resolve;
  readonly retry?: RetryLimits;
}

export function createRemoteFiles({ settings, resolve, retry = RETRY_LIMITS }: RemoteFilesOptions): RemoteFiles {
  const { allowedHosts, maxRedirects, idleTimeoutSeconds, fileTimeoutSeconds, maxSizeMB } = settings.import;
  const ownHost = settings.externalUrl === undefined ? undefined : new URL(settings.externalUrl).hostname;
  const policy = createTargetPolicy(allowedHosts, ownHost);
  const maxBytes = maxSizeMB * 2 ** 20;
  const options = { policy, maxRedirects, idleMs: idleTimeoutSeconds * 1000, connections: 1 };

  async function bring(request: FileRequest, signal: AbortSignal): Promise<Brought> {
    const { address, credentials, size, keptIn, onBytes } = request;
    const client = createOutboundClient({ ...options, ...(resolve ? { resolve } : {}) });
    let [asked, room] = [-Infinity, 0];
    const allow = async (bytes: number): Promise<void> => {
      if (bytes > maxBytes) throw tooLong(address, maxBytes);
      if (bytes <= room && bytes - asked < ROOM_EVERY) return;
      asked = bytes;
      room = await request.room(bytes);
    };
    const authorization = credentials && basic(credentials);
    try {
      const part = await takePart(keptIn, signal);
      if (part.begun !== undefined) request.onKept(part.begun.bytes);
      const otherPart = () => newPart(keptIn);
      return await bringFile(
        { client, address, authorization, isSecret: true, size, allow, part, otherPart, onBytes, retry },
        signal,
      );
    } catch (cause) {
      const mayGoOn = signal.aborted || (cause instanceof OutboundError && cause.fault === 'passing');
      if (!mayGoOn) await forgetParts(keptIn);
      throw cause;
    } finally {
      client.close();
    }
  }

  return {
    forget: forgetParts,

    check(address) {
      if (!URL.canParse(address))
        throw fail('invalid-input', 'url is no address, such as https://example.org/dem.tif.');
      const url = new URL(address);
      if (url.username !== '' || url.password !== '')
        throw fail('invalid-input', 'url holds a name or a password; give them as username and password.');
      try {
        checkTarget(url, policy);
      } catch (cause) {
        throw asServiceError(cause);
      }
      return url;
    },

    async fetch(request, signal) {
      const timeout = AbortSignal.timeout(fileTimeoutSeconds * 1000);
      try {
        return await bring(request, AbortSignal.any([signal, timeout]));
      } catch (cause) {
        if (signal.aborted || !timeout.aborted) throw asServiceError(cause);
        throw fail('invalid-input', `The file did not arrive within ${fileTimeoutSeconds} s.`);
      }
    },
  };
}

/** Bytes between two checks of the room, which other uploads may have taken meanwhile. */
const ROOM_EVERY = 16 * 2 ** 20;

const basic = ({ userName, password }: { readonly userName: string; readonly password: string }): string =>
  `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`;

/** The person who asked for the file can mend its address, or wait until that service is well. */
const asServiceError = (cause: unknown): unknown =>
  cause instanceof OutboundError ? fail('invalid-input', cause.message, cause) : cause;

const tooLong = ({ host }: URL, maxBytes: number): OutboundError =>
  new OutboundError(
    'lasting',
    `${host} sends more than the ${maxBytes} bytes that the setting import.maxSizeMB allows.`,
  );
