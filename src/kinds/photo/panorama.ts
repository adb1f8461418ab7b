import type { PhotoFacts } from './read/photo-facts.child.ts';
import { known } from './flight.ts';
import type { PhotoFields } from './photo-fields.ts';

/** A picture at least twice as wide as high, or one that says how a sphere is projected to it. */
export function isPanorama({ width, height }: Pick<PhotoFacts, 'width' | 'height'>, fields: PhotoFields): boolean {
  return Math.floor(width / height) >= 2 || fields.xmpText('GPano:ProjectionType') !== null;
}

/** Properties of a panorama: how it lies on the sphere, as far as the file says. */
export function panoramaProperties(fields: PhotoFields): Readonly<Record<string, number | string>> {
  const number = (name: string): number | null => fields.xmpNumber(`GPano:${name}`);
  return {
    projectionType: fields.xmpText('GPano:ProjectionType') ?? 'equirectangular',
    ...known({
      croppedWidth: number('CroppedAreaImageWidthPixels'),
      croppedHeight: number('CroppedAreaImageHeightPixels'),
      croppedX: number('CroppedAreaLeftPixels'),
      croppedY: number('CroppedAreaTopPixels'),
      poseHeading: number('PoseHeadingDegrees'),
      posePitch: number('PosePitchDegrees'),
      poseRoll: number('PoseRollDegrees'),
    }),
  };
}
