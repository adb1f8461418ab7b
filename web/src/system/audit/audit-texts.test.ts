import { expect, test } from 'vitest';
import { actionText } from './audit-texts.ts';
import { detailsText } from './details-text.ts';

test.each<[string, Record<string, unknown>, string]>([
  ['dataset.create', {}, ''],
  ['dataset.create', { visibility: 0 }, 'private'],
  ['dataset.visibility', { from: 0, to: 1 }, 'from private to public'],
  ['dataset.delete', { for: 'clean-up' }, 'by the clean-up of empty datasets'],
  ['dataset.rename', { to: 'pit' }, 'now: pit'],
  ['member.add', { user: 'anna', level: 0 }, 'anna, rights: Read'],
  ['member.update', { user: 'anna', level: 3, before: 1 }, 'anna, rights: from Write to Manage'],
  ['member.remove', { user: 'anna', before: 1 }, 'anna, rights were: Write'],
  ['user.quota', { before: null, storageQuota: 2_000_000 }, 'quota: from no limit to 2.0 MB'],
  ['user.quota', { before: 1500, storageQuota: null }, 'quota: from 1.5 kB to no limit'],
  ['user.roles', { before: [], roles: ['deactivated'] }, ''],
  ['user.roles', { before: ['pilot', 'deactivated'], roles: ['pilot'] }, ''],
  ['user.roles', { before: ['pilot'], roles: ['guest', 'deactivated'] }, 'roles: from pilot to guest'],
  ['user.roles', { before: ['pilot'], roles: [] }, 'roles: from pilot to none'],
  ['user.update', { before: 'a@b.c', email: 'd@e.f' }, 'e-mail: from a@b.c to d@e.f'],
  ['user.password', { accessTokens: true }, 'tokens and links withdrawn'],
  ['user.password', { accessTokens: false }, ''],
  ['organization.create', { owner: 'anna', isPublic: false }, 'owner: anna, private'],
  ['organization.owner', { from: 'anna', to: null }, 'before: anna, now: nobody'],
  ['system.cleanup', { jobId: 'x', jobs: 3, retentionDays: 60 }, 'jobs: 3, older than: 60 days'],
  ['moon.landing', { after: { name: 'a' }, path: null }, 'after: {"name":"a"}'],
])('%s %j is told as "%s"', (action, details, text) => expect(detailsText(action, details)).toBe(text));

test('a token is told with its end as a date', () => {
  const details = { id: 'x', kind: 'link', name: 'Water board', dataset: 'o/d', path: null, readOnly: true };
  const told = detailsText('token.create', { ...details, expiresAt: '2027-02-18T12:19:38.670Z' });
  expect(told).toMatch(/^a link, name: Water board, dataset: o\/d, read only, ends .*2027/);
  expect(told).not.toContain('T12:19');
  expect(detailsText('token.create', { ...details, expiresAt: null })).toContain('without end');
});

test('what happened, also an action nobody has named yet', () => {
  expect(actionText('user.create')).toBe('User created');
  expect(actionText('moon.landing')).toBe('moon.landing');
  expect(actionText('user.roles', { before: [], roles: ['deactivated'] })).toBe('User deactivated');
  expect(actionText('user.roles', { before: ['deactivated'], roles: [] })).toBe('User activated again');
  expect(actionText('user.roles', { before: [], roles: ['pilot'] })).toBe('Roles changed');
});
