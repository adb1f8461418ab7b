import { send } from '../api/http.ts';

/** Addresses of pictures of which the service has said that there are none; until the page is loaded anew. */
const absent = new Set<string>();

export const isAbsent = (address: string): boolean => absent.has(address);

/**
 * Remembers that there is no picture, so that it is not asked for at each visit of the folder. Browsers do not tell why one
 * did not come: it is asked for once more, as a lost connection is no reason.
 */
export async function noteAbsence(address: string): Promise<void> {
  const answer = await send(address, { method: 'HEAD' }).catch(() => null);
  if (answer?.status === 404) absent.add(address);
}
