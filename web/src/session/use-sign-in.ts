import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, type Challenge } from '../api/api-error.ts';
import { signIn, type Credentials } from '../api/session.ts';
import { prove } from './proof/prove.ts';

/** How far the proof of work is. */
export type ProofProgress = { readonly solved: number; readonly rounds: number };

/** Signs in; while the name is under attack the browser first solves the challenge of the service. */
export function useSignIn(onSuccess: () => Promise<void>) {
  const [progress, setProgress] = useState<ProofProgress | null>(null);
  const running = useRef<AbortController>(null);
  const cancel = (): void => running.current?.abort();
  useEffect(() => cancel, []);

  const { mutate, isPending, error } = useMutation({
    mutationFn: async (credentials: Credentials) => {
      const { signal } = (running.current = new AbortController());
      try {
        return await signIn(credentials, { signal });
      } catch (error) {
        const challenge = challengeOf(error);
        if (challenge === undefined) throw error;
        const { rounds } = challenge;
        setProgress({ solved: 0, rounds });
        const proof = await prove(challenge, (solved) => setProgress({ solved, rounds }), signal);
        return await signIn(credentials, { signal, proof });
      } finally {
        setProgress(null);
      }
    },
    meta: { ownUnauthorized: true },
    onSuccess,
  });
  return { signIn: mutate, cancel, progress, isPending, problem: problemOf(error) };
}

const challengeOf = (error: unknown): Challenge | undefined =>
  error instanceof ApiError ? error.challenge : undefined;

/** What to show for a failed sign-in; nothing for one that the person cancelled. */
function problemOf(error: Error | null): Error | null {
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  // A 401 here means that name and password do not belong together, not that a session has ended.
  return error instanceof ApiError && error.status === 401
    ? new ApiError(401, 'This name and password do not belong together. Check both, also for capital letters.')
    : error;
}
