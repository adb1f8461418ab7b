import { type DatasetRef, inDataset, objectAddress, viewAddress } from '../../api/addresses.ts';
import { ApiError, errorFromAnswer } from '../../api/api-error.ts';
import { callPage, request, send } from '../../api/http.ts';
import type { SidecarPort } from './ports.ts';
import { EMPTY, formatSidecar, MOST_BYTES, parseSidecar } from './sidecar.ts';
import { i18n } from '../../languages/i18n.ts';

const TOO_LARGE = new ApiError(
  400,
  i18n.t('It is larger than {value} MB. Open it as a vector layer instead.', { value: MOST_BYTES / 1e6 }),
);

/** Reads and writes a file of measurements of a dataset. */
export const serviceSidecar = (ref: DatasetRef, path: string): SidecarPort => ({
  async read(signal) {
    if (!(await isThere(ref, path, signal))) return { sidecar: EMPTY, etag: null };
    const response = await send(viewAddress(ref, path), { credentials: 'same-origin', cache: 'no-cache', signal });
    if (response.status === 404) return { sidecar: EMPTY, etag: null };
    if (Number(response.headers.get('content-length')) > MOST_BYTES) {
      await response.body?.cancel();
      throw TOO_LARGE;
    }
    const text = await response.text();
    if (!response.ok) throw await errorFromAnswer(response.status, text);
    return { sidecar: parseSidecar(text), etag: strong(response.headers.get('etag')) };
  },

  async write(sidecar, etag, signal) {
    const text = formatSidecar(sidecar);
    if (text.length > MOST_BYTES) throw TOO_LARGE;
    const body = new FormData();
    body.set('path', path);
    body.set('file', new File([text], 'measurements.geojson', { type: 'application/geo+json' }));
    const headers: Record<string, string> = etag === null ? { 'if-none-match': '*' } : { 'if-match': etag };
    const answer = await request(objectAddress(ref), { method: 'POST', body, headers, signal });
    return strong(answer.headers.get('etag')) ?? '';
  },
});

/** Asks by the search, which has nothing to say of a file that is not there: browsers list other answers as errors. */
async function isThere(ref: DatasetRef, path: string, signal: AbortSignal): Promise<boolean> {
  const { items } = await callPage('POST /orgs/{orgSlug}/ds/{dsSlug}/search', {
    path: inDataset(ref),
    body: {
      query: path.slice(path.lastIndexOf('/') + 1),
      path: path.slice(0, Math.max(0, path.lastIndexOf('/'))),
      recursive: false,
    },
    byLink: true,
    signal,
  });
  return items.some((entry) => entry.path === path);
}

/** A proxy that compresses makes an ETag a weak one; the service compares strong ones. */
const strong = (etag: string | null): string | null => etag?.replace(/^W\//, '') ?? null;
