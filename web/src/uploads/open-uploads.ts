import type { Answer } from '../../../api/routes.ts';
import { inDataset, uploadsAddress, type DatasetRef } from '../api/addresses.ts';
import { call, send } from '../api/http.ts';

/** A resumable upload of this person that is not at its end. `received` and `size` in bytes. */
export type OpenUpload = Answer<'GET /orgs/{orgSlug}/ds/{dsSlug}/uploads'>[number];

export const openUploads = (ref: DatasetRef, signal: AbortSignal): Promise<readonly OpenUpload[]> =>
  call('GET /orgs/{orgSlug}/ds/{dsSlug}/uploads', { path: inDataset(ref), signal });

type Wanted = { readonly path: string; readonly file: Pick<File, 'size'> };

/** Where the upload goes on that was begun with the same file, place and metadata; null when there is none. */
export async function findOpenUpload(
  ref: DatasetRef,
  { path, file }: Wanted,
  metadata: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string | null> {
  const candidates = (await openUploads(ref, signal)).filter((it) => it.path === path && it.size === file.size);
  // The one that has come farthest; those begun before pages sent metadata are not known well enough.
  for (const { id } of candidates.toSorted((a, b) => b.received - a.received)) {
    const address = `${uploadsAddress(ref)}/${encodeURIComponent(id)}`;
    const answer = await send(address, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' }, signal });
    const kept = parseMetadata(answer.headers.get('upload-metadata') ?? '');
    if (answer.ok && Object.entries(metadata).every(([key, value]) => kept[key] === value)) return address;
  }
  return null;
}

/** "key base64,key base64" of the protocol, as texts. */
function parseMetadata(header: string): Readonly<Record<string, string>> {
  const pairs = header.split(',').map((pair) => pair.trim().split(' '));
  return Object.fromEntries(pairs.map(([key = '', value = '']) => [key, textOfBase64(value)]));
}

const textOfBase64 = (base64: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
