import { useEffect, useRef, useState } from 'react';
import { ApiError, type Challenge } from '../api/api-error.ts';
import { signIn, type Credentials } from '../api/sign-in.ts';
import { prove } from './proof/prove.ts';
import { i18n } from '../languages/i18n.ts';

/** How far the proof of work is. */
export type ProofProgress = { readonly solved: number; readonly rounds: number };

/**
 * Signs in; while the name is under attack the browser first solves the challenge of the service. Without the query library,
 * which the login page would be a tenth larger with.
 */
export function useSignIn(onSuccess: () => Promise<void>) {
  const [progress, setProgress] = useState<ProofProgress | null>(null);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const running = useRef<AbortController>(null);
  const cancel = (): void => running.current?.abort();
  useEffect(() => cancel, []);

  const send = async (credentials: Credentials, signal: AbortSignal): Promise<void> => {
    try {
      await signIn(credentials, { signal });
    } catch (error) {
      const challenge = challengeOf(error);
      if (challenge === undefined) throw error;
      const { rounds } = challenge;
      setProgress({ solved: 0, rounds });
      const proof = await prove(challenge, (solved) => setProgress({ solved, rounds }), signal);
      await signIn(credentials, { signal, proof });
    } finally {
      setProgress(null);
    }
  };
  const start = async (credentials: Credentials): Promise<void> => {
    const { signal } = (running.current = new AbortController());
    setPending(true);
    setProblem(null);
    try {
      await send(credentials, signal);
      await onSuccess();
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setPending(false);
    }
  };
  return { signIn: (credentials: Credentials) => void start(credentials), cancel, progress, isPending, problem };
}

const challengeOf = (error: unknown): Challenge | undefined =>
  error instanceof ApiError ? error.challenge : undefined;

/** What to show for a failed sign-in; nothing for one that the person cancelled. */
function problemOf(error: unknown): unknown {
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  // A 401 here means that name and password do not belong together, not that a session has ended.
  return error instanceof ApiError && error.status === 401
    ? new ApiError(401, i18n.t('This name and password do not belong together. Check both, also for capital letters.'))
    : error;
}
