import { createJsonGuard } from './json-guard.ts';

/**
 * Reads JSON, but no number that would become another one on the way: beyond 2^53 not every whole number is one that
 * JavaScript has, and a client would get back an id that it never sent.
 *
 * @throws SyntaxError for a text that is not JSON; `invalid-input` for such a number, or a text that is nested too deep;
 *   `too-large` for one that has too many values
 */
export function parseExactly(text: string): unknown {
  // First, because a text that is not JSON may hold any number.
  const value: unknown = JSON.parse(text);
  const guard = createJsonGuard();
  guard(Buffer.from(text));
  guard();
  return value;
}
