export {
  OUTPUT_WORDS,
  areaField,
  boxField,
  crsField,
  fileNameField,
  lineField,
  orNull,
  outputPathField,
  pathField,
  pathsField,
  rare,
  replaceField,
} from './fields.ts';
export { outputPathOf } from './output-path.ts';
export { type ProgramStep, runOwnProgram } from './own-program.ts';
export { placeFiles } from './place-files.ts';
export { type ArchiveLimits, packedRoom, unpackArchive, unpackProgram } from './unpack-archive.ts';
export { withWords } from './words.ts';
export type { UnpackAnswer as ArchiveAnswer, UnpackRequest as ArchiveRequest } from './unpack/request.ts';
