import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../api/keys.ts';

/** Something that changes a person: the list of users is read anew, and the session, should it be one's own account. */
export function useUserChange<Variables, Answer = void>(change: (variables: Variables) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.users });
      await queries.invalidateQueries({ queryKey: keys.session });
    },
  });
}
