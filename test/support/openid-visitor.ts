import { expect } from 'vitest';
import { CLIENT, type TestOpenIdProvider } from './openid-provider.ts';
import type { TestService } from './service.ts';

/** Settings of a service that signs its users in at the provider. */
export const openIdSettings = (provider: TestOpenIdProvider): Record<string, string> => ({
  OpenId__Issuer: provider.issuer,
  OpenId__ClientId: CLIENT.id,
  OpenId__ClientSecret: CLIENT.secret,
  OpenId__Name: 'Example login',
  OpenId__Scopes: 'openid,profile,email,groups',
  OpenId__GroupRoles: 'pilots=pilot,boss=admin,shut=deactivated',
});

/** What a browser was answered: its cookies, and where it was sent to. */
export interface Step {
  readonly status: number;
  readonly location: string;
  readonly cookies: Readonly<Record<string, string>>;
  /** The `Set-Cookie` lines as they came. */
  readonly lines: readonly string[];
}

/** Opens an address as a browser does, but follows nothing. */
export async function open(url: string, cookies: Readonly<Record<string, string>> = {}): Promise<Step> {
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const answer = await fetch(url, { headers: { cookie }, redirect: 'manual' });
  await answer.body?.cancel();
  const lines = answer.headers.getSetCookie();
  const set = lines.map((line) => /^([^=]+)=([^;]*)/.exec(line)!.slice(1) as [string, string]);
  return {
    status: answer.status,
    location: answer.headers.get('location') ?? '',
    cookies: Object.fromEntries(set.filter(([, value]) => value !== '')),
    lines,
  };
}

export interface Visitor {
  /** Begins a sign-in at the service. @param path query of the address, such as `?return=/account` */
  begin(path?: string): Promise<Step>;
  /** The whole way: to the provider, through its pages, and back. */
  signIn(subject: string, path?: string): Promise<Step>;
}

/** Somebody with a browser who signs in at the service through the provider. */
export function visitorOf(service: Pick<TestService, 'url'>, provider: TestOpenIdProvider): Visitor {
  const begin = (path = ''): Promise<Step> => open(`${service.url}/users/openid/login${path}`);
  return {
    begin,
    async signIn(subject, path) {
      const { location, cookies } = await begin(path);
      return open((await provider.visit(location, subject)).href, cookies);
    },
  };
}

/** Checks that a sign-in ended on the sign-in page with a reason, and without a session. */
export function expectProblem(step: Step, problem: string, returnTo?: string): void {
  const page = new URL(step.location, 'http://service.test');
  expect([step.status, page.pathname, page.searchParams.get('problem')]).toEqual([302, '/login', problem]);
  expect(page.searchParams.get('return')).toBe(returnTo ?? null);
  expect([...page.searchParams.keys()].filter((key) => key !== 'problem' && key !== 'return')).toEqual([]);
  expect(step.cookies['jwtToken']).toBeUndefined();
}
