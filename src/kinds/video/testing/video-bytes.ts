/** Films without a picture, put together byte by byte: headers as cameras write them. */

/** A box of MP4: length, type, content. */
export function box(type: string, ...content: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  const length = content.reduce((sum, { length: bytes }) => sum + bytes, 8);
  head.writeUInt32BE(length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...content]);
}

/** 32-bit numbers, most significant byte first. */
export function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeInt32BE(value | 0, index * 4));
  return bytes;
}

export const FTYP = box('ftyp', Buffer.from('isom\0\0\0\0isom'));

/** Seconds from 1904 to 1970. */
const EPOCH = 2_082_844_800;

/** `moov` of a film of 10 s at 25 frames a second, 640 x 360, recorded at the start of 2020, with more boxes in it. */
export function movie(...more: readonly Buffer[]): Buffer {
  const created = Date.UTC(2020, 0, 1) / 1000 + EPOCH;
  const size = Buffer.alloc(4);
  size.writeUInt16BE(640);
  size.writeUInt16BE(360, 2);
  const entry = box('avc1', Buffer.alloc(24), size, Buffer.alloc(50));
  const table = box('stbl', box('stsd', words(0, 1), entry), box('stsz', words(0, 0, 250)));
  const media = box(
    'mdia',
    box('mdhd', words(0, created, created, 12_800, 128_000, 0)),
    handler('vide'),
    box('minf', table),
  );
  return box(
    'moov',
    box('mvhd', words(0, created, created, 1000, 10_000), Buffer.alloc(80)),
    box('trak', media),
    ...more,
  );
}

const handler = (type: string): Buffer => box('hdlr', words(0, 0), Buffer.from(type), Buffer.alloc(13));

export const xyz = (text: string): Buffer =>
  box('udta', box('\xa9xyz', Buffer.from([0, text.length, 0x15, 0xc7]), Buffer.from(text)));

/** 3GPP's position: 16.16 fixed-point numbers. */
export const loci = (longitude: number, latitude: number, altitude: number): Buffer => {
  const numbers = [longitude, latitude, altitude].map((value) => Math.round(value * 65_536));
  return box(
    'udta',
    box('loci', words(0), Buffer.from('\x15\xc7Home\0\0'), words(...numbers), Buffer.from('earth\0\0')),
  );
};

/** Apple's metadata of one other key and the position. */
export const appleLocation = (text: string): Buffer => {
  const keys = ['com.apple.quicktime.make', 'com.apple.quicktime.location.ISO6709'].map((key) =>
    box('mdta', Buffer.from(key)),
  );
  const value = (number: number, content: string): Buffer =>
    box(`\0\0\0${String.fromCharCode(number)}`, box('data', words(1, 0), Buffer.from(content)));
  return box(
    'meta',
    handler('mdta'),
    box('keys', words(0, 2), ...keys),
    box('ilst', value(1, 'Apple'), value(2, text)),
  );
};

/** A value of GoPro's telemetry: key, type, size of an item, count; filled up to four bytes. */
export function gpmf(key: string, type: string, size: number, ...content: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  const head = Buffer.from(`${key}${type}\0\0\0`, 'latin1');
  head[5] = size;
  head.writeUInt16BE(Math.floor(bytes.length / Math.max(size, 1)), 6);
  return Buffer.concat([head, bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

/** Streams within a device, as a camera nests them. */
export const gpmfDevice = (...streams: readonly Buffer[]): Buffer =>
  nested('DEVC', ...streams.map((each) => nested('STRM', each)));
const nested = (key: string, ...content: readonly Buffer[]): Buffer => gpmf(key, '\0', 1, ...content);

const halves = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => bytes.writeUInt16BE(value, index * 2));
  return bytes;
};

/** What a receiver says at a moment. Dilution as it is, not times 100. */
export interface GpsSample {
  readonly at: readonly [latitude: number, longitude: number, altitude: number];
  readonly fix: number;
  readonly dilution: number;
}

const place = ([latitude, longitude, altitude]: GpsSample['at']): Buffer =>
  words(Math.round(latitude * 1e7), Math.round(longitude * 1e7), Math.round(altitude * 1000));

/** A stream of cameras up to HERO10: fix and dilution of a whole second, then its positions. */
export function gps5({ fix, dilution }: Omit<GpsSample, 'at'>, ...samples: readonly GpsSample['at'][]): Buffer {
  return Buffer.concat([
    gpmf('STNM', 'c', 1, Buffer.from('GPS (Lat., Long., Alt., 2D speed, 3D speed)')),
    gpmf('GPSF', 'L', 4, words(fix)),
    gpmf('GPSP', 'S', 2, halves(Math.round(dilution * 100))),
    gpmf('SCAL', 'l', 4, words(10_000_000, 10_000_000, 1000, 1000, 100)),
    gpmf('GPS5', 'l', 20, ...samples.flatMap((at) => [place(at), words(0, 0)])),
  ]);
}

/** A stream of cameras since HERO11: each position with its time, dilution and fix. */
export function gps9(...samples: readonly GpsSample[]): Buffer {
  return Buffer.concat([
    gpmf('TYPE', 'c', 1, Buffer.from('lllllllSS')),
    gpmf('SCAL', 'l', 4, words(10_000_000, 10_000_000, 1000, 1000, 100, 1, 1000, 100, 1)),
    gpmf(
      'GPS9',
      '?',
      32,
      ...samples.flatMap(({ at, fix, dilution }) => [
        place(at),
        words(0, 0, 9000, 1000),
        halves(Math.round(dilution * 100), fix),
      ]),
    ),
  ]);
}

/** A film with a track of telemetry, a piece of it each second. */
export function telemetryFilm(pieces: readonly Buffer[], ...more: readonly Buffer[]): Buffer {
  const start = FTYP.length + 8;
  const offsets = pieces.map((_, index) => pieces.slice(0, index).reduce((sum, { length }) => sum + length, start));
  const table = box(
    'stbl',
    box('stsd', words(0, 1), box('gpmd', Buffer.alloc(8))),
    box('stsz', words(0, 0, pieces.length, ...pieces.map(({ length }) => length))),
    box('stsc', words(0, 1, 1, 1, 1)),
    box('stco', words(0, pieces.length, ...offsets)),
  );
  const track = box('trak', box('mdia', handler('meta'), box('minf', table)));
  return Buffer.concat([FTYP, box('mdat', ...pieces), movie(track, ...more)]);
}

/** An element of Matroska whose length takes four bytes; null for a length that is not known. */
export function element(id: number, content: Buffer | null, rest = Buffer.alloc(0)): Buffer {
  const name = Buffer.from(id.toString(16).padStart(id > 0xffff ? 6 : 2, '0'), 'hex');
  if (content === null) return Buffer.concat([name, Buffer.from('01ffffffffffffff', 'hex'), rest]);
  return Buffer.concat([name, words(0x1000_0000 + content.length), content]);
}

const double = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};

/** WebM of 12.5 s, 1280 x 720 VP9 at 50 frames a second, recorded in 2021; its length is not known, as of a live recording. */
export function webm(): Buffer {
  const date = Buffer.alloc(8);
  date.writeBigInt64BE(BigInt(Date.UTC(2021, 5, 1) - Date.UTC(2001, 0, 1)) * 1_000_000n);
  const info = element(
    0x1549a966,
    Buffer.concat([element(0x2ad7b1, words(1_000_000)), element(0x4489, double(12_500)), element(0x4461, date)]),
  );
  const video = element(0xe0, Buffer.concat([element(0xb0, words(1280)), element(0xba, words(720))]));
  const sound = element(0xae, element(0x83, Buffer.from([2])));
  const picture = [
    element(0x83, Buffer.from([1])),
    element(0x23e383, words(20_000_000)),
    element(0x86, Buffer.from('V_VP9')),
    video,
  ];
  const tracks = element(0x1654ae6b, Buffer.concat([sound, element(0xae, Buffer.concat(picture))]));
  return Buffer.concat([
    element(0x1a45dfa3, Buffer.alloc(8)),
    element(0x18538067, null, Buffer.concat([info, tracks])),
  ]);
}

/** AVI of 8 s, 320 x 240 MJPEG at 25 frames a second. */
export function avi(): Buffer {
  const chunk = (type: string, content: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content]);
  };
  const main = Buffer.alloc(56);
  [
    [0, 40_000],
    [16, 200],
    [32, 320],
    [36, 240],
  ].forEach(([at, value]) => main.writeUInt32LE(value!, at));
  const stream = chunk(
    'LIST',
    Buffer.concat([Buffer.from('strl'), chunk('strh', Buffer.concat([Buffer.from('vidsMJPG'), Buffer.alloc(48)]))]),
  );
  const header = chunk('LIST', Buffer.concat([Buffer.from('hdrl'), chunk('avih', main), stream]));
  return chunk('RIFF', Buffer.concat([Buffer.from('AVI '), header]));
}
