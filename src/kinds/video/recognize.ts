import type { Engine } from '../../engine/index.ts';
import type { VideoContainer } from './read/video-facts.child.ts';
import type { VideoFacts } from './read/video-header.ts';
import { isOnEarth } from './read/on-earth.ts';
import { videoFacts } from './read/operations.ts';
import {
  type Candidate,
  contentFault,
  EntryType,
  type FileFacts,
  type FormatFamily,
  genericFacts,
  unplacedFacts,
} from '../../inspection/index.ts';

const EXTENSIONS = ['mp4', 'mov', 'm4v', 'webm', 'mkv', 'avi'];

/** Videos by content; those of old QuickTime, which begin with anything, by name. */
export const videoFamily: FormatFamily = {
  name: 'video',
  byContent: true,
  recognizes: (candidate) => containerOf(candidate) !== null || EXTENSIONS.includes(candidate.extension),
  inspect,
};

function containerOf({ signature, extension }: Candidate): VideoContainer | null {
  if (signature === 'mp4' || signature === 'matroska' || signature === 'avi') return signature;
  return signature === null && extension === 'mov' ? 'mp4' : null;
}

async function inspect(candidate: Candidate, engine: Engine, signal: AbortSignal): Promise<FileFacts> {
  const { path, size, extension } = candidate;
  const container = containerOf(candidate);
  if (size === 0) return genericFacts('The file is empty.');
  const wrong = genericFacts(`The content of this file is not what its name (.${extension}) says.`);
  if (container === null) return wrong;
  let fault = 'It has no header that can be read: it is cut off, or damaged.';
  let facts: VideoFacts | null = null;
  try {
    facts = await engine.call(videoFacts, { path, container }, { signal });
  } catch (error) {
    fault = contentFault(error);
  }
  if (facts !== null && facts.width !== null) return describe(facts);
  // Without pictures it is what its name promises when its first bytes say so too; else sound, or no film at all.
  if (!EXTENSIONS.includes(extension)) return genericFacts();
  if (candidate.signature === null) return wrong;
  if (facts !== null) return unplacedFacts(EntryType.Video, {}, 'This video has no pictures.');
  return unplacedFacts(EntryType.Video, {}, `This video cannot be read. ${fault}`);
}

/** Databases and ISO 8601 have four digits for a year. */
const MAX_TIME = Date.UTC(9999, 11, 31);

function describe({ width, height, duration, frameRate, codec, recorded, position }: VideoFacts): FileFacts {
  const positive = (name: string, value: number | null): Record<string, number> =>
    value !== null && value > 0 && value <= Number.MAX_SAFE_INTEGER ? { [name]: value } : {};
  const properties = {
    ...positive('width', width),
    ...positive('height', height),
    ...positive('duration', duration),
    ...positive('frameRate', frameRate),
    ...(codec ? { codec } : {}),
    ...positive('captureTime', recorded !== null && recorded < MAX_TIME ? recorded : null),
  };
  if (position === null || !isOnEarth(position)) return unplacedFacts(EntryType.Video, properties);
  return {
    type: EntryType.GeoVideo,
    properties,
    pointGeometry: { type: 'Point', coordinates: coordinatesOf(position) },
    polygonGeometry: null,
  };
}

/** Higher than any aircraft; what is above is damage. */
const MAX_ALTITUDE = 100_000;

const coordinatesOf = ([longitude, latitude, altitude]: NonNullable<VideoFacts['position']>): [
  number,
  number,
  number,
] => [longitude, latitude, altitude !== null && Math.abs(altitude) < MAX_ALTITUDE ? altitude : 0];
