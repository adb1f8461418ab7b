import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api/api-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `ownUnauthorized`: a 401 of this mutation is about its input (a wrong password), not about the session. */
    mutationMeta: { readonly ownUnauthorized?: boolean };
  }
}

/** Tries of a read after the first, for errors that may pass. */
const RETRIES = 2;

/** The cache of everything read from the service. `onSignedOut` runs when any call finds the session gone. */
export function createQueries(onSignedOut: () => void): QueryClient {
  const check = (error: Error): void => {
    if (error instanceof ApiError && error.status === 401) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: check }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (mutation.meta?.ownUnauthorized !== true) check(error);
      },
    }),
    defaultOptions: {
      queries: { retry: (failures, error) => failures < RETRIES && mayPass(error), staleTime: 2000 },
    },
  });
}

/** No answer at all, or the service's own trouble; what it refuses it will refuse again. */
const mayPass = (error: Error): boolean =>
  error instanceof ApiError && !error.noRetry && (error.status === 0 || error.status >= 500);
