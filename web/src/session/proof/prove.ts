import type { Challenge } from '../../api/api-error.ts';
import type { ProofNews } from './proof-worker.ts';

/**
 * Solves a challenge in a worker, which an abort ends.
 *
 * @param onRound told of each solved round
 */
export function prove(challenge: Challenge, onRound: (round: number) => void, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' });
  const proof = new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.addEventListener('error', () => reject(new Error('The worker that solves the challenge failed.')));
    worker.addEventListener('message', ({ data }: MessageEvent<ProofNews>) => {
      if ('proof' in data) resolve(data.proof);
      else onRound(data.round);
    });
    worker.postMessage(challenge);
  });
  return proof.finally(() => worker.terminate());
}
