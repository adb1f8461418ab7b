import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseExactly } from './exact-json.ts';

it.each([
  ['9007199254740991', 9007199254740991],
  ['[-9007199254740991, 9007199254740992]', [-9007199254740991, 9007199254740992]],
  ['100000000000000000000', 1e20],
  ['9007199254740992.000', 9007199254740992],
  ['1e300', 1e300],
  ['12345678901234567890e0', Number('12345678901234567890')],
  ['45.1234567890123456789', Number('45.1234567890123456789')],
  ['{"__proto__": 1234567890123456}', { ['__proto__']: 1234567890123456 }],
  ['"9007199254740993"', '9007199254740993'],
])('%s is read', (text, expected) => {
  expect(parseExactly(text)).toEqual(expected);
});

it.each(['9007199254740993', '{"a":[-9007199254740993]}', '9007199254740992.5', '9'.repeat(400)])(
  '%s is refused, as it would become another number',
  (text) => {
    expect(() => parseExactly(text)).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  },
);

it('gives whole numbers back as the text they came as, or refuses them', () => {
  const readAs = (text: string): bigint | undefined => {
    try {
      return BigInt(parseExactly(text) as number);
    } catch {
      return undefined;
    }
  };
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (number) => {
      const isKept = BigInt(Number(number)) === number;
      expect(readAs(`${number}`)).toBe(isKept ? number : undefined);
    }),
  );
});

it('refuses what is no JSON like JSON does', () => {
  expect(() => parseExactly('[9007199254740993')).toThrow(SyntaxError);
});
