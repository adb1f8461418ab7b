/** Solves one challenge beside the page, which stays usable. */
import type { Challenge } from '../../api/api-error.ts';
import { solve } from './solve.ts';

/** What the worker tells. */
export type ProofNews = { readonly round: number } | { readonly proof: string };

const tell = (news: ProofNews): void => postMessage(news);

addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  const proof = solve(data, (round) => tell({ round }));
  tell({ proof });
});
