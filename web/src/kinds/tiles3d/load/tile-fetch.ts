import { errorFromAnswer } from '../../../api/api-error.ts';
import { send } from '../../../api/http.ts';
import { withRetries } from '../../../api/with-retries.ts';
import type { TileAddresses } from './tile-address.ts';

/** Reads files of a tileset. */
export type TileFetch = (address: string, signal?: AbortSignal) => Promise<Response>;

const NEVER = new AbortController().signal;

/** Only what lies below the folder of the tileset is asked for. */
export const tileFetch =
  ({ allowed }: TileAddresses): TileFetch =>
  (address, signal = NEVER) => {
    const target = allowed(address);
    return withRetries(async () => {
      const answer = await send(target, { credentials: 'same-origin', signal });
      if (!answer.ok) throw await errorFromAnswer(answer.status, await answer.text());
      return answer;
    }, signal);
  };
