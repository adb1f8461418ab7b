import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/** What the migrations create in the embedded database; a PostgreSQL server brings them along. */
export const extensions = { btree_gin, btree_gist, pg_trgm };
