import { fail } from '../errors/index.ts';
import { MATCHES, type PageEnd } from './found.ts';
import { KINDS, type Kind } from './question.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Two names of 1024 bytes in JSON and base64. */
export const MAX_LENGTH = 8192;

export function writePageEnd({ kind, rank, id, name, path }: PageEnd): string {
  return Buffer.from(JSON.stringify([kind, rank, id, name, path])).toString('base64url');
}

/** @throws `invalid-input` */
export function readPageEnd(token: string): PageEnd {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
  } catch {
    value = undefined;
  }
  const [kind, rank, id, name, path] = Array.isArray(value) ? (value as unknown[]) : [];
  const isKnown = KINDS.some((known) => known === kind) && MATCHES.some((_match, known) => known === rank);
  if (!isKnown || typeof id !== 'string' || !UUID.test(id) || !isPlain(name) || !isPlain(path))
    throw fail('invalid-input', 'after is none of this service. Follow the link `next`, or begin without it.');
  return { kind: kind as Kind, rank: rank as number, id, name, path };
}

const isPlain = (text: unknown): text is string =>
  typeof text === 'string' && !text.includes('\0') && text.isWellFormed();
