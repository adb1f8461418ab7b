/** Writes the pages and types that are made from the code: `npm run docs`. A test or lint fails when one is out of date. */
import { writeFile } from 'node:fs/promises';
import { documentSettings } from '../src/settings/index.ts';
import { describePermissions, permissionTables } from '../test/support/permission-table.ts';
import { startService } from '../test/support/service.ts';
import { generatedFiles } from './generated/files.ts';

await using service = await startService();
const files = [
  { path: 'docs/settings.md', contents: documentSettings() },
  ...(await generatedFiles(service)),
  { path: 'docs/permissions.md', contents: await describePermissions(await permissionTables(service)) },
];
for (const { path, contents } of files) await writeFile(new URL(`../${path}`, import.meta.url), contents);
