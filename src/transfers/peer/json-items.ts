import { JSONParser } from '@streamparser/json';
import { OutboundError } from '../outbound/index.ts';

export interface JsonShape {
  /** What the body begins with. */
  readonly opening: '[' | '{';
  /** Where its items are, as paths of the parser: `$.*`, `$.entries.*`. */
  readonly paths: readonly string[];
  /** Longest item, in bytes. Brackets nested as deep as half a megabyte allows take the parser some 140 MB. */
  readonly maxItemBytes: number;
}

export interface JsonItem {
  /** Name of the member it belongs to; an index for items of the body itself. */
  readonly of: string | number | undefined;
  readonly value: unknown;
}

/**
 * The items of a JSON body as they arrive; never more of it is in memory than one item and what came with it.
 *
 * @param host who sends it, for messages
 * @throws OutboundError `lasting` for what is no such body
 */
export async function* jsonItems(
  body: AsyncIterable<Uint8Array>,
  host: string,
  { opening, paths, maxItemBytes }: JsonShape,
): AsyncGenerator<JsonItem> {
  const parser = new JSONParser({ paths: [...paths], keepStack: false });
  let found: JsonItem[] = [];
  let sinceLast = 0;
  let begun = false;
  parser.onValue = ({ value, key, stack }) => void found.push({ of: stack[1]?.key ?? key, value });
  const parse = (chunk: Uint8Array): void => {
    begun ||= chunk.length > 0;
    try {
      parser.write(chunk);
    } catch (cause) {
      throw unreadable(host, cause);
    }
    sinceLast = found.length > 0 ? 0 : sinceLast + chunk.byteLength;
    if (sinceLast > maxItemBytes) throw unreadable(host);
  };
  for await (const chunk of body) {
    if (!begun && chunk[0] !== opening.charCodeAt(0)) throw unreadable(host);
    parse(chunk);
    const items = found;
    found = [];
    yield* items;
  }
  if (!parser.isEnded) throw unreadable(host);
}

/** What another service sent makes no sense. */
export const unreadable = (host: string, cause?: unknown): OutboundError =>
  new OutboundError('lasting', `${host} sent a list that cannot be read.`, { cause });
