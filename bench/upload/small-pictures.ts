import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import type Sharp from 'sharp';
import { gpsTexts, segment, withSegments, xmpPacket } from '../../src/kinds/photo/testing/photo-bytes.ts';
import { treeTime } from '../support/process-tree.ts';

const sharp = createRequire(import.meta.url)('sharp') as typeof Sharp;
const COMMENT = 0xfe;

/** A service that takes uploads. */
export interface UploadTarget {
  readonly url: string;
  readonly pid: number;
  /** `Authorization` of somebody who may write. */
  readonly authorization: string;
  /** Address of the dataset below `url`. */
  readonly dataset: string;
}

export interface UploadRate {
  readonly filesPerSecond: number;
  /** Processor time of the service and its children, a file. */
  readonly processorMs: number;
}

/** Photographs as a drone writes them: noise, EXIF with a position, XMP with height and direction; no two of the same bytes. */
export async function smallPictures(count: number, width: number, quality: number): Promise<readonly Buffer[]> {
  const height = Math.round((width * 3) / 4);
  const noise = { raw: { width, height, channels: 3 } } as const;
  const exif = {
    IFD0: { Make: 'DJI', Model: 'FC6310' },
    IFD2: { FocalLength: '88/10', DateTimeOriginal: '2021:07:01 12:00:00' },
    IFD3: gpsTexts(47, 8, 400),
  };
  const xmp = xmpPacket({ 'drone-dji:RelativeAltitude': '+50.0', 'drone-dji:GimbalYawDegree': '+12.5' });
  const picture = await sharp(randomBytes(width * height * 3), noise)
    .jpeg({ quality })
    .withExif(exif)
    .withXmp(xmp)
    .toBuffer();
  return Array.from({ length: count }, () => withSegments(picture, [segment(COMMENT, randomBytes(16))]));
}

/** Uploads pictures, `clients` at a time over connections that are kept, each answered when it is on the disk. */
export async function uploadPictures(
  target: UploadTarget,
  pictures: readonly Buffer[],
  folder: string,
  clients = 8,
): Promise<UploadRate> {
  const boundary = 'alidade-bench-boundary';
  const forms = pictures.map((picture, index) => formOf(boundary, `${folder}/DJI_${index}.JPG`, picture));
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const [began, used] = [performance.now(), await treeTime(target.pid)];
  let next = 0;
  const client = async (): Promise<void> => {
    for (let form = forms[next++]; form !== undefined; form = forms[next++]) await send(target, agent, boundary, form);
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return {
    filesPerSecond: pictures.length / seconds,
    processorMs: ((await treeTime(target.pid)) - used) / pictures.length,
  };
}

function formOf(boundary: string, path: string, picture: Buffer): readonly Buffer[] {
  const field = `--${boundary}\r\nContent-Disposition: form-data; name="path"\r\n\r\n${path}\r\n`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  return [Buffer.from(field + head), picture, Buffer.from(`\r\n--${boundary}--\r\n`)];
}

function send(
  { url, dataset, authorization }: UploadTarget,
  agent: Agent,
  boundary: string,
  form: readonly Buffer[],
): Promise<void> {
  const headers = {
    authorization,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': form.reduce((sum, { length }) => sum + length, 0),
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${dataset}/obj`, { method: 'POST', agent, headers }, (answer) => {
      text(answer).then((said) => {
        if (answer.statusCode === 201) resolve();
        else reject(new Error(`${answer.statusCode} ${said}`));
      }, reject);
    });
    sent.on('error', reject);
    for (const part of form) sent.write(part);
    sent.end();
  });
}
