import { expect, it } from 'vitest';
import { loadSettings } from '../../settings/index.ts';
import { createOpenIdSignIn } from './openid-sign-in.ts';

it('a role in the settings that nobody can have keeps the service from starting', () => {
  const { openId } = loadSettings({
    SETTINGS_FILE: undefined,
    OpenId__Issuer: 'http://127.0.0.1:9',
    OpenId__GroupRoles: 'pilots=/',
  });
  const nobody = { admit: () => Promise.reject(new Error('not asked')) };
  expect(() => createOpenIdSignIn({ ...openId, issuer: openId.issuer! }, 'a secret', nobody)).toThrow(/GroupRoles/);
});
