import { networkOf, subjectOf } from '../../accounts/index.ts';
import { failThrottled, ServiceError } from '../../errors/index.ts';
import { holdUntilSent, memoryClient, SENT_PIECE_BYTES, type Route, type RouteContext } from '../../http/index.ts';
import type { MemoryShare } from '../../memory/index.ts';
import type { Settings } from '../../settings/index.ts';
import { busyPage } from './busy-page.ts';
import type { DownloadSlots } from './slots.ts';

type Context = RouteContext<unknown, unknown, unknown>;

/** Who may download how much at a time. */
export interface DownloadLimits {
  /**
   * Answers a download within the limits of its caller. With the header `X-Download-Check` nothing is sent: the answer is
   * only whether a download would be.
   *
   * @param bytes of buffers that the answer needs
   * @param send begins the answer; the place is taken until it has ended
   * @throws `throttled` when the caller has too many downloads open; MemoryError
   */
  admit(context: Context, bytes: number, send: () => Promise<unknown>): Promise<unknown>;
  /** The same route within the limits, if it is declared as a download. */
  limited(route: Route): Route;
  /** @throws `unauthorized` when anonymous visitors may download no archives */
  requireBulk(context: Context): void;
}

/** Buffers of a file that is sent: one is filled while another one is sent. */
export const FILE_BYTES = 2 * SENT_PIECE_BYTES;

/** Seconds after which a refused client is told to ask again. */
const RETRY_SECONDS = 10;

export function createDownloadLimits(
  settings: Pick<Settings, 'maxConcurrentDownloadsPerUser' | 'disableAnonymousBulkDownloads'>,
  slots: DownloadSlots,
  memory: MemoryShare,
): DownloadLimits {
  const { maxConcurrentDownloadsPerUser: most, disableAnonymousBulkDownloads: noAnonymousBulk } = settings;

  const sendInMemory = async (context: Context, bytes: number, send: () => Promise<unknown>) => {
    const { request, reply, caller, signal } = context;
    if (request.method === 'HEAD') return send();
    const client = memoryClient(reply, subjectOf(caller, request.ip));
    holdUntilSent(reply, await memory.take(bytes, { signal, client }));
    return send();
  };

  const admit: DownloadLimits['admit'] = async (context, bytes, send) => {
    const { request, reply, caller, signal } = context;
    const isCheck = request.headers['x-download-check'] !== undefined;
    const isLimited = most !== undefined && !caller?.isAdmin && (isCheck || request.method !== 'HEAD');
    const subject = caller ? `user ${caller.id}` : `address ${networkOf(request.ip)}`;
    if (isCheck) {
      if (isLimited && !(await slots.hasFree(subject, most))) throw tooMany(most);
      return reply.code(200).header('cache-control', 'no-store').send();
    }
    if (!isLimited) return sendInMemory(context, bytes, send);
    const free = await slots.take(subject, most);
    if (free === undefined) {
      if (!request.headers.accept?.includes('text/html')) throw tooMany(most);
      return reply.code(429).headers(busyHeaders).send(busyPage(most));
    }
    // Also when the client has gone while the place was taken: then nobody tells any more.
    if (signal.aborted || reply.raw.destroyed) await free();
    else reply.raw.once('close', () => void free());
    return sendInMemory(context, bytes, send);
  };

  return {
    admit,
    limited: (route) =>
      route.download
        ? { ...route, handle: (context) => admit(context, FILE_BYTES, () => route.handle(context)) }
        : route,
    requireBulk({ caller }) {
      if (!noAnonymousBulk || caller !== undefined) return;
      throw new ServiceError(
        'unauthorized',
        'Sign in to download an archive; single files can be downloaded without.',
        {
          challenge: 'Bearer',
        },
      );
    },
  };
}

const busyHeaders = {
  'retry-after': String(RETRY_SECONDS),
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
};

function tooMany(most: number): Error {
  const open = most === 1 ? 'a download' : `${most} downloads`;
  return failThrottled(
    `You have ${open} open already, and no more are allowed at a time. Wait until one has ended.`,
    RETRY_SECONDS,
  );
}
