/** Texts in one value of the address, with `between` before each but the first. Whatever they hold comes back. */
export const joinEscaped = (texts: readonly string[], between: ',' | ';'): string =>
  texts.map((text) => text.replaceAll('\\', '\\\\').replaceAll(between, `\\${between}`)).join(between);

export function splitEscaped(text: string, between: ',' | ';'): readonly string[] {
  const found = [''];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === between) found.push('');
    else {
      if (letter === '\\') at += 1;
      found[found.length - 1] += text.charAt(at);
    }
  }
  return found;
}
