import { FormError } from './form-error.ts';
import { textDecoder } from './text-decoder.ts';

/** The value of one field of a body, as it is read: text in pieces. */
export interface FieldReader {
  text(piece: string): void;
  end(): void;
}

/** Called when a field begins; fields come one after the other. */
export type OpenField = (name: string) => FieldReader;

/** Takes the bytes of a body apart into its fields. */
export interface BodyReader {
  bytes(piece: Uint8Array): void;
  /** The body has ended. Throws when it ended too early. */
  end(): void;
}

/** Longest name of a field: names are words. */
const MAX_NAME = 200;

const [AMPERSAND, EQUALS, PLUS, PERCENT, SPACE] = [0x26, 0x3d, 0x2b, 0x25, 0x20];

/**
 * Reads `application/x-www-form-urlencoded` as it arrives, in time proportional to its bytes (`URLSearchParams` takes seconds
 * for 16 MiB of `+`). A `%` without two digits behind it stands for itself.
 *
 * Throws FormError for bytes that are not UTF-8 and for a name that is too long; what `open` throws
 */
export function readUrlencoded(open: OpenField): BodyReader {
  let decode = textDecoder();
  let name = '';
  /** The field whose value is read; none while a name is. */
  let field: FieldReader | undefined;
  /** Digits of an escape that is not whole: -1 outside of one, 0 behind the `%`, else the first digit. */
  let escape = -1;
  let out = Buffer.alloc(0);
  let length = 0;

  const flush = (): void => {
    const text = decode(out.subarray(0, length));
    length = 0;
    if (field) field.text(text);
    else name = checkName(name + text);
  };
  const put = (byte: number): void => {
    out[length] = byte;
    length += 1;
  };
  const putBroken = (): void => {
    if (escape < 0) return;
    put(PERCENT);
    if (escape > 0) put(escape);
    escape = -1;
  };
  /** Ends a name or a value. */
  const endPart = (): void => {
    putBroken();
    flush();
    const rest = decode();
    if (field) field.text(rest);
    else name += rest;
    decode = textDecoder();
  };
  const endField = (): void => {
    endPart();
    if (field === undefined && name !== '') field = open(name);
    field?.end();
    [field, name] = [undefined, ''];
  };
  const plain = (byte: number): void => {
    if (byte === AMPERSAND) endField();
    else if (byte === EQUALS && field === undefined) {
      endPart();
      field = open(name);
    } else if (byte === PERCENT) escape = 0;
    else put(byte === PLUS ? SPACE : byte);
  };

  return {
    bytes(piece) {
      // An escape that turns out to be none is longer than what it was taken for.
      if (out.length < piece.length + 3) out = Buffer.alloc(piece.length + 3);
      for (const byte of piece) {
        if (escape < 0) plain(byte);
        else if (digit(byte) < 0) {
          putBroken();
          plain(byte);
        } else if (escape === 0) escape = byte;
        else {
          put(digit(escape) * 16 + digit(byte));
          escape = -1;
        }
      }
      // At most two bytes of a broken escape are still to come.
      flush();
    },
    end: endField,
  };
}

/** Value of a hexadecimal digit; -1 for anything else. */
function digit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

function checkName(name: string): string {
  if (name.length > MAX_NAME)
    throw new FormError('malformed', `The field ${name.slice(0, 40)} has a name that is too long.`);
  return name;
}
