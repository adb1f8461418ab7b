import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { keys } from '../api/keys.ts';
import { useUploadQueue } from '../uploads/upload-context.tsx';
import { forgetVisits } from '../visits/visits.ts';

/** Whether a query is about what a person may see; the features of the service are the same for everybody. */
export const isPersonal = ({ queryKey }: { readonly queryKey: QueryKey }): boolean =>
  queryKey[0] !== keys.session[0] && queryKey[0] !== keys.features[0];

/** Where tus-js-client keeps what it needs to go on with an upload: names of files are in it. */
const KEPT = /^tus::/;

/** After the end of a session: forgets everything that was read or sent with it, and shows the login page. */
export function useForgetPerson() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const queue = useUploadQueue();
  return async (): Promise<void> => {
    queries.setQueryData(keys.session, null);
    queue.reset();
    for (const key of Object.keys(localStorage)) if (KEPT.test(key)) localStorage.removeItem(key);
    forgetVisits(localStorage);
    await navigate({ to: '/login' });
    queries.removeQueries({ predicate: isPersonal });
  };
}
