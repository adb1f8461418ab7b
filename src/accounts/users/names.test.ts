import { expect, it } from 'vitest';
import { checkEmail, checkRoleName, checkUserName, foldRoleName } from './names.ts';

it('A-7 takes ASCII letters and digits as a user name and nothing that looks like them', () => {
  expect(['Ada', 'x', '007', 'a'.repeat(127)].map(checkUserName)).toHaveLength(4);
  const refused = ['', 'admin ', ' admin', 'аdmin', 'ädmin', '../x', 'a'.repeat(300), '__proto__', 'a\n', 'a-b', 'a.b'];
  for (const name of refused) expect(() => checkUserName(name)).toThrow('userName must be');
  expect(() => checkUserName('Roles')).toThrow('userName must not be Roles');
});

it('takes an e-mail address or none', () => {
  expect(['', 'a@b', 'ada.lovelace+maps@example.org'].map(checkEmail)).toHaveLength(3);
  for (const email of ['a', 'a@', '@b', 'a b@c', 'a@b@c', `${'a'.repeat(250)}@example.org`])
    expect(() => checkEmail(email)).toThrow('email must be');
});

it('takes role names of any language', () => {
  expect(['editor', 'Field team 2', 'gruppe:vermessung', 'Ärzte', 'sites/north'].map(checkRoleName)).toHaveLength(5);
  const invisible = ['x\u202e', 'x\u3164', '\u115fx', 'x\uffa0y', 'x \u3164', '\u3164'];
  for (const name of ['', ' editor', 'a  b', '../x', ...invisible, '<b>', 'a'.repeat(129)])
    expect(() => checkRoleName(name)).toThrow('roleName must be');
});

it('folds role names of any language', () => {
  expect(new Set(['Ärzte', 'ÄRZTE', 'ärzte', 'Äｒzte'].map(foldRoleName)).size).toBe(1);
  expect(foldRoleName('ＤＥＡＣＴＩＶＡＴＥＤ')).toBe('deactivated');
  expect(foldRoleName('Ärzte')).not.toBe(foldRoleName('Arzte'));
});
