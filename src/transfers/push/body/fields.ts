import { ThreadRefusal } from '../../../concurrency/index.ts';

/** The value of one field of a body, as it is read: text in pieces. */
export interface FieldReader {
  text(piece: string): void;
  end(): void;
}

/** Told of each field when it begins; fields come one behind the other. */
export type OpenField = (name: string) => FieldReader;

/** Takes the bytes of a body apart into its fields. */
export interface BodyReader {
  bytes(piece: Buffer): void;
  /** @throws ThreadRefusal when the body ended too early */
  end(): void;
}

/** What a client is told about a body that cannot be read. */
export function refusal(message: string): ThreadRefusal {
  return new ThreadRefusal('invalid-input', message);
}

/** Bytes of UTF-8 in pieces as text. @throws ThreadRefusal for what is no UTF-8 */
export function textDecoder(): (piece?: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  return (piece) => {
    try {
      return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
    } catch {
      throw refusal('The body is not valid UTF-8.');
    }
  };
}

/** Longest name of a field: all that mean something are words. */
const MAX_NAME = 200;

/** @throws ThreadRefusal */
export function checkName(name: string): string {
  if (name.length > MAX_NAME) throw refusal(`The field ${name.slice(0, 40)} has a name that is too long.`);
  return name;
}
