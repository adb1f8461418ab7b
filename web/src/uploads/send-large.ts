import { DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import { uploadsAddress, type DatasetRef } from '../api/addresses.ts';
import { ApiError, errorFromAnswer, UNREACHABLE } from '../api/api-error.ts';
import { findOpenUpload } from './open-uploads.ts';
import type { OnSent } from './upload-queue.ts';
import { i18n } from '../languages/i18n.ts';

/** A part is what a proxy that collects requests holds at a time, and what is lost with it. */
const PART = 32 * 1024 * 1024;

/** Pauses before another attempt: some four minutes in a row without any progress, then the person is asked. */
const PAUSES_MS = [1000, 2000, 5000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000];

const HELD_UP = i18n.t('The connection is lost. It goes on where it stopped.');

export type ArrivingFile = {
  readonly ref: DatasetRef;
  readonly path: string;
  readonly file: File;
  /** Whether a file that is there is replaced; otherwise the answer is 412. */
  readonly replace: boolean;
};

/**
 * Sends a large file by the tus protocol: after a lost connection, and also after the page was closed and the same file is
 * chosen again, it goes on where it stopped. A module of its own, loaded with the first large file.
 */
export function sendLarge(arriving: ArrivingFile, onSent: OnSent, signal: AbortSignal): Promise<void> {
  const { ref, file, replace } = arriving;
  return new Promise((resolve, reject) => {
    let sent = 0;
    const options: UploadOptions = {
      endpoint: uploadsAddress(ref),
      metadata: metadataOf(arriving),
      chunkSize: PART,
      retryDelays: PAUSES_MS,
      removeFingerprintOnSuccess: true,
      fingerprint: () => Promise.resolve(fingerprint(arriving)),
      onBeforeRequest: (request) => {
        // What holds for the file is said where its upload begins.
        if (!replace && request.getMethod() === 'POST') request.setHeader('If-None-Match', '*');
      },
      onProgress: (bytes) => {
        sent = bytes;
        onSent(bytes);
      },
      onShouldRetry: (error, attempt) => {
        const again = mayPass(statusOf(error), attempt);
        if (again) onSent(sent, HELD_UP);
        return again;
      },
      onSuccess: () => {
        signal.removeEventListener('abort', abort);
        resolve();
      },
      onError: (error) => {
        signal.removeEventListener('abort', abort);
        problemOf(error).then(reject, reject);
      },
    };
    const upload = new Upload(file, options);
    // What was sent is thrown away: the person does not want it.
    const abort = (): void => {
      upload.abort(true).catch(() => undefined);
      reject(new DOMException('The upload was cancelled', 'AbortError'));
    };
    signal.addEventListener('abort', abort, { once: true });
    continueOrBegin(upload, arriving, signal).catch(reject);
  });
}

/** Goes on with what this browser has begun, else with what another one has, else begins. */
async function continueOrBegin(upload: Upload, arriving: ArrivingFile, signal: AbortSignal): Promise<void> {
  const begun = await upload.findPreviousUploads();
  const latest = begun.toSorted((a, b) => Date.parse(b.creationTime) - Date.parse(a.creationTime))[0];
  if (latest !== undefined) upload.resumeFromPreviousUpload(latest);
  else upload.url = await findOpenUpload(arriving.ref, arriving, metadataOf(arriving), signal);
  if (!signal.aborted) upload.start();
}

/**
 * What the service keeps with an upload. By it another browser, or this one without its memory, knows that it has the same
 * file, and that the same holds for it: bytes of two files must not become one.
 */
const metadataOf = ({ path, file, replace }: ArrivingFile): Record<string, string> => ({
  path,
  filename: file.name,
  modified: String(file.lastModified),
  replace: String(replace),
});

/** The same file for the same place, as far as a browser can tell. */
const fingerprint = ({ ref, path, file, replace }: ArrivingFile): string =>
  JSON.stringify(['alidade', ref.org, ref.ds, path, file.size, file.lastModified, replace]);

const statusOf = (error: Error): number =>
  error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;

/**
 * No answer, an attempt that still holds the upload, too much at once, trouble of the service. A conflict passes when it is
 * about the offset, which is asked for anew; when it is about what is at the destination, it stays.
 */
const mayPass = (status: number, attempt: number): boolean =>
  status === 0 ||
  (status === 409 && attempt < 2) ||
  status === 423 ||
  status === 429 ||
  (status >= 500 && status !== 507);

async function problemOf(error: Error): Promise<ApiError> {
  const status = statusOf(error);
  if (status === 0) return new ApiError(0, i18n.t('{UNREACHABLE} It goes on where it stopped.', { UNREACHABLE }));
  const body = error instanceof DetailedError ? (error.originalResponse?.getBody() ?? '') : '';
  return errorFromAnswer(status, body);
}
