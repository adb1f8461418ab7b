export { MultipartError, type MultipartFault } from './multipart-error.ts';
export { readMultipart, type MultipartOptions, type PartHandlers } from './read-multipart.ts';
