import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { useUploadsBelow } from '../../uploads/upload-context.tsx';
import { i18n } from '../../languages/i18n.ts';

/** Why these cannot go away just now; null when they can. What is still uploaded would bring their old paths back. */
export function useHeldByUploads(ref: DatasetRef, entries: readonly Entry[]): string | null {
  const uploading = useUploadsBelow(
    ref,
    entries.map(({ path }) => path),
  );
  return uploading ? i18n.t('Files are being uploaded there. Wait until they are there, or cancel them.') : null;
}
