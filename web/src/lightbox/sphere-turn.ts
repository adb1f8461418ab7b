/** Where somebody looks in a panorama, in degrees: yaw clockwise from its middle, pitch upwards, and the field of view. */
export type Turn = { readonly yaw: number; readonly pitch: number; readonly field: number };

export const AHEAD: Turn = { yaw: 0, pitch: 0, field: 75 };

const HIGHEST = 89;
const [NARROWEST, WIDEST] = [20, 100];

type Change = {
  readonly yaw?: number;
  readonly pitch?: number;
  /** Above 1 enlarges. */
  readonly zoom?: number;
};

export const turned = (turn: Turn, { yaw = 0, pitch = 0, zoom = 1 }: Change): Turn => ({
  yaw: (((turn.yaw + yaw) % 360) + 360) % 360,
  pitch: Math.max(-HIGHEST, Math.min(HIGHEST, turn.pitch + pitch)),
  field: Math.max(NARROWEST, Math.min(WIDEST, turn.field / zoom)),
});
