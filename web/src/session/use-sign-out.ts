import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { keys } from '../api/keys.ts';
import { signOut } from '../api/session.ts';

/** Ends the session at the service, forgets everything that was read with it, and shows the login page. */
export function useSignOut() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      queries.setQueryData(keys.session, null);
      await navigate({ to: '/login' });
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== 'features' });
    },
  });
}
