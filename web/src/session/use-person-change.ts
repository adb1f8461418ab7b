import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { sessionQuery } from '../api/session.ts';
import { useUploadQueue } from '../uploads/upload-context.tsx';
import { isPersonal } from './use-forget-person.ts';

/**
 * When somebody else has signed in, here or in another tab: nothing that was read for the person before is shown, and
 * nothing that person was uploading is sent.
 */
export function usePersonChange(): void {
  const queries = useQueryClient();
  const queue = useUploadQueue();
  const userName = useQuery(sessionQuery).data?.userName;
  const last = useRef(userName);
  useEffect(() => {
    if (userName === undefined) return;
    const before = last.current;
    last.current = userName;
    if (before === undefined || before === userName) return;
    queue.reset();
    void queries.resetQueries({ predicate: isPersonal });
  }, [userName, queries, queue]);
}
