import type { KyselyPlugin } from 'kysely';
import type { Database } from '../../database/index.ts';

/** The same database. Counts the statements that have an answer, without the begin and end of transactions. */
export function counted(db: Database): { readonly db: Database; readonly statements: () => number } {
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      statements += 1;
      return Promise.resolve(result);
    },
  };
  return { db: db.withPlugin(counting), statements: () => statements };
}
