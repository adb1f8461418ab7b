/**
 * Words of another service as they may be stored and shown: control characters and half characters, which neither the
 * database nor a terminal bears, are replaced, and what is endless is cut.
 */
export function plainText(text: string, maxLength = 1024): string {
  return text
    .slice(0, maxLength)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\uFFFD');
}
