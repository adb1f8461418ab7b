import { quoteInput } from '../ogc-error.ts';
import { invalidFilter, MAX_CQL2_LENGTH } from './cql2-expression.ts';

/** A word, number, text or sign of CQL2 text. `name` is a name in quotes, which is no keyword. */
export interface Token {
  readonly kind: 'word' | 'name' | 'number' | 'text' | 'sign' | 'end';
  readonly text: string;
}

const TOKEN =
  /\s*(?:(?<word>[\p{L}_:][\p{L}\p{N}_.:$]*)|"(?<name>(?:[^"]|"")*)"|(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?)|'(?<text>(?:[^']|'')*)'|(?<sign><>|<=|>=|[=<>+\-*/(),]))/uy;

/** Takes a filter apart. @throws InvalidParameterValue for what is none */
export function readTokens(text: string): readonly Token[] {
  if (text.length > MAX_CQL2_LENGTH) throw invalidFilter(`it has more than ${MAX_CQL2_LENGTH} characters`);
  const tokens: Token[] = [];
  const source = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const { groups } = TOKEN.exec(source) ?? {};
    if (groups === undefined) throw invalidFilter(`${quoteInput(source.slice(at, at + 20))} means nothing here`);
    const [kind, value] = Object.entries(groups).find(([, found]) => found !== undefined) as [Token['kind'], string];
    tokens.push({
      kind,
      text: kind === 'text' ? value.replaceAll("''", "'") : kind === 'name' ? value.replaceAll('""', '"') : value,
    });
  }
  return [...tokens, { kind: 'end', text: 'the end' }];
}

/** Goes through tokens one by one. */
export interface Reader {
  peek(): Token;
  next(): Token;
  /** Takes the next token when it is this keyword or sign. */
  take(text: string): boolean;
  /** @throws InvalidParameterValue unless the next token is this keyword or sign, which is taken */
  expect(text: string): void;
  /** Whether the token after the next is this sign. */
  isBefore(sign: string): boolean;
}

export function createReader(tokens: readonly Token[]): Reader {
  let at = 0;
  const last = tokens.at(-1)!;
  const peek = (): Token => tokens[at] ?? last;
  const is = ({ kind, text }: Token, wanted: string): boolean =>
    kind === 'sign' ? text === wanted : kind === 'word' && text.toUpperCase() === wanted;
  const take = (text: string): boolean => {
    const isNext = is(peek(), text);
    if (isNext) at += 1;
    return isNext;
  };
  return {
    peek,
    take,
    next: () => tokens[at++] ?? last,
    expect(text) {
      if (!take(text)) throw invalidFilter(`${quoteInput(peek().text)} stands where “${text}” is wanted`);
    },
    isBefore: (sign) => is(tokens[at + 1] ?? last, sign),
  };
}
