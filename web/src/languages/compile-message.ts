/** As Lingui compiles messages: text, `#` in a plural, a value, or a choice of cases. */
export type Token = string | readonly [name: string, type?: string, cases?: Readonly<Record<string, readonly Token[]>>];
type Tokens = Token[];

const NAME = /\{\s*(\w+)\s*(?:\}|,\s*(plural|select)\s*,\s*)/y;
const CASE = /\s*=?(\w+)\s*\{/y;
/** Braces as text: '{'. */
const QUOTED = /'([{}][^']*)'/y;

const known = new Map<string, Tokens>();

/**
 * Reads a text of the pages: `{name}`, `{count, plural, one {# file} other {# files}}` and select. Lingui's own compiler
 * knows all of ICU in 7 kB; it reads the catalogues, when the pages are built.
 */
export function compileMessage(message: string): readonly Token[] {
  if (!/[{']/.test(message)) return [message];
  let compiled = known.get(message);
  if (compiled === undefined) {
    compiled = tokensOf(message);
    known.set(message, compiled);
  }
  return compiled;
}

function tokensOf(message: string): Tokens {
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(message);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  const fail = (): never => {
    throw new Error(`Not a message, at ${at}: ${message}`);
  };

  const readText = (): string => {
    if (message.startsWith("''", at)) at += 1;
    else {
      const quoted = match(QUOTED);
      if (quoted !== null) return quoted[1]!;
    }
    at += 1;
    return message[at - 1]!;
  };
  const readCases = (): Record<string, Tokens> => {
    const cases: Record<string, Tokens> = {};
    for (let head = match(CASE); head !== null; head = match(CASE)) cases[head[1]!] = read(true);
    if (message[at] !== '}') fail();
    at += 1;
    return cases;
  };
  /** Up to the end of the message, or of the case. */
  const read = (isCase: boolean): Tokens => {
    const tokens: Tokens = [];
    let text = '';
    const add = (token?: Token): void => {
      if (text !== '') tokens.push(text);
      text = '';
      if (token !== undefined) tokens.push(token);
    };
    while (at < message.length && !(isCase && message[at] === '}')) {
      if (message[at] === '{') {
        const [, name, type] = match(NAME) ?? fail();
        add(type === undefined ? [name!] : [name!, type, readCases()]);
      } else if (isCase && message[at] === '#') {
        at += 1;
        add('#');
      } else text += readText();
    }
    if (isCase && message[at] !== '}') fail();
    if (isCase) at += 1;
    add();
    return tokens;
  };
  return read(false);
}
