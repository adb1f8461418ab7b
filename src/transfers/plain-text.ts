/**
 * Words of another service as they may be stored and shown: control characters and half characters, which neither the
 * database nor a terminal bears, are replaced, and what is endless is cut.
 */
export function plainText(text: string, maxLength = 1024): string {
  // Through bytes, which half characters do not survive: a mere slice would keep all of the text it was cut from.
  const cut = Buffer.from(text.slice(0, maxLength), 'utf8').toString('utf8');
  return cut.replaceAll(/\p{Cc}/gu, '\uFFFD');
}
