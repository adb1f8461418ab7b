import { textDecoder, type BodyReader, type FieldReader, type OpenField } from '../../../forms/index.ts';
import { checkName, refusal } from './fields.ts';

/** What comes next; `text` and `other` are values, the one with quotes around it. */
type State = 'object' | 'name' | 'colon' | 'value' | 'text' | 'other' | 'comma' | 'done';

/** Longest name as it is written, with escapes. */
const MAX_WRITTEN_NAME = 2000;

/**
 * Reads the members of a JSON object as they arrive: of a text what it stands for, of anything else its JSON. A member that
 * is a list of a million items takes as little memory as a text of that length.
 */
export function jsonFields(open: OpenField): BodyReader {
  const decode = textDecoder();
  let state: State = 'object';
  let isFirst = true;
  let name = '';
  let field: FieldReader | undefined;
  const nested = nesting();
  /** End of a piece that is not whole: a name, or an escape. */
  let left = '';

  const endField = (): void => {
    field?.end();
    [field, isFirst, state] = [undefined, false, 'comma'];
  };

  /** Reads what it can from a place on. @returns the place behind it; the same one when that takes more text */
  const step = (text: string, at: number): number => {
    if (state === 'text') return readText(text, at);
    if (state === 'other') return readOther(text, at);
    if (isSpace(text[at]!)) return at + 1;
    if (state === 'name' && !(isFirst && text[at] === '}')) return readName(text, at);
    if (state === 'value') {
      field = open(name);
      state = text[at] === '"' ? 'text' : 'other';
      return state === 'text' ? at + 1 : at;
    }
    state = after(state, text[at]!);
    return at + 1;
  };

  const readName = (text: string, at: number): number => {
    if (text[at] !== '"') throw broken();
    const { end, isWhole } = textEnd(text, at + 1);
    if (!isWhole && end - at > MAX_WRITTEN_NAME) throw broken();
    if (!isWhole) return at;
    name = checkName(unescaped(text.slice(at + 1, end)));
    state = 'colon';
    return end + 1;
  };

  const readText = (text: string, at: number): number => {
    const { end, isWhole } = textEnd(text, at);
    if (end > at) field!.text(unescaped(text.slice(at, end)));
    if (!isWhole) return end;
    endField();
    return end + 1;
  };

  const readOther = (text: string, at: number): number => {
    const end = nested.end(text, at);
    field!.text(text.slice(at, end));
    if (end < text.length) endField();
    return end;
  };

  const read = (piece: string): void => {
    const text = left + piece;
    let at = 0;
    while (at < text.length) {
      const before: State = state;
      const next = step(text, at);
      if (next === at && state === before) break;
      at = next;
    }
    left = text.slice(at);
  };

  return {
    bytes: (piece) => read(decode(piece)),
    end() {
      read(decode());
      if (state !== 'done' && (state !== 'object' || left !== ''))
        throw refusal('The JSON of the body ends too early.');
    },
  };
}

/** What follows a character between names and values. */
function after(state: State, character: string): State {
  if (state === 'object' && character === '{') return 'name';
  if (state === 'colon' && character === ':') return 'value';
  if (state === 'comma' && character === ',') return 'name';
  if ((state === 'comma' || state === 'name') && character === '}') return 'done';
  throw broken();
}

/** Finds the end of a value that is no text, over several pieces. */
function nesting(): { end(text: string, from: number): number } {
  let [depth, isInText, isEscaped] = [0, false, false];
  return {
    end(text, from) {
      for (let at = from; at < text.length; at += 1) {
        const character = text[at]!;
        if (isEscaped) isEscaped = false;
        else if (isInText && character === '\\') isEscaped = true;
        else if (character === '"') isInText = !isInText;
        else if (isInText) continue;
        else if (depth === 0 && (character === ',' || character === '}')) return at;
        else if (character === '[' || character === '{') depth += 1;
        else if (character === ']' || character === '}') depth -= 1;
      }
      return text.length;
    },
  };
}

/**
 * Where a text ends, whose quote or next character stands at `from`; when that is not there yet, how far it goes without
 * tearing an escape, or two that are one character together.
 */
function textEnd(text: string, from: number): { readonly end: number; readonly isWhole: boolean } {
  for (let at = from; ;) {
    const quote = text.indexOf('"', at);
    const backslash = text.indexOf('\\', at);
    if (quote >= 0 && (backslash < 0 || quote < backslash)) return { end: quote, isWhole: true };
    if (backslash < 0) return { end: text.length, isWhole: false };
    const length = escapeLength(text, backslash);
    if (backslash + length > text.length) return { end: backslash, isWhole: false };
    at = backslash + length;
  }
}

function escapeLength(text: string, at: number): number {
  if (text[at + 1] !== 'u') return 2;
  const isHighHalf = /^[dD][89abAB]/.test(text.slice(at + 2, at + 4));
  return isHighHalf && /^(\\(u|$)|$)/.test(text.slice(at + 6, at + 8)) ? 12 : 6;
}

function unescaped(written: string): string {
  try {
    return JSON.parse(`"${written}"`) as string;
  } catch {
    throw broken();
  }
}

const isSpace = (character: string): boolean => ' \t\r\n'.includes(character);
const broken = (): Error => refusal('The body is not valid JSON.');
