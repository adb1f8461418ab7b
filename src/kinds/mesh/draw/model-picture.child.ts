import { OperationRefusal } from '../../../engine/for-children.ts';
import { encodeCanvas, type EncodedImage, type ImageFormat } from '../../../render/index.ts';
import { NexusError } from '../nexus/nexus-head.ts';
import { openNexus } from '../nexus/nexus-reader.ts';
import { drawModel } from './draw-model.ts';

/** A picture of a Nexus that is wanted. */
export interface ModelPictureOrder {
  readonly path: string;
  /** Pixels along the longer side. */
  readonly longestSide: number;
  readonly format: ImageFormat;
}

/** Draws a model, in a child: what it holds comes from files of strangers. */
export default async function modelPicture({ path, longestSide, format }: ModelPictureOrder): Promise<EncodedImage> {
  try {
    const reader = await openNexus(path);
    try {
      return await encodeCanvas(await drawModel(reader, longestSide), format);
    } finally {
      await reader.close();
    }
  } catch (error) {
    if (error instanceof NexusError) throw new OperationRefusal(error.message);
    throw error;
  }
}
