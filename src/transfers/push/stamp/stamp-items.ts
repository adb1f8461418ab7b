import { JSONParser, TokenType } from '@streamparser/json';
import { ThreadRefusal } from '../../../concurrency/index.ts';
import type { FieldReader } from '../../../forms/index.ts';
import { refusal } from '../body/fields.ts';
import type { Item } from './item.ts';

/** Longest item of a stamp: a path with escapes and a hash are a hundredth of it. */
const MAX_ITEM = 512 * 1024;

/**
 * Reads the JSON of a stamp as it comes; never more of it is in memory than one item and the piece it came with.
 *
 * @param take is given each item as it stands, whatever it holds
 */
export function stampItems(take: (item: Item) => void): FieldReader {
  const parser = new JSONParser({ paths: ['$.entries.*', '$.meta.*'], keepStack: false });
  const lists = watchLists(parser);
  let sinceLast = 0;
  parser.onValue = ({ value, stack }) => {
    sinceLast = 0;
    const list = stack[1]?.key as string;
    // Members of an object are told of like items of a list.
    if (!lists.has(list)) throw unreadable();
    take(list === 'meta' ? idOf(value) : entryOf(value));
  };
  return {
    text(piece) {
      write(parser, piece);
      sinceLast += piece.length;
      if (sinceLast > MAX_ITEM + piece.length) throw refusal('The stamp has an item that is far too long.');
    },
    end() {
      if (!parser.isEnded) throw unreadable();
      for (const list of ['entries', 'meta'])
        if (!lists.has(list)) throw refusal(`The stamp has no list ${list}: it must be the JSON of a whole stamp.`);
    },
  };
}

/** Gathers the names of the lists on the first level: an empty one has no items to know it by. */
function watchLists(parser: JSONParser): ReadonlySet<string> {
  const lists = new Set<string>();
  let depth = 0;
  let name = '';
  parser.onToken = ({ token, value }) => {
    if (depth === 1 && token === TokenType.STRING) name = value as string;
    if (depth === 1 && token === TokenType.LEFT_BRACKET) lists.add(name);
    if (token === TokenType.LEFT_BRACKET || token === TokenType.LEFT_BRACE) depth += 1;
    else if (token === TokenType.RIGHT_BRACKET || token === TokenType.RIGHT_BRACE) depth -= 1;
  };
  return lists;
}

function write(parser: JSONParser, piece: string): void {
  if (piece === '') return;
  try {
    parser.write(piece);
  } catch (cause) {
    throw cause instanceof ThreadRefusal ? cause : unreadable();
  }
}

function entryOf(value: unknown): Item {
  const members = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  const [[key, hash] = []] = members;
  if (members.length !== 1 || key === undefined || typeof hash !== 'string')
    throw refusal('An entry of the stamp must be an object with one member: its path, and its hash as a text.');
  return { kind: 'entry', key, hash };
}

function idOf(value: unknown): Item {
  if (typeof value !== 'string') throw refusal('The ids of metadata in the stamp must be texts.');
  return { kind: 'meta', key: value, hash: '' };
}

const unreadable = (): Error => refusal('The stamp is not valid JSON.');
