import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type FastCgi, startFastCgi } from '../../support/fastcgi.ts';
import { type MapServer, startMapServer } from '../../support/mapserver.ts';
import { onExit } from '../exit.ts';
import type { Target } from '../load.ts';
import { installed } from './installed.ts';
import { type Nginx, startNginx } from './nginx.ts';

/** MapServer and MapCache behind nginx, with one orthophoto; each is absent where it is not installed. */
export interface MapPeers {
  readonly nginx: Nginx | undefined;
  readonly mapServer: Target | undefined;
  readonly mapCache: Target | undefined;
  close(): Promise<void>;
}

/** @param cog of the orthophoto, in EPSG:3857 */
export async function startMapPeers(folder: string, cog: string): Promise<MapPeers> {
  const layer = `LAYER NAME "ortho.tif" TYPE RASTER STATUS ON DATA "${cog}" PROJECTION "init=epsg:3857" END
    PROCESSING "CLOSE_CONNECTION=DEFER" END`;
  const mapServer = await startMapServer(folder, layer, availableParallelism());
  if (mapServer === undefined) {
    const nginx = await startNginx(folder);
    return { nginx, mapServer: undefined, mapCache: undefined, close: async () => nginx?.close() };
  }
  const forget = onExit(() => mapServer.pids.forEach(end));
  const inFront = await startNginx(folder, [behindOf(mapServer)]);
  const mapCache = inFront && (await startMapCache(folder, `${inFront.url}/mapserv?`));
  // Another one, because MapCache must know where MapServer is before nginx can know where MapCache is.
  const cached = mapCache && (await startNginx(folder, [{ name: 'mapcache', port: mapCache.port }]));
  return {
    nginx: inFront,
    mapServer: inFront && { url: inFront.url, pids: [...inFront.pids, ...mapServer.pids] },
    // A tile that it does not have costs the others their part as well.
    mapCache: cached && {
      url: cached.url,
      pids: [...cached.pids, ...mapCache.pids, ...inFront.pids, ...mapServer.pids],
    },
    async close() {
      forget();
      await Promise.all([inFront?.close(), cached?.close(), mapCache?.close(), mapServer.close()]);
    },
  };
}

const behindOf = ({ port, map }: MapServer) => ({ name: 'mapserv', port, query: `map=${encodeURIComponent(map)}&` });

async function startMapCache(folder: string, wms: string): Promise<FastCgi | undefined> {
  const program = installed('mapcache', 'mapcache-cgi');
  if (program === undefined) return undefined;
  const own = join(folder, 'mapcache');
  await mkdir(own, { recursive: true });
  const configuration = join(own, 'mapcache.xml');
  // Tiles one by one: places are asked for at random, so that nobody wants the neighbours of a tile.
  const sets = (['png', 'jpeg'] as const).map(
    (format) => `<source name="${format}" type="wms">
      <getmap><params><FORMAT>image/${format}</FORMAT><LAYERS>ortho.tif</LAYERS><STYLES></STYLES></params></getmap>
      <http><url>${wms}</url></http></source>
    <tileset name="${format}"><source>${format}</source><cache>disk</cache><grid>GoogleMapsCompatible</grid>
      <format>${format.toUpperCase()}</format><metatile>1 1</metatile></tileset>`,
  );
  await writeFile(
    configuration,
    `<?xml version="1.0" encoding="UTF-8"?><mapcache><metadata><title>peer</title></metadata>
    <cache name="disk" type="disk"><base>${join(own, 'tiles')}</base></cache>
    ${sets.join('\n')}
    <service type="wmts" enabled="true"/><lock_dir>${own}</lock_dir><log_level>error</log_level></mapcache>`,
  );
  const server = await startFastCgi(program, { MAPCACHE_CONFIG_FILE: configuration }, availableParallelism());
  onExit(() => server.pids.forEach(end));
  return server;
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
