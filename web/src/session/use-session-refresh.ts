import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keys } from '../api/keys.ts';
import { refreshSession, sessionQuery } from '../api/session.ts';

/** The service's tokens live at least a day: renewing in the last twelve hours keeps a page that is in use signed in. */
const RENEW_BEFORE_S = 12 * 3600;
const CHECK_EVERY_MS = 15 * 60_000;

/** Renews the session before it ends. A renewal that fails is tried again at the next check. */
export function useSessionRefresh(): void {
  const queries = useQueryClient();
  const expires = useQuery(sessionQuery).data?.expires ?? null;
  useEffect(() => {
    if (expires === null) return;
    const renewWhenDue = (): void => {
      if (expires - Date.now() / 1000 > RENEW_BEFORE_S) return;
      refreshSession().then(
        () => queries.invalidateQueries({ queryKey: keys.session }),
        () => undefined,
      );
    };
    renewWhenDue();
    const timer = setInterval(renewWhenDue, CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [expires, queries]);
}
