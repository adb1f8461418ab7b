import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EntryType } from '../../inspection/index.ts';
import { expectHarmless } from '../testing/harmless.ts';
import { openInspection, type Inspection } from '../testing/inspection.ts';
import { pointShapefile } from '../../../test/support/point-shapefile.ts';
import { processorTime } from '../../../test/support/processor-time.ts';
import { zip } from '../../../test/support/zip.ts';

let inspection: Inspection;
let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.destroy();
});

beforeAll(async () => {
  inspection = await openInspection({ callTimeoutMs: 20_000 });
  await inspection.bytes('warm.geojson', '{"type":"FeatureCollection","features":[]}');
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await inspection.close();
});
const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const collection = (geometry: string, properties = '{}'): string =>
  `{"type":"FeatureCollection","features":[{"type":"Feature","properties":${properties},"geometry":${geometry}}]}`;
const kml = (body: string, prolog = ''): string =>
  `<?xml version="1.0"?>${prolog}<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${body}</Document></kml>`;
const placemark = (text: string): string =>
  `<Placemark><name>${text}</name><Point><coordinates>1,2</coordinates></Point></Placemark>`;

/** An archive whose names are replaced by others of the same length, which the library would not write. */
const renamed = (bytes: Buffer, from: string, to: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');

describe('GeoJSON', () => {
  it.each([
    ['nested a million deep', `{"type":"FeatureCollection","features":${'['.repeat(1e6)}${']'.repeat(1e6)}}`],
    ['nested a million deep in its properties', collection('null', `${'{"a":'.repeat(1e6)}1${'}'.repeat(1e6)}`)],
    ['with coordinates nested a million deep', collection(`{"type":"Polygon","coordinates":${'['.repeat(1e6)}`)],
    ['with NaN', collection('{"type":"Point","coordinates":[NaN,NaN]}')],
    ['with infinities', collection('{"type":"Point","coordinates":[1e999,-1e999]}')],
    ['with coordinates nowhere on Earth', collection('{"type":"Point","coordinates":[5000,95]}')],
    ['with text for coordinates', collection('{"type":"Point","coordinates":["a",{}]}')],
    ['with __proto__', collection('{"type":"Point","coordinates":[0,0]}', '{"__proto__":{"polluted":true}}')],
    ['with the same key a hundred thousand times', collection('null', `{${'"a":1,'.repeat(1e5)}"a":2}`)],
    ['with a name that no database takes', '{"type":"FeatureCollection","name":"a\\u0000\\ud800b","features":[]}'],
    [
      'that refers to another file',
      collection('null', '{}').replace('{', `{"crs":{"type":"link","properties":{"href":"/etc/passwd"}},`),
    ],
    ['cut off', '{"type":"FeatureCollection","features":[{"type":"Feature","geo'],
  ])('R-6 %s', async (_, text) => {
    const began = processorTime();
    const facts = await inspection.bytes('a.geojson', text);
    expect(processorTime() - began).toBeLessThan(10_000);
    expectHarmless(facts);
  });

  it('R-4 a CRS that nobody knows, and one of 1 MB', async () => {
    for (const name of ['EPSG:999999', 'x'.repeat(1e6), 'urn:ogc:def:crs:EPSG::0', '/etc/passwd', address()]) {
      const crs = JSON.stringify({ type: 'name', properties: { name } });
      const text = collection('{"type":"Point","coordinates":[1,2]}').replace('{', `{"crs":${crs},`);
      expectHarmless(await inspection.bytes('a.geojson', text));
    }
  });

  it('R-6 one geometry of a hundred megabytes', async () => {
    const positions = '[1.25,2.5],'.repeat(1e7);
    const text = collection(`{"type":"LineString","coordinates":[${positions}[1,2]]}`);
    const facts = await inspection.bytes('a.geojson', text);
    expectHarmless(facts);
    expect(facts.properties['warning']).toEqual(expect.any(String));
  });
});

describe('KML', () => {
  it.each([
    ['a DOCTYPE', '<!DOCTYPE kml>'],
    ['an external DTD', '<!DOCTYPE kml SYSTEM "http://127.0.0.1:9/evil.dtd">'],
    ['a DOCTYPE behind comments', '<!-- a --><?b ?>\n <!doctype kml [<!ENTITY x SYSTEM "file:///etc/passwd">]>'],
    [
      'a billion laughs',
      `<!DOCTYPE l [<!ENTITY a0 "lol">${Array.from({ length: 9 }, (__, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`).join('')}]>`,
    ],
  ])('R-6 %s is refused before a parser sees it', async (_, prolog) => {
    const text = kml(placemark('&x;'), prolog);
    for (const [name, bytes] of [
      ['a.kml', Buffer.from(text)],
      ['a.kmz', zip({ 'doc.kml': text })],
    ] as const) {
      expect(await inspection.bytes(name, bytes)).toMatchObject({
        type: EntryType.Generic,
        properties: { warning: expect.stringContaining('DOCTYPE') },
      });
    }
  });

  it('R-6 one that hides its markup in another encoding is refused', async () => {
    const text = kml(placemark('&x;'), '<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]>');
    for (const bytes of [
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(text, 'utf16le'),
      Buffer.from(text.replace('?>', ' encoding="UTF-7"?>')),
      Buffer.from(text.replace('?>', " encoding='utf-16'?>")),
    ]) {
      expect((await inspection.bytes('a.kml', bytes)).type).toBe(EntryType.Generic);
    }
  });

  it('D-5 links to others are not followed', async () => {
    const link = `<NetworkLink><Link><href>${address()}/x.kml</href></Link></NetworkLink>`;
    const overlay = `<GroundOverlay><Icon><href>${address()}/x.png</href></Icon></GroundOverlay>`;
    const style = `<Placemark><styleUrl>${address()}/s.kml#a</styleUrl><Point><coordinates>1,2</coordinates></Point></Placemark>`;
    for (const body of [link, overlay, style]) expectHarmless(await inspection.bytes('a.kml', kml(body)));
    expect(connections).toBe(0);
  });

  it('R-6 as many layers with long names as there may be are listed as far as they are kept', async () => {
    const folders = Array.from(
      { length: 400 },
      (_, index) => `<Folder><name>${'n'.repeat(250)}${index}</name></Folder>`,
    );
    const { type, properties } = await inspection.bytes('a.kml', kml(folders.join('')));
    expect([type, properties['warning']]).toEqual([
      EntryType.Vector,
      expect.stringMatching(/^Only the first \d+ of 400/),
    ]);
    expect(JSON.stringify(properties).length).toBeLessThan(2 ** 16);
  });

  it('R-4 positions that are none', async () => {
    for (const coordinates of ['nan,nan', 'inf,1', '1e400,2', '', 'a,b', '999,999']) {
      const text = kml(placemark('x').replace('1,2', coordinates));
      expectHarmless(await inspection.bytes('a.kml', text));
    }
  });
});

describe('archives', () => {
  it('R-6 a sound one is read, its pictures are not', async () => {
    const bytes = zip({ 'files/p.png': 'no picture', 'doc.kml': kml(placemark('A')) });
    expect(await inspection.bytes('a.kmz', bytes)).toMatchObject({ type: EntryType.Vector });
  });

  it('R-6 members that lead out of it, or that unpack to more than memory, are refused', async () => {
    const inside = zip({ 'doc.kml': kml(''), 'xxxxevil.kml': kml('') });
    const large = zip({ 'doc.kml': Buffer.alloc(16 * 2 ** 20, 32) });
    const declaring = (bytes: number): Buffer => {
      const archive = Buffer.from(large);
      archive.writeUInt32LE(bytes, archive.indexOf('PK\x01\x02') + 24);
      return archive;
    };
    const hostile = {
      'a slip': renamed(inside, 'xxxxevil', '../../ev'),
      'an absolute name': renamed(inside, 'xxxxevil', '/tmp/evi'),
      'a backslash': renamed(inside, 'xxxxevil', '..\\..\\ev'),
      'a bomb': declaring(600 * 2 ** 20),
      'a bomb that lies about its size': declaring(100),
      'no document': zip({ 'a.txt': 'x' }),
      'half of it': inside.subarray(0, inside.length >> 1),
      'a head': Buffer.from('PK\x03\x04'),
    };
    for (const [name, bytes] of Object.entries(hostile)) {
      for (const extension of ['kmz', 'shz']) {
        const facts = await inspection.bytes(`a.${extension}`, bytes);
        expectHarmless(facts);
        // What is only too large may be sound.
        const expected = name === 'a bomb' && extension === 'kmz' ? EntryType.Vector : EntryType.Generic;
        expect([facts.type, facts.properties['warning']], `${name} as ${extension}`).toEqual([
          expected,
          expect.any(String),
        ]);
      }
    }
  });

  it('R-6 a zipped shapefile takes what it needs and nothing else', async () => {
    const { shp, shx, dbf } = pointShapefile([
      [1, 2],
      [3, 4],
    ]);
    const members = {
      'b/Roads.SHP': shp,
      'b/Roads.shx': shx,
      'b/Roads.dbf': dbf,
      'b/Roads.vrt': '<x/>',
      'Roads.prj': '/etc/passwd',
    };
    const facts = await inspection.bytes('roads.shz', zip(members));
    expect(facts).toMatchObject({ type: EntryType.Vector, pointGeometry: { coordinates: [2, 3, 0] } });
  });
});

describe('shapefiles and drawings', () => {
  const shapefile = pointShapefile([
    [1, 2],
    [3, 4],
  ]);
  const polygon = (parts: number): Buffer => {
    const bytes = Buffer.alloc(180);
    shapefile.shp.copy(bytes, 0, 0, 100);
    bytes.writeInt32BE(90, 24);
    bytes.writeInt32LE(5, 32);
    bytes.writeInt32BE(1, 100);
    bytes.writeInt32BE(36, 104);
    bytes.writeInt32LE(5, 108);
    bytes.writeInt32LE(parts, 144);
    bytes.writeInt32LE(parts, 148);
    return bytes;
  };

  it('R-6 lengths that lie', async () => {
    const long = Buffer.from(shapefile.shp);
    long.writeInt32BE(0x7fff_ffff, 104);
    const many = Buffer.from(shapefile.dbf);
    many.writeUInt32LE(0xffff_ffff, 4);
    expectHarmless(await inspection.bytes('a.shp', long));
    expectHarmless(await inspection.bytes('a.shp', polygon(0x7fff_ffff)));
    expectHarmless(await inspection.bytes('a.shp', shapefile.shp, { 'a.dbf': many, 'a.shx': shapefile.shx }));
    expectHarmless(await inspection.bytes('a.shp', shapefile.shp, { 'a.shx': Buffer.alloc(100) }));
  });

  it('R-6 a FlatGeobuf of a signature and garbage is none, and a drawing cut off says so', async () => {
    const garbage = Buffer.concat([Buffer.from('6667620366676201', 'hex'), Buffer.alloc(200, 255)]);
    expect((await inspection.bytes('a.fgb', garbage)).type).toBe(EntryType.Generic);
    const cut = '  0\nSECTION\n  2\nENTITIES\n  0\nLINE\n  8\n0\n 10\n0.';
    const { properties } = await inspection.bytes('a.dxf', cut);
    expect(properties['warning']).toEqual(expect.stringContaining('cut off'));
  });

  it('R-6 a drawing of blocks in blocks ends in time', async () => {
    const insert = (name: string): string => `  0\nINSERT\n  8\n0\n  2\n${name}\n 10\n0.0\n 20\n0.0\n`;
    const block = (name: string, body: string): string =>
      `  0\nBLOCK\n  8\n0\n  2\n${name}\n 10\n0\n 20\n0\n${body}  0\nENDBLK\n`;
    const line = '  0\nLINE\n  8\n0\n 10\n0.0\n 20\n0.0\n 11\n1.0\n 21\n1.0\n';
    const blocks = Array.from({ length: 12 }, (_, level) =>
      block(`B${level}`, level === 0 ? line : insert(`B${level - 1}`).repeat(10)),
    );
    const text = `  0\nSECTION\n  2\nBLOCKS\n${blocks.join('')}${block('LOOP', insert('LOOP'))}  0\nENDSEC\n  0\nSECTION\n  2\nENTITIES\n${insert('B11')}${insert('LOOP')}  0\nENDSEC\n  0\nEOF\n`;
    expectHarmless(await inspection.bytes('a.dxf', text));
    expectHarmless(await inspection.bytes('a.dxf', text.slice(0, 900)));
  });
});

it('D-5 nothing of all this called anybody', () => expect(connections).toBe(0));
