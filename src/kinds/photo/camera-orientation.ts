import type { PhotoFields } from './photo-fields.ts';

/** Degrees: yaw clockwise from north, pitch -90 straight down and 0 to the horizon, roll clockwise. */
export interface CameraOrientation {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
  /** Whether the file says where the camera looked, or this is a guess: straight down. */
  readonly known: boolean;
}

/** Makers whose pitch in the Camera namespace is that of a gimbal, with -90 downwards; others count from straight down. */
const GIMBAL_MAKERS = /autel|dji|hasselblad|skydio/i;

/** Where the camera looked: what the gimbal says (DJI, Parrot), else the camera of Pix4D's namespace (Sentera, MicaSense, senseFly). */
export function cameraOrientation(fields: PhotoFields): CameraOrientation {
  const yaw = angle(fields.xmpNumber('drone-dji:GimbalYawDegree', 'drone-parrot:CameraYawDegree', 'Camera:Yaw'));
  const pitch = angle(
    fields.xmpNumber('drone-dji:GimbalPitchDegree', 'drone-parrot:CameraPitchDegree') ?? mappedPitch(fields),
  );
  const roll = angle(fields.xmpNumber('drone-dji:GimbalRollDegree', 'drone-parrot:CameraRollDegree', 'Camera:Roll'));
  const flight = angle(fields.xmpNumber('drone-dji:FlightYawDegree', 'drone-parrot:DroneYawDegree'));
  return { yaw: yaw ?? flight ?? 0, pitch: pitch ?? -90, roll: roll ?? 0, known: yaw !== null && pitch !== null };
}

/** How the aircraft itself lay in the air, as properties; only what the file says. */
export function flightAttitude(fields: PhotoFields): Readonly<Record<string, number>> {
  const found = ['Yaw', 'Pitch', 'Roll'].flatMap((axis) => {
    const value = angle(fields.xmpNumber(`drone-dji:Flight${axis}Degree`, `drone-parrot:Drone${axis}Degree`));
    return value === null ? [] : [[`flight${axis}`, value] as const];
  });
  return Object.fromEntries(found);
}

function mappedPitch(fields: PhotoFields): number | null {
  const pitch = fields.xmpNumber('Camera:Pitch');
  if (pitch === null) return null;
  return GIMBAL_MAKERS.test(fields.exifText('Make') ?? '') ? pitch : pitch - 90;
}

const angle = (value: number | null): number | null => (value !== null && Math.abs(value) <= 360 ? value : null);
