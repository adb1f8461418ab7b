import { type DatasetRef, inDataset, viewAddress } from '../../api/addresses.ts';
import { ApiError, errorFromAnswer } from '../../api/api-error.ts';
import { call, send } from '../../api/http.ts';
import { i18n } from '../../languages/i18n.ts';

const NOT_FOUND = 404;
/** Files of views and scales are small; a large one of the same name is something else. */
const MOST_BYTES = 1024 * 1024;

/** Reads a small text file that lies beside another one. @returns null where there is none */
export async function readBeside(ref: DatasetRef, path: string, signal?: AbortSignal): Promise<string | null> {
  const options = { credentials: 'same-origin', ...(signal === undefined ? {} : { signal }) } as const;
  const answer = await send(viewAddress(ref, path), options);
  if (answer.ok && Number(answer.headers.get('content-length')) > MOST_BYTES) {
    await answer.body?.cancel();
    throw new ApiError(
      400,
      i18n.t('{path} is larger than 1 MB, so it is something else. Rename it or the splats.', { path }),
    );
  }
  const text = await answer.text();
  if (answer.status === NOT_FOUND) return null;
  if (answer.ok) return text;
  const error = await errorFromAnswer(answer.status, text);
  // A link that hands out no files shows the splats as they are.
  if (error.reason === 'downloads-off') return null;
  throw error;
}

/** Writes a file of JSON beside another one. */
export async function writeBeside(ref: DatasetRef, path: string, text: string): Promise<void> {
  const body = new FormData();
  body.set('path', path);
  body.set('file', new File([text], 'beside.json', { type: 'application/json' }));
  await call('POST /orgs/{orgSlug}/ds/{dsSlug}/obj', { path: inDataset(ref), body });
}
