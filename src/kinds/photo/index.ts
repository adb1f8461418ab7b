export { imageFamily, pictureFacts } from './image.ts';
export { photoFacts } from './read/operations.ts';
