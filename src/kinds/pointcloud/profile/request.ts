import type { CloudFile } from '../cloud-input/request.ts';

export const PROFILE_COLOURS = ['auto', 'class', 'rgb', 'height'] as const;
export type ProfileColour = (typeof PROFILE_COLOURS)[number];

export type Positions = readonly (readonly number[])[];

/** What the program `pointcloud-profile` is asked for. */
export interface CloudProfileRequest {
  readonly cloud: CloudFile;
  /** In longitude and latitude; null: `lineInCrs` is given. */
  readonly line: Positions | null;
  /** In the coordinates of the cloud. */
  readonly lineInCrs: Positions | null;
  /** Width of the corridor, in metres. */
  readonly width: number;
  /** Null: all classes. */
  readonly classes: readonly number[] | null;
  readonly colour: ProfileColour;
  /** Files to write. */
  readonly table: string;
  readonly picture: string;
}

/** In metres. */
export interface CloudProfileAnswer {
  readonly length: number;
  readonly points: number;
  readonly lowest: number;
  readonly highest: number;
}
