import { TOKEN_COOKIE, TOKEN_QUERY } from './credentials.ts';
import type { Route } from './route.ts';

/** The ways credentials come, as the OpenAPI document describes them. */
export const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: 'A session token (a JWT) or an access token.' },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'Name and password, or any name and an access token as the password.',
  },
  cookie: { type: 'apiKey', in: 'cookie', name: TOKEN_COOKIE, description: 'A session token, set by signing in.' },
  query: {
    type: 'apiKey',
    in: 'query',
    name: TOKEN_QUERY,
    description: 'An access token, never a session token; GET and HEAD only. An Authorization header wins.',
  },
  monitor: { type: 'http', scheme: 'bearer', description: 'The monitor token of the settings; also as the query.' },
} as const;

/** The `security` member of a route: each of the alternatives is enough. */
export function securityOf({ access, method, session }: Route): { readonly security?: readonly object[] } {
  if (access === 'anonymous') return {};
  const schemes: readonly (keyof typeof SECURITY_SCHEMES)[] = [
    'bearer',
    'basic',
    'cookie',
    ...(method === 'GET' && !session && access !== 'admin' ? (['query'] as const) : []),
    ...(access === 'monitor' ? (['monitor'] as const) : []),
  ];
  return { security: schemes.map((scheme) => ({ [scheme]: [] })) };
}

/** The access rule in words. */
export function describeAccess({ access, reads, session, shows, narrows, method }: Route): string {
  const words = [`Access: ${access}.`];
  if (session || access === 'admin') words.push('Closed to access tokens.');
  else if (access.startsWith('dataset:') && !shows && !narrows) words.push('Closed to access tokens for a path.');
  if (reads && method !== 'GET') words.push('Only reads.');
  return words.join(' ');
}
