export { FormError, type FormFault } from './form-error.ts';
export { readMultipart, type MultipartOptions, type PartHandlers } from './read-multipart.ts';
export { textDecoder } from './text-decoder.ts';
export { readUrlencoded, type BodyReader, type FieldReader, type OpenField } from './read-urlencoded.ts';
export type { Upload } from './upload.ts';
