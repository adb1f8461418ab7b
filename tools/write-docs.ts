/** Writes the pages that are made from the code: `npm run docs`. A test fails when they are out of date. */
import { writeFile } from 'node:fs/promises';
import { documentSettings } from '../src/settings/index.ts';
import { describePermissions, permissionTables } from '../test/support/permission-table.ts';
import { startService } from '../test/support/service.ts';

await writeFile(new URL('../docs/settings.md', import.meta.url), documentSettings());
const service = await startService();
try {
  const page = await describePermissions(await permissionTables(service));
  await writeFile(new URL('../docs/permissions.md', import.meta.url), page);
} finally {
  await service[Symbol.asyncDispose]();
}
