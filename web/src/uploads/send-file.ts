import { ApiError, errorFromAnswer, UNREACHABLE } from '../api/api-error.ts';
import { objectAddress } from '../api/addresses.ts';
import { createFolder, entriesAt, findEntry } from '../api/entries.ts';
import { MOST_NUMBERED, numberedPath } from '../files/entry-path.ts';
import type { ArrivingFile } from './send-large.ts';
import type { OnSent, Transfer } from './upload-queue.ts';
import { i18n } from '../languages/i18n.ts';

/** From here on a file is sent so that a lost connection costs only what was under way: 64 MB, a minute of a bad line. */
const LARGE = 64 * 1024 * 1024;

/** Makes a folder, or sends a file to its path; with `number` to the first one of "a (2).tif", "a (3).tif" that is free. */
export const sendFile: Transfer = async (task, onSent, signal) => {
  const { ref, path, file, whenTaken, cutOff } = task;
  if (file === null) {
    await createFolder(ref, path, signal);
    return path;
  }
  const arriving = { ref, path, file, replace: whenTaken === 'replace' };
  if (whenTaken !== 'number') {
    if (await arrived(arriving, onSent, signal)) return path;
    return cutOff > 0 && (await isThereAlready(arriving, signal)) ? path : null;
  }
  for (let number = 2; number <= MOST_NUMBERED; number += 1) {
    const other = numberedPath(path, false, number);
    // Asked for first: bytes are not sent to hear that the name is taken.
    if ((await entriesAt(ref, other, signal)).length > 0) continue;
    if (await arrived({ ...arriving, path: other }, onSent, signal)) return other;
  }
  return null;
};

/** Whether the file is there now; false when something else was there before and is not to be replaced. */
async function arrived(arriving: ArrivingFile, onSent: OnSent, signal: AbortSignal): Promise<boolean> {
  const { file } = arriving;
  try {
    if (file.size >= LARGE) await (await import('./send-large.ts')).sendLarge(arriving, onSent, signal);
    else await post(arriving, onSent, signal);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 412) return false;
    if (error.status === 0 && !(await isReadable(file))) throw CHANGED;
    throw error;
  }
}

/**
 * Whether what has the name is this very file: when its upload was cut off, it may have arrived, and only the answer was
 * lost. Browsers compute hashes on safe connections only; elsewhere the person is asked.
 */
async function isThereAlready({ ref, path, file }: ArrivingFile, signal: AbortSignal): Promise<boolean> {
  if (file.size >= LARGE || globalThis.crypto.subtle === undefined) return false;
  const there = await findEntry(ref, path, signal);
  if (there === undefined || there.hash === null || there.size !== file.size) return false;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('') === there.hash;
}

const CHANGED = new ApiError(
  400,
  i18n.t(
    'The browser cannot read the file any more: it was changed, moved or deleted since it was chosen. Choose it again.',
  ),
);

/** Browsers say of a file that has changed meanwhile only that sending failed. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/**
 * Sends a file as a multipart form. XMLHttpRequest, because fetch tells nothing about what went out.
 * The path stands before the file in the form, so the service can refuse it before the bytes arrive.
 */
function post({ ref, path, file, replace }: ArrivingFile, onSent: OnSent, signal: AbortSignal): Promise<void> {
  const form = new FormData();
  form.set('path', path);
  form.set('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    request.upload.onprogress = (event) => onSent(event.loaded);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else errorFromAnswer(request.status, request.responseText).then(reject, reject);
    };
    request.onerror = () => reject(new ApiError(0, UNREACHABLE));
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    request.open('POST', objectAddress(ref));
    if (!replace) request.setRequestHeader('if-none-match', '*');
    request.setRequestHeader('accept', 'application/json');
    request.send(form);
  });
}
