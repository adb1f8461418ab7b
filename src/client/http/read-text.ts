import { ClientError } from '../client-error.ts';

/** Longest answer that is read as one text: a list of a million entries, and below what a string can hold. */
const MAX_TEXT_BYTES = 400 * 1024 * 1024;

/** Reads an answer whole, as UTF-8. @throws ClientError when it is longer than any answer */
export async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += (piece as Uint8Array).length;
    if (length > MAX_TEXT_BYTES) throw new ClientError('The answer of the server is longer than any answer it has.');
    pieces.push(decoder.decode(piece as Uint8Array, { stream: true }));
  }
  pieces.push(decoder.decode());
  return pieces.join('');
}
