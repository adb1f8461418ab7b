export { drawByProgram } from './draw-by-program.ts';
export { CONTENT_TYPES, THUMBNAIL_SIDES, shrinkPicture, type Drawer } from './drawer.ts';
export { pictureLimits, type PictureRequest } from './picture-request.ts';
export { explainDrawing, type Picture } from './picture.ts';
export { thumbnailRoutes } from './routes.ts';
export { sendPicture } from './routes-picture.ts';
export { openThumbnailCache } from './thumbnail-cache.ts';
export { createThumbnails } from './thumbnails.ts';
