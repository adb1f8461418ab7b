// Makes an embedded database that is empty: `node tools/make-empty-database.mjs FOLDER`.
import { PGlite } from '@electric-sql/pglite';

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error('Usage: node tools/make-empty-database.mjs FOLDER');
await (await PGlite.create({ dataDir })).close();
