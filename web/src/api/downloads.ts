import { ApiError, errorFromAnswer } from './api-error.ts';
import { downloadAddress, inDataset, withLink, type DatasetRef } from './addresses.ts';
import { call, send } from './http.ts';
import { i18n } from '../languages/i18n.ts';

/** Longer addresses are cut off by some proxies; the service keeps the paths and gives a short one then. */
const LONGEST_ADDRESS = 4000;

/** Where a browser saves this from: one file as it is; a folder, several paths or the whole dataset (no path) as a zip. */
export async function whereToDownload(ref: DatasetRef, paths: readonly string[], signal: AbortSignal): Promise<string> {
  const address = downloadAddress(ref, paths);
  if (address.length <= LONGEST_ADDRESS) return address;
  const { downloadUrl } = await call('POST /orgs/{orgSlug}/ds/{dsSlug}/download', {
    path: inDataset(ref),
    body: { paths },
    byLink: true,
    signal,
  });
  return withLink(downloadUrl);
}

/**
 * Asks whether the download may begin now: what the browser saves by itself tells nobody why it was refused. The answer of
 * a yes has no body.
 */
export async function checkDownload(address: string, signal: AbortSignal): Promise<void> {
  const response = await send(address, {
    credentials: 'same-origin',
    headers: { accept: 'application/json', 'x-download-check': '1' },
    signal,
  });
  if (response.status === 429) throw tooMany(Number(response.headers.get('retry-after')));
  if (!response.ok) throw await errorFromAnswer(response.status, await response.text());
  await response.body?.cancel();
}

const tooMany = (seconds: number): ApiError =>
  new ApiError(
    429,
    seconds > 0
      ? i18n.t(
          'You have as many downloads running as the service allows at once. Let one of them end, then try again (in {seconds} seconds at the earliest).',
          { seconds },
        )
      : i18n.t(
          'You have as many downloads running as the service allows at once. Let one of them end, then try again.',
        ),
  );
