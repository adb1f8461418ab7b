import type { Migration } from 'kysely/migration';
import * as foundation from './0001-foundation.ts';
import * as changeNotices from './0002-change-notices.ts';
import * as identity from './0003-identity.ts';
import * as externalIdentity from './0004-external-identity.ts';
import * as administrationIndexes from './0005-administration-indexes.ts';
import * as roleNames from './0006-role-names.ts';
import * as entrySearch from './0007-entry-search.ts';
import * as datasetData from './0009-dataset-data.ts';
import * as transfers from './0010-transfers.ts';
import * as datasetPlaces from './0011-dataset-places.ts';
import * as entryNames from './0012-entry-names.ts';
import * as reinspections from './0013-reinspections.ts';
import * as searchRefill from './0014-search-refill.ts';
import * as unnamedFiles from './0015-unnamed-files.ts';
import * as builds from './0017-builds.ts';
import * as formerCompanions from './0018-former-companions.ts';
import * as batches from './0019-batches.ts';
import * as pushes from './0020-pushes.ts';
import * as pushDifferences from './0021-push-differences.ts';
import * as tasks from './0022-tasks.ts';
import * as taskTurns from './0023-task-turns.ts';
import * as taskBytes from './0024-task-bytes.ts';
import * as parkedTasks from './0026-parked-tasks.ts';
import * as taskLists from './0027-task-lists.ts';
import * as taskTokens from './0028-task-tokens.ts';
import * as undoneTasks from './0029-undone-tasks.ts';
import * as wrongPasswords from './0030-wrong-passwords.ts';
import * as lastingFailures from './0031-lasting-failures.ts';
import * as buildTurns from './0032-build-turns.ts';
import * as outputFacts from './0033-output-facts.ts';
import * as dependentSplats from './0034-dependent-splats.ts';
import * as shareLinks from './0035-share-links.ts';
import * as searchTexts from './0036-search-texts.ts';
import * as languages from './0037-languages.ts';

/** All migrations by name, applied in the order of their names, each once. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-foundation': foundation,
  '0002-change-notices': changeNotices,
  '0003-identity': identity,
  '0004-external-identity': externalIdentity,
  '0005-administration-indexes': administrationIndexes,
  '0006-role-names': roleNames,
  '0007-entry-search': entrySearch,
  '0009-dataset-data': datasetData,
  '0010-transfers': transfers,
  '0011-dataset-places': datasetPlaces,
  '0012-entry-names': entryNames,
  '0013-reinspections': reinspections,
  '0014-search-refill': searchRefill,
  '0015-unnamed-files': unnamedFiles,
  '0017-builds': builds,
  '0018-former-companions': formerCompanions,
  '0019-batches': batches,
  '0020-pushes': pushes,
  '0021-push-differences': pushDifferences,
  '0022-tasks': tasks,
  '0023-task-turns': taskTurns,
  '0024-task-bytes': taskBytes,
  '0026-parked-tasks': parkedTasks,
  '0027-task-lists': taskLists,
  '0028-task-tokens': taskTokens,
  '0029-undone-tasks': undoneTasks,
  '0030-wrong-passwords': wrongPasswords,
  '0031-lasting-failures': lastingFailures,
  '0032-build-turns': buildTurns,
  '0033-output-facts': outputFacts,
  '0034-dependent-splats': dependentSplats,
  '0035-share-links': shareLinks,
  '0036-search-texts': searchTexts,
  '0037-languages': languages,
};
