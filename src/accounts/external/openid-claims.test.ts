import { expect, it } from 'vitest';
import { identityOf } from './openid-claims.ts';

const settings = { userNameClaim: 'preferred_username', groupsClaim: 'groups' };
const identity = (claims: object) =>
  identityOf({ iss: 'https://login.example.org', sub: 's-1', ...claims }, settings, []);

it('takes a subject of 255 characters, and no longer one or one that cannot be stored', () => {
  expect(identity({ sub: 'x'.repeat(255) }).subject).toHaveLength(255);
  for (const sub of ['', 'x'.repeat(256), 'a\0', 'a\ud800']) expect(() => identity({ sub })).toThrow('subject');
});

it('leaves out names and e-mails that cannot be stored', () => {
  const { email, metadata } = identity({ name: 'Jane\ud800', email: 'a\0@example.org' });
  expect([email, metadata({})]).toEqual([undefined, { authProvider: 'openid', roles: [] }]);
});
