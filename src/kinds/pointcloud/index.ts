/** What the composition root makes of point clouds. */
export { createCloudPictures, type CloudPictures } from './draw/cloud-pictures.ts';
