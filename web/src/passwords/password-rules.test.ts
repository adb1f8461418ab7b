import { expect, test } from 'vitest';
import { passwordRules } from './password-rules.ts';

const STRICT = {
  minLength: 8,
  requireDigit: true,
  requireUppercase: true,
  requireLowercase: true,
  requireNonAlphanumeric: true,
};
const unmet = (password: string): readonly string[] =>
  passwordRules(STRICT, password)
    .filter(({ met }) => !met)
    .map(({ text }) => text);

test('each rule is told apart', () => {
  expect(unmet('')).toHaveLength(5);
  expect(unmet('abcdefgh')).toEqual(['A capital letter', 'A digit', 'A character that is neither letter nor digit']);
  expect(unmet('Abcdef1!')).toEqual([]);
});

test('rules that are not asked for are not listed', () => {
  const lax = { ...STRICT, requireDigit: false, requireUppercase: false, requireNonAlphanumeric: false };
  expect(passwordRules(lax, 'abcdefgh').map(({ met }) => met)).toEqual([true, true]);
  expect(passwordRules(null, 'x')).toEqual([{ text: 'At least one character', met: true }]);
});
