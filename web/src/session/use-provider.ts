import { useEffect, useState } from 'react';
import type { Features } from '../api/answers.ts';
import { call } from '../api/http.ts';
import { withRetries } from '../api/with-retries.ts';

type Provider = Features['signIn']['openId'];

/** The sign-in provider of the service. Null until it is known, and where there is none or no answer: the password still works. */
export function useProvider(): Provider {
  const [provider, setProvider] = useState<Provider>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    withRetries(() => call('GET /sys/features', { signal }), signal).then(
      ({ signIn }) => setProvider(signIn.openId),
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
  return provider;
}
