import { Problem } from '../parts/problem.tsx';
import type { useDownload } from './use-download.ts';
import { i18n } from '../languages/i18n.ts';

type DownloadProblemProps = { readonly download: ReturnType<typeof useDownload> };

/** Why a download did not begin; nothing where none failed. */
export function DownloadProblem({ download: { error, again, reset } }: DownloadProblemProps) {
  if (error === null) return null;
  return <Problem title={i18n.t('The download did not start')} error={error} onRetry={again} onClose={reset} />;
}
