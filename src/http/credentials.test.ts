import { expect, it } from 'vitest';
import { readCredentials } from './credentials.ts';
import { isMonitor } from './monitor.ts';

const TOKEN = 'a-token-of-a-test';
/** An access token by its shape. */
const ACCESS_TOKEN = `ald_${'x'.repeat(43)}`;

const read = (authorization: string) =>
  readCredentials({ method: 'GET', headers: { authorization }, cookies: {}, query: {} });
const basic = (pair: string | Buffer): string => `Basic ${Buffer.from(pair).toString('base64')}`;
/** What is presented and can never be good. */
const refused = [{ kind: 'token', carrier: 'bearer', token: '' }];

it('takes a token of the scheme Bearer, in any letter case, behind one or more spaces', () => {
  for (const header of [`Bearer ${TOKEN}`, `bearer ${TOKEN}`, `BEARER   ${TOKEN}`, `Bearer ${TOKEN} `]) {
    expect(read(header), header).toEqual([{ kind: 'token', carrier: 'bearer', token: TOKEN }]);
    expect(isMonitor({ headers: { authorization: header }, query: {} }, TOKEN), header).toBe(true);
  }
});

it('takes a token of no other scheme', () => {
  const headers = [
    TOKEN,
    `Token ${TOKEN}`,
    `BearerX ${TOKEN}`,
    `XBearer ${TOKEN}`,
    `Bearer,${TOKEN}`,
    `Bearer, ${TOKEN}`,
    `Bearer\t${TOKEN}`,
    `Bearer:${TOKEN}`,
    `Bearer=${TOKEN}`,
    `Bearer${TOKEN}`,
    `Bearer ${TOKEN} ${TOKEN}`,
    `Bearer ${TOKEN}, Bearer ${TOKEN}`,
    'Bearer',
    `Digest ${TOKEN}`,
    ` Bearer ${TOKEN}`,
  ];
  for (const header of headers) {
    expect(read(header), header).toEqual(refused);
    expect(isMonitor({ headers: { authorization: header }, query: {} }, TOKEN), header).toBe(false);
  }
});

it('takes a name and a password, or an access token as the password', () => {
  const pair = (userName: string, password: string) => [{ kind: 'password', carrier: 'basic', userName, password }];
  expect(read(basic('jane:a:b'))).toEqual(pair('jane', 'a:b'));
  expect(read(basic('jane:tab\tin it'))).toEqual(pair('jane', 'tab\tin it'));
  expect(read(basic(Buffer.from('jane:pässword', 'latin1')))).toEqual(pair('jane', 'pässword'));
  expect(read(basic('jane'))).toEqual(pair('jane', ''));
  expect(read(basic(`any name:${ACCESS_TOKEN}`))).toEqual([{ kind: 'token', carrier: 'basic', token: ACCESS_TOKEN }]);
});

it('takes no name with a control character, and no password with NUL', () => {
  const pairs = [
    'admin\0:pw',
    '\0admin:pw',
    'ad\0min:pw',
    'admin\n:pw',
    'admin\u007f:pw',
    'admin:p\0w',
    '\0:\0',
    'admin\0',
  ];
  for (const pair of [...pairs, `\0:${ACCESS_TOKEN}`, 'admin\u0085:pw'])
    expect(read(basic(pair)), JSON.stringify(pair)).toEqual(refused);
});
