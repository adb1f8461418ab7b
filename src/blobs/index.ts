export { BlobError, type Blob, type BlobStore, type LooseFile } from './blob-store.ts';
export { openFileBlobStore } from './filesystem.ts';
