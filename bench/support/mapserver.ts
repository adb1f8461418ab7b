import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FastCgi, startFastCgi } from './fastcgi.ts';

const PROGRAM = '/usr/lib/cgi-bin/mapserv';

/** MapServer as a peer: answers queries about the layers of one map file. */
export interface MapServer extends FastCgi {
  /** Its map file, which a web server in front of it names as `map` in each query. */
  readonly map: string;
}

/**
 * Starts MapServer as FastCGI for pictures, which keeps the map's data open between requests.
 *
 * @param layers of the map file, `LAYER ... END` each
 * @returns undefined, having said why, where it is not installed
 */
export const startMapServer = (folder: string, layers: string, processes: number): Promise<MapServer | undefined> =>
  serveMapFile(
    folder,
    `MAP
      NAME "peer"
      SIZE 256 256
      MAXSIZE 8192
      EXTENT -20037508 -20037508 20037508 20037508
      PROJECTION "init=epsg:3857" END
      WEB METADATA "ows_enable_request" "*" "ows_onlineresource" "http://localhost/"
        "ows_srs" "EPSG:3857 EPSG:4326 EPSG:32632" "ows_title" "peer" END END
      OUTPUTFORMAT NAME "png" DRIVER AGG/PNG MIMETYPE "image/png" IMAGEMODE RGBA EXTENSION "png" END
      OUTPUTFORMAT NAME "jpeg" DRIVER AGG/JPEG MIMETYPE "image/jpeg" IMAGEMODE RGB EXTENSION "jpg"
        FORMATOPTION "QUALITY=80" END
      ${layers}
    END`,
    processes,
  );

/**
 * The same for a map file of any kind.
 *
 * @param text of the map file
 */
export async function serveMapFile(folder: string, text: string, processes: number): Promise<MapServer | undefined> {
  if (!existsSync(PROGRAM)) {
    console.log(`Not compared with MapServer: ${PROGRAM} is absent (Debian package cgi-mapserver).`);
    return undefined;
  }
  const [map, config] = [join(folder, 'peer.map'), join(folder, 'mapserver.conf')];
  await writeFile(map, text);
  await writeFile(config, 'CONFIG\n ENV\n  MS_MAP_PATTERN "."\n END\nEND\n');
  const server = await startFastCgi(
    PROGRAM,
    { MAPSERVER_CONFIG_FILE: config, PATH: process.env['PATH'] ?? '' },
    processes,
  );
  return { ...server, map, get: (query) => server.get(`map=${encodeURIComponent(map)}&${query}`) };
}
