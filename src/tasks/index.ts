export type {
  AnyTaskFilter,
  AnyTaskRow,
  Submission,
  Submitted,
  TaskAdministration,
  TaskArtifact,
  TaskCaller,
  TaskControl,
  TaskDetails,
  TaskFilter,
  TaskImport,
  TaskLog,
  TaskReading,
  TaskRow,
  Tasks,
} from './service.ts';
export type {
  AnyTool,
  Elsewhere,
  HandedOver,
  HandingTool,
  HandOverRequest,
  MadeFile,
  NewDataset,
  BandRule,
  Offer,
  ParkedState,
  ParkedTask,
  ParkedWork,
  PlanRequest,
  RunningTask,
  TaskDataset,
  TaskEnd,
  TaskEntries,
  TaskPlan,
  Tool,
  ToolFacts,
  WriteOptions,
} from './tool.ts';
export { asDraft2020 } from './json-schema.ts';
export { createTasks, type TaskPlatform } from './assemble.ts';
export { openArtifacts } from './attempts/artifacts.ts';
export { TASK_QUEUE } from './dispatch/dispatch.ts';
export { removeTasksOf } from './of-datasets.ts';
export { taskAdministrationRoutes } from './routes-administration.ts';
export { taskEventRoute } from './routes-events.ts';
export { taskRoutes } from './routes.ts';
export { describeTools } from './tool-body.ts';
export { refuseParameter } from './refuse-parameter.ts';
