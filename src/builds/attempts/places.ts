import type { Places } from '../../jobs/index.ts';
import { BUILD_QUEUES, QUEUE_OF } from '../jobs/build-queue.ts';
import { BUILD_CLASSES, type BuildClass } from '../outputs/build-class.ts';

/** What the builds of a process may take together. */
export interface BuildRoom {
  /** Builds at a time; a light one more may run beside them. */
  readonly concurrency: number;
  /** Memory of their programs. One build runs however little it is. */
  readonly memoryBytes: number;
}

const GIB = 2 ** 30;
/**
 * Memory that a build takes, in bytes: gdalwarp works on 256 MB and has a block cache of 5 % of the machine; vector tiles may
 * take 1.5 GiB (`tiles/build.ts`), two workers and a writer; point clouds as much (`copc-build/build.ts`); models of 10 million triangles 2 GiB
 * (`nexus/build.ts`); a small file took 300 MB at most.
 */
const MEMORY_OF: Readonly<Record<BuildClass, number>> = {
  raster: GIB,
  vector: 1.5 * GIB,
  pointcloud: 1.5 * GIB,
  mesh: 2 * GIB,
  light: 0.5 * GIB,
};

const CLASS_OF = new Map(BUILD_CLASSES.map((buildClass) => [QUEUE_OF[buildClass], buildClass]));

/** Which classes of builds may start beside those that run. */
export function buildPlaces({ concurrency, memoryBytes }: BuildRoom): Places {
  return (running) => {
    const classes = running.map((queue) => CLASS_OF.get(queue)!);
    const free = memoryBytes - classes.reduce((sum, each) => sum + MEMORY_OF[each], 0);
    const mayStart = (buildClass: BuildClass): boolean => {
      if (classes.length === 0) return true;
      const most = buildClass === 'light' ? concurrency + 1 : concurrency;
      return classes.length < most && MEMORY_OF[buildClass] <= free;
    };
    return BUILD_QUEUES.filter((queue) => mayStart(CLASS_OF.get(queue)!));
  };
}
