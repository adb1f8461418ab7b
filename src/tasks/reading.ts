import type { Database } from '../database/index.ts';
import { isKept, type Artifacts } from './attempts/artifacts.ts';
import type { TaskReading } from './service.ts';
import { findArtifactFile, findTaskDetails, findTaskLog, findTaskRow, listTasks } from './store/rows.ts';
import { withoutSecrets } from './submission/secrets.ts';
import type { AnyTool } from './tool.ts';

export interface ReadingDependencies {
  readonly db: Database;
  readonly tools: readonly AnyTool[];
  readonly artifacts: Pick<Artifacts, 'locate'>;
}

/** What is told of the tasks of a dataset. */
export function createReading({ db, tools, artifacts }: ReadingDependencies): TaskReading {
  return {
    list: (dataset, filter, part) => listTasks(db, dataset.id, filter, part),

    async find(dataset, id) {
      const row = await findTaskRow(db, id, dataset.id);
      if (row === undefined) return undefined;
      const { parameters, ...details } = await findTaskDetails(db, id);
      const tool = tools.find((each) => each.id === row.toolId && each.version === row.version);
      // When a tool is gone, nobody can say which parameters are secret.
      const shown = tool === undefined ? {} : withoutSecrets(tool.parameters, parameters);
      return { ...row, ...details, parameters: shown, log: await findTaskLog(db, id, 0) };
    },

    async log(dataset, id, since) {
      return (await findTaskRow(db, id, dataset.id)) && findTaskLog(db, id, since);
    },

    async artifact(dataset, id) {
      const row = await findTaskRow(db, id, dataset.id);
      if (!row?.artifact) return undefined;
      const name = await findArtifactFile(db, id);
      if (name === null) return undefined;
      const file = artifacts.locate(id, name);
      return (await isKept(file)) ? { ...row.artifact, file } : undefined;
    },
  };
}
