import { type Engine, debianProgram, type RunOptions } from '../../engine/index.ts';
import { pictureLimits, type PictureRequest } from '../../thumbnails/index.ts';

/** It says “Input/output error” of files that are cut off. */
export const ffmpeg = debianProgram('ffmpeg', 'ffmpeg', { blamesMachine: true });

/** Pixels of a frame: panoramas of 12K have 75 million. ffmpeg itself would go to 268 million. */
const MAX_FRAME_PIXELS = 2 ** 27;

/** Containers a user can own. Lists of other files (concat, HLS, DASH, SDP) are not among them, whatever the content says. */
const CONTAINERS = 'mov,matroska,avi';

/**
 * Writes the first frame of a video as a JPEG, upright as a player shows it, by the optional program `ffmpeg`. Reads that one
 * file and nothing else: no network, no file named inside of it. Rejects with EngineError: `missing-program` where ffmpeg is not
 * installed, `failed` for what it cannot decode, `timeout` after twenty seconds.
 */
export async function videoFrame(
  engine: Pick<Engine, 'run'>,
  { source, destination, size }: PictureRequest,
  options: Pick<RunOptions, 'signal' | 'timeoutMs'> = {},
): Promise<void> {
  const reading = [
    '-max_pixels',
    String(MAX_FRAME_PIXELS),
    '-protocol_whitelist',
    'file',
    '-format_whitelist',
    CONTAINERS,
    '-threads',
    '1',
    '-i',
    `file:${source}`,
  ];
  const scale = `scale=w=${size}:h=${size}:force_original_aspect_ratio=decrease`;
  const picture = [
    '-map',
    '0:v:0',
    '-frames:v',
    '1',
    '-vf',
    scale,
    '-c:v',
    'mjpeg',
    '-q:v',
    '2',
    '-pix_fmt',
    'yuvj420p',
  ];
  const writing = ['-f', 'image2', '-update', '1', '-y', `file:${destination}`];
  const quiet = ['-nostdin', '-hide_banner', '-loglevel', 'error'];
  await engine.run(ffmpeg, [...quiet, ...reading, ...picture, ...writing], pictureLimits(options));
}
