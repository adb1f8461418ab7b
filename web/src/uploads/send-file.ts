import { ApiError, errorFromAnswer, UNREACHABLE } from '../api/api-error.ts';
import { objectAddress } from '../api/addresses.ts';
import { createFolder } from '../api/entries.ts';
import type { OnSent, Transfer } from './upload-queue.ts';

/** From here on a file is sent so that a lost connection costs only what was under way: 64 MB, a minute of a bad line. */
const LARGE = 64 * 1024 * 1024;

/**
 * Sends one file as a multipart form. XMLHttpRequest, because fetch tells nothing about what went out.
 * The path stands before the file in the form, so the service can refuse it before the bytes arrive.
 */
export const sendFile: Transfer = async ({ ref, path, file }, onSent, signal) => {
  if (file === null) {
    await createFolder(ref, path, signal);
    return;
  }
  if (file.size >= LARGE) {
    const { sendLarge } = await import('./send-large.ts');
    await sendLarge({ ref, path, file }, onSent, signal);
    return;
  }
  const form = new FormData();
  form.set('path', path);
  form.set('file', file);
  await post(objectAddress(ref), form, onSent, signal);
};

function post(address: string, form: FormData, onSent: OnSent, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    request.upload.onprogress = (event) => onSent(event.loaded);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(errorFromAnswer(request.status, request.responseText));
    };
    request.onerror = () => reject(new ApiError(0, UNREACHABLE));
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    request.open('POST', address);
    request.setRequestHeader('accept', 'application/json');
    request.send(form);
  });
}
