export { BlobError, type Blob, type BlobStore } from './blob-store.ts';
export { openFileBlobStore } from './filesystem.ts';
