import '../styles/uploads-corner.css';
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../api/session.ts';
import { soon } from '../parts/soon.tsx';
import { UploadBrief } from './upload-brief.tsx';
import { useLeaveWarning, useUploads } from './upload-context.tsx';

const UploadPanel = soon(async () => (await import('./upload-panel.tsx')).UploadPanel, UploadBrief);

/**
 * The uploads, while there are any. Not on the login page: the names are those of a person who may come back, and nobody
 * else's to read.
 */
export function UploadsCorner() {
  const snapshot = useUploads();
  const signedOut = useQuery(sessionQuery).data === null;
  useLeaveWarning(snapshot);
  return <UploadPanel opened={snapshot.items.length > 0 && !signedOut} snapshot={snapshot} />;
}
