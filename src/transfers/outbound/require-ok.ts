import { plainText } from '../plain-text.ts';
import type { OutboundAnswer } from './client.ts';
import { OutboundError, type OutboundFault } from './outbound-error.ts';
import { wholeBody } from './watched-body.ts';

/** Texts of errors. */
const MAX_SHORT_BYTES = 64 * 1024;

/** What a number says where the service says nothing itself. */
const MEANINGS: Readonly<Record<number, string>> = {
  404: 'there is nothing at this address',
  410: 'what was at this address is gone',
};

/**
 * @param tellsWords false: its words are not told, as they may repeat an address that is a secret
 * @throws OutboundError for every answer that is no success, with the other service's own words
 */
export async function requireOk(answer: OutboundAnswer, tellsWords = true): Promise<void> {
  if (answer.status >= 200 && answer.status < 300) return;
  if (!tellsWords) answer.drop();
  const text = tellsWords ? await wholeBody(answer.body(MAX_SHORT_BYTES)).catch(() => '') : '';
  const words = errorIn(text);
  const reason = typeof words === 'string' && words !== '' ? plainText(words, 300) : MEANINGS[answer.status];
  const seconds = Number(answer.headers['retry-after']);
  throw new OutboundError(
    faultOf(answer.status),
    `${answer.host} answered ${answer.status}${reason === undefined ? '' : `: ${reason}`}`,
    {
      retryAfterMs: seconds > 0 ? seconds * 1000 : undefined,
    },
  );
}

function faultOf(status: number): OutboundFault {
  if (status === 401) return 'unauthorized';
  return status === 408 || status === 429 || status >= 500 ? 'passing' : 'lasting';
}

/** What services like this one say in their errors. */
function errorIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { error?: unknown } | null)?.error;
  } catch {
    return undefined; // a page, or nothing
  }
}
