import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { placeEmbeddedDatabase } from '../support/embedded-template.ts';
import { startFormProvider } from '../support/form-provider.ts';
import { CLIENT, startOpenIdProvider } from '../support/openid-provider.ts';
import { startProcess } from '../support/process.ts';

it('no password, code or token of a provider is in the log or in an answer, whatever fails', async () => {
  await using form = await startFormProvider();
  await using openId = await startOpenIdProvider();
  const dataDir = await mkdtemp(join(tmpdir(), 'alidade-test-'));
  await placeEmbeddedDatabase(dataDir);
  const service = await startProcess({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'trace',
    ExternalAuthUrl: form.url,
    OpenId__Issuer: openId.issuer,
    OpenId__ClientId: CLIENT.id,
    OpenId__ClientSecret: CLIENT.secret,
  });
  try {
    const answers: string[] = [];
    const signIn = async (body: Record<string, string>): Promise<void> => {
      const answer = await fetch(`${service.url}/users/authenticate`, {
        method: 'POST',
        body: new URLSearchParams(body),
      });
      answers.push(await answer.text());
    };
    for (const status of [401, 500]) {
      form.answer = (_asked, response) => void response.writeHead(status).end('SECRET-answer');
      await signIn({ username: 'jane', password: 'SECRET-password' });
      await signIn({ token: 'SECRET-token' });
    }
    form.answer = (_asked, response) => void response.end('{"username": 1, "x": "SECRET-answer"}');
    await signIn({ username: 'jane', password: 'SECRET-password' });
    form.answer = (_asked, response) => void response.socket?.destroy();
    await signIn({ token: 'SECRET-token' });

    openId.register(service.url);
    const begun = await fetch(`${service.url}/users/openid/login`, { redirect: 'manual' });
    const [cookie = ''] = begun.headers.getSetCookie().map((line) => line.split(';')[0]!);
    const state = new URL(begun.headers.get('location')!).searchParams.get('state')!;
    const back = `${service.url}/users/openid/callback?code=SECRET-code&iss=${encodeURIComponent(openId.issuer)}`;
    for (const query of [`&state=${state}`, '&state=SECRET-state', '&error=SECRET-error']) {
      const answer = await fetch(back + query, { redirect: 'manual', headers: { cookie } });
      answers.push(JSON.stringify([...answer.headers]), await answer.text());
    }
    expect(answers.join('\n')).not.toContain('SECRET');
    expect(service.output()).toContain('sign-in at the provider');
    expect(service.output()).not.toContain('SECRET');
    for (const secret of [CLIENT.secret, cookie.split('=')[1]!, state]) expect(service.output()).not.toContain(secret);
  } finally {
    await service.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
});
