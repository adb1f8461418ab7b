import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA, sharedFacts } from '../../../test/support/shared-data.ts';
import { EntryType, type FileFacts } from '../../inspection/index.ts';
import { type Inspection, openInspection } from '../testing/inspection.ts';
import { altitudeReference } from './altitude-reference.ts';
import { fieldsOf } from './photo-fields.ts';
import { photoPosition } from './photo-position.ts';
import { heicBytes } from './testing/heic-bytes.ts';
import { gpsTexts, photoBytes, type PhotoOptions, segment, withSegments, xmpPacket } from './testing/photo-bytes.ts';

if (!hasSharedData)
  console.log('Skipped: facts of real photographs. There is no ../shared/data beside the repository.');

let inspection: Inspection;
beforeAll(async () => void (inspection = await openInspection()));
afterAll(() => inspection.close());

const inspect = async (options: PhotoOptions, name = 'photo.jpg'): Promise<FileFacts> =>
  inspection.bytes(name, await photoBytes(options));

describe('a picture', () => {
  it('without metadata has a size and nothing else', async () => {
    expect(await inspect({})).toEqual({
      type: EntryType.Image,
      properties: { width: 40, height: 30 },
      pointGeometry: null,
      polygonGeometry: null,
    });
  });

  it('with EXIF has the defaults of what EXIF does not say', async () => {
    const { properties } = await inspect({ exif: { IFD0: { Model: 'X' } } });
    expect(properties).toMatchObject({
      captureTime: 0,
      orientation: 1,
      make: 'unknown',
      model: 'X',
      sensor: 'x',
      cameraYaw: 0,
      cameraPitch: -90,
      cameraRoll: 0,
      hasCameraOrientation: false,
    });
  });

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('%s: EXIF is read from it', async (format) => {
    const exif = { IFD0: { Make: 'Acme', Model: 'Acme One' }, IFD3: gpsTexts(-33.5, -70.25, 3) };
    const { type, properties, pointGeometry } = await inspect({ exif, format });
    expect(type).toBe(EntryType.GeoImage);
    expect(properties).toMatchObject({ make: 'Acme', sensor: 'acme one' });
    expect(pointGeometry?.coordinates).toEqual([-70.25, -33.5, 3]);
  });

  it.each([
    [0, 430.5],
    [1, -430.5],
    [2, 430.5],
    [3, -430.5],
  ])('altitude reference %i of EXIF 3.0: below the sea or the ellipsoid it is negative', (reference, altitude) => {
    const place = { GPSLatitudeRef: 'N', GPSLatitude: [31, 30], GPSLongitudeRef: 'E', GPSLongitude: [35.5] };
    const exif = new Map(Object.entries({ ...place, GPSAltitudeRef: [reference], GPSAltitude: [430.5] }));
    expect(photoPosition(fieldsOf({ exif, xmp: null }))).toEqual({ latitude: 31.5, longitude: 35.5, altitude });
  });

  it.each([
    ['sea', { GPSAltitudeRef: [0] }, {}],
    ['sea', { GPSAltitudeRef: [1], ExifVersion: [48, 50, 51, 50] }, {}],
    ['ellipsoid', { GPSAltitudeRef: [0], ExifVersion: [48, 51, 48, 48] }, {}],
    ['ellipsoid', { GPSAltitudeRef: [1], ExifVersion: '0300' }, {}],
    ['sea', { GPSAltitudeRef: [2], ExifVersion: '0300' }, {}],
    ['sea', { GPSAltitudeRef: [0] }, { 'drone-dji:AbsoluteAltitude': '+430.5' }],
    ['ellipsoid', { GPSAltitudeRef: [0] }, { 'drone-dji:AbsoluteAltitude': '+430.5', 'drone-dji:RtkFlag': '50' }],
    ['ellipsoid', {}, { 'drone-dji:AbsoluteAltitude': '+430.5', 'drone-dji:AltitudeType': 'RtkAlt' }],
    ['sea', {}, { 'drone-dji:AbsoluteAltitude': '+430.5', 'drone-dji:AltitudeType': 'GpsFusionAlt' }],
    ['ellipsoid', { GPSAltitudeRef: [0] }, { 'Camera:VertCS': 'ellipsoidal' }],
    ['sea', {}, { 'Camera:VertCS': 'EGM96' }],
    [null, {}, {}],
    [null, { GPSAltitudeRef: [7] }, {}],
    [null, { GPSAltitudeRef: [0] }, { 'drone:AbsoluteAltitude': '+430.5' }],
  ])('an altitude above %s is told by %o and %o', (reference, exif, xmp) => {
    const fields = fieldsOf({
      exif: new Map<string, string | readonly number[]>(Object.entries({ GPSAltitude: [430.5], ...exif })),
      xmp: new Map(Object.entries(xmp)),
    });
    expect(altitudeReference(fields)).toBe(reference);
  });

  it('of a phone (HEVC): EXIF is read from it, also where its pixels cannot be decoded', async () => {
    const { type, properties, pointGeometry } = await inspection.bytes('IMG_0001.HEIC', heicBytes());
    expect([type, pointGeometry?.coordinates]).toEqual([EntryType.GeoPanorama, [10, 45, 0]]);
    expect(properties).toMatchObject({ width: 128, height: 64 });
  });

  it('with 999 degrees, or where no receiver has a fix, is placed nowhere', async () => {
    for (const [latitude, longitude] of [
      [999, 10],
      [10, 999],
      [90.001, 0],
      [0, 0],
    ] as const) {
      const facts = await inspect({ exif: { IFD3: gpsTexts(latitude, longitude) } });
      expect([facts.type, facts.pointGeometry]).toEqual([EntryType.Image, null]);
    }
  });

  it('twice as wide as high is a panorama, also one that says it is', async () => {
    expect(await inspect({ width: 60 })).toMatchObject({
      type: EntryType.Panorama,
      properties: { projectionType: 'equirectangular' },
    });
    expect((await inspect({ width: 59 })).type).toBe(EntryType.Image);
    const xmp = {
      'GPano:ProjectionType': 'cylindrical',
      'GPano:PosePitchDegrees': '-4.5',
      'GPano:CroppedAreaLeftPixels': '7',
    };
    expect(await inspect({ xmp, exif: { IFD3: gpsTexts(1, 2) } })).toMatchObject({
      type: EntryType.GeoPanorama,
      properties: { projectionType: 'cylindrical', posePitch: -4.5, croppedX: 7 },
      polygonGeometry: null,
    });
  });
});

const lensOf = (length: string, film: string): Record<string, string> => ({
  FocalLength: length,
  FocalLengthIn35mmFilm: film,
});
/** 1000 pixels on 10 mm. */
const RESOLUTION = { FocalPlaneXResolution: '100/1', FocalPlaneResolutionUnit: '4' };
/** 1000 pixels on 1.6 mm, while the two focal lengths tell of 11.2 mm. */
const CONTRADICTION = { FocalPlaneXResolution: '625/1', FocalLengthIn35mmFilm: '40' };

describe('what drones write into XMP', () => {
  const exif = {
    IFD0: { Make: 'DJI', Model: 'FC6310' },
    IFD2: { DateTimeOriginal: '2021:07:01 12:00:00', FocalLength: '88/10', FocalLengthIn35mmFilm: '24' },
    IFD3: gpsTexts(47.5, 8.5, 400),
  };
  const xmp = {
    'drone-dji:AbsoluteAltitude': '+450.25',
    'drone-dji:RelativeAltitude': '+50.00',
    'drone-dji:GpsLatitude': '+47.5000010',
    'drone-dji:GpsLongtitude': '+8.5000020',
    'drone-dji:GimbalYawDegree': '+90.0',
    'drone-dji:GimbalPitchDegree': '-90.0',
    'drone-dji:GimbalRollDegree': '0',
    'drone-dji:FlightXSpeed': '3.0',
    'drone-dji:FlightYSpeed': '-4.0',
    'drone-dji:FlightZSpeed': '12',
    'drone-dji:RtkStdLon': '0.012',
    'drone-dji:RtkStdLat': '0.013',
    'drone-dji:RtkStdHgt': '0.03',
  };

  it('goes over EXIF and gives a footprint of sensor x height / focal length', async () => {
    const { type, properties, pointGeometry, polygonGeometry } = await inspect({ exif, xmp });
    expect(type).toBe(EntryType.GeoImage);
    expect(pointGeometry?.coordinates).toEqual([8.500002, 47.500001, 450.25]);
    expect(properties).toMatchObject({
      captureTime: Date.UTC(2021, 6, 1, 10),
      sensor: 'dji fc6310',
      sensorWidth: 13.2,
      sensorHeight: 9.9,
      focalLength: 8.8,
      focalLength35: 24,
      cameraYaw: 90,
      cameraPitch: -90,
      cameraRoll: 0,
      hasCameraOrientation: true,
      flightSpeed: 5,
      flightSpeed3D: 13,
      flightSpeedX: 3,
      flightSpeedY: -4,
      flightSpeedZ: 12,
      gpsXYAccuracy: 0.013,
      gpsZAccuracy: 0.03,
      relativeAltitude: 50,
    });
    // 75 m of width and 56.25 m of height, which lie north-south and east-west as the camera looks east.
    const ring = polygonGeometry?.coordinates[0] ?? [];
    const [longitudes, latitudes] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
    const span = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
    expect(span(latitudes) * 111_177).toBeCloseTo(75, 0);
    expect(span(longitudes) * 75_340).toBeCloseTo(56.25, 0);
    expect(ring.every(([, , z]) => z === 400.25)).toBe(true);
  });

  it.each([
    ['http://www.dji.com', 'dji'],
    ['http://www.dji.com/', 'drone-dji'],
    ['http://www.dji.com/drone-dji/1.0/', 'd'],
    ['http://www.dji.com/drone/1.0/', 'drone1'],
    ['https://dji.com/drone-dji/1.1#', 'dji'],
  ])('DJI: namespace %s under the prefix %s, by attributes and by elements', async (address, prefix) => {
    const declared = { [`xmlns:${prefix}`]: address };
    const own = Object.fromEntries(Object.entries(xmp).map(([name, value]) => [name.replace(/^[^:]+/, prefix), value]));
    const wanted = (await inspect({ exif, xmp })).properties;
    expect(wanted).toMatchObject({ cameraYaw: 90, relativeAltitude: 50, flightSpeed: 5, gpsZAccuracy: 0.03 });
    expect((await inspect({ exif, xmp: { ...declared, ...own } })).properties).toEqual(wanted);
    const elements = Object.entries(own).map(([name, value]) => `<${name}>${value}</${name}>`);
    const packet = xmpPacket(declared, elements.join('\n'));
    expect((await inspect({ exif, xmp: packet })).properties).toEqual(wanted);
  });

  it('DJI: FLIR and other hosts keep names of their own', async () => {
    const words = { 'f:BandName': 'LWIR', 'o:RelativeAltitude': '+50.00' };
    const declared = { 'xmlns:f': 'http://www.dji.com/FLIR/1.0/', 'xmlns:o': 'http://www.dji.com.example.org/' };
    const { properties } = await inspect({ exif, xmp: { ...declared, ...words } });
    expect(properties).toMatchObject({ sensorCategory: 'thermal' });
    expect(properties).not.toHaveProperty('relativeAltitude');
  });

  it('the Camera namespace counts pitch from straight down, under any prefix', async () => {
    const { properties } = await inspect({
      exif: { IFD0: { Make: 'MicaSense', Model: 'RedEdge' } },
      xmp: {
        'xmlns:p4d': 'http://pix4d.com/camera/1.0/',
        'p4d:Yaw': '12',
        'p4d:Pitch': '-3',
        'p4d:GPSXYAccuracy': '0.5',
      },
    });
    expect(properties).toMatchObject({ cameraYaw: 12, cameraPitch: -93, gpsXYAccuracy: 0.5, sensorWidth: 4.8 });
  });

  const thermalPhoto = (make: string, model: string, lens: Record<string, string>, width = 640, height = 512) =>
    inspect({
      width,
      height,
      exif: { IFD0: { Make: make, Model: model }, IFD2: { ...lens }, IFD3: gpsTexts(47.5, 8.5, 400) },
      xmp: { 'drone-dji:RelativeAltitude': '+50.00' },
    });

  it.each([
    ['the width of the sensor instead of a resolution', { FocalPlaneXResolution: '1088/100' }],
    ['the same as a length in inches', { FocalPlaneXResolution: '1088/100', FocalPlaneResolutionUnit: '2' }],
    ['pixels a millimetre', { FocalPlaneXResolution: '5882353/100000', FocalPlaneResolutionUnit: '4' }],
    ['nothing', {}],
  ])('FLIR writes %s: the sensor is of 640 pixels of 17 µm, and so is the footprint', async (_, tags) => {
    const unit = { FocalPlaneResolutionUnit: '4', FocalLength: '13/1' };
    const { properties, polygonGeometry } = await thermalPhoto('FLIR', 'Vue Pro R 640', { ...unit, ...tags });
    expect(properties['sensorWidth']).toBeCloseTo(10.88, 2);
    expect(properties['sensorHeight']).toBeCloseTo(8.704, 2);
    const longitudes = (polygonGeometry?.coordinates[0] ?? []).map(([x]) => x!);
    // 50 m × 10.88 / 13 is 41.8 m.
    expect((Math.max(...longitudes) - Math.min(...longitudes)) * 75_340).toBeCloseTo(41.85, 0);
  });

  it.each<readonly [string, string, string, Record<string, string>, number, number]>([
    ['FLIR, of a size that fits nothing', 'FLIR', 'Hadron', { FocalPlaneXResolution: '5/10' }, 640, 512],
    ['FLIR, of a model that is not known', 'FLIR Systems AB', 'FLIR E60', {}, 640, 480],
    ['a maker that is not known', 'Workswell', 'WIRIS', {}, 640, 512],
    ['a thermal picture made larger', 'DJI', 'ZH20T', {}, 1920, 1440],
    ['a resolution that contradicts the lens', 'Acme', 'One', CONTRADICTION, 1000, 750],
  ])('says nothing of the sensor, and of the ground: %s', async (_, make, model, tags, width, height) => {
    const lens = { FocalPlaneResolutionUnit: '4', FocalLength: '13/1', ...tags };
    const thermal = make === 'Workswell' ? { 'Camera:BandName': 'LWIR' } : {};
    const { properties, polygonGeometry } = await inspect({
      width,
      height,
      exif: { IFD0: { Make: make, Model: model }, IFD2: lens, IFD3: gpsTexts(47.5, 8.5, 400) },
      xmp: { 'drone-dji:RelativeAltitude': '+50.00', ...thermal },
    });
    expect(properties).toMatchObject({ focalLength: 13, relativeAltitude: 50 });
    expect(properties).not.toHaveProperty('sensorWidth');
    expect(polygonGeometry).toBeNull();
  });

  it.each<readonly [string, string, string, Record<string, string>, number, number, number]>([
    // Its picture of 1280 pixels is made of 640: what the lens shows says so.
    ['a thermal picture of twice its pixels', 'DJI', 'M30T', lensOf('91/10', '40'), 1280, 1024, 7.69],
    ['the tele camera of a model listed with its wide one', 'DJI', 'M3E', lensOf('30/1', '162'), 40, 30, 6.41],
    ['a film length that is the focal length', 'DJI', 'FC6310', lensOf('88/10', '9'), 40, 30, 13.2],
    ['a resolution that the lens confirms', 'Acme', 'One', { ...lensOf('10/1', '36'), ...RESOLUTION }, 1000, 750, 10],
  ])('%s: the size that fits everything else', async (_, make, model, lens, width, height, long) => {
    const { properties } = await thermalPhoto(make, model, lens, width, height);
    expect(properties['sensorWidth']).toBeCloseTo(long, 1);
  });

  it('a thermal camera is known by its words, its model and size, or its measurements', async () => {
    const thermal = { sensorCategory: 'thermal' };
    expect((await inspect({ xmp: { 'drone-dji:ImageSource': 'InfraredCamera' } })).properties).toMatchObject(thermal);
    const model = { IFD0: { Make: 'DJI', Model: 'M3T' } };
    expect((await inspect({ exif: model, width: 640, height: 512 })).properties).toMatchObject({
      ...thermal,
      sensorWidth: 7.68,
    });
    expect((await inspect({ exif: model })).properties).not.toHaveProperty('sensorCategory');
    const measured = withSegments(await photoBytes({ exif: model }), [segment(0xe1, Buffer.from('FLIR\0\x01\0\0'))]);
    expect((await inspection.bytes('a.jpg', measured)).properties).toMatchObject(thermal);
  });
});

interface Expected {
  readonly suggestedKind: string;
  readonly facts: Readonly<Record<string, string | number | undefined>>;
}
const TYPES: Readonly<Record<string, number>> = {
  image: EntryType.Image,
  'geo image': EntryType.GeoImage,
  'geo panorama': EntryType.GeoPanorama,
  'panorama (2:1, undeclared)': EntryType.Panorama,
};

describe.runIf(hasSharedData)('facts of real photographs, read by another program', async () => {
  const photos = await sharedFacts<Expected>('photos/');

  it.each(photos)('%s', async (path, { suggestedKind, facts }) => {
    const { type, properties, pointGeometry } = await inspection.file(`${SHARED_DATA}${path}`);
    expect(type).toBe(TYPES[suggestedKind]);
    expect(properties).not.toHaveProperty('warning');
    expect(properties).toMatchObject({ width: facts['ImageWidth'], height: facts['ImageHeight'] });
    const [longitude, latitude, altitude] = pointGeometry?.coordinates ?? [];
    const height = facts['AbsoluteAltitude'] === undefined ? 'GPSAltitude' : 'AbsoluteAltitude';
    const compared: readonly (readonly [value: unknown, tag: string])[] = [
      [properties['orientation'], 'Orientation'],
      [properties['focalLength'], 'FocalLength'],
      // Software writes 0 where it does not know.
      [properties['focalLength35'] ?? 0, 'FocalLengthIn35mmFormat'],
      [properties['relativeAltitude'], 'RelativeAltitude'],
      [properties['poseHeading'], 'PoseHeadingDegrees'],
      ...['Yaw', 'Pitch', 'Roll'].flatMap((axis) => [
        [properties[`camera${axis}`], `Gimbal${axis}Degree`] as const,
        [properties[`flight${axis}`], `Flight${axis}Degree`] as const,
      ]),
      ...([
        [longitude, 'GPSLongitude'],
        [latitude, 'GPSLatitude'],
        [altitude, height],
      ] as const),
    ];
    for (const [value, tag] of compared.filter(([, name]) => facts[name] !== undefined))
      expect(value, tag).toBeCloseTo(Number(facts[tag]), 6);
    expect(properties['make'] ?? 'unknown').toBe(facts['Make'] ?? 'unknown');
    expect(properties['model'] ?? 'unknown').toBe(facts['Model'] ?? 'unknown');
    expect(properties['sensorCategory']).toBe(path.includes('thermal') ? 'thermal' : undefined);
  });

  it('local times are those of the zone where the drone flew', async () => {
    const { properties, polygonGeometry } = await inspection.file(`${SHARED_DATA}photos/brighton/DJI_0024.JPG`);
    expect(properties['captureTime']).toBe(Date.UTC(2016, 5, 23, 21, 32, 43)); // 16:32 in Minnesota's summer
    expect(polygonGeometry?.coordinates[0]).toHaveLength(5);
  });
});
