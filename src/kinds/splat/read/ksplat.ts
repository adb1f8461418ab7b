import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import type { SplatFacts } from './facts.ts';
import { readKsplatHead, SPLAT_BYTES } from './ksplat-head.ts';

/** Reads the facts of a .ksplat file from its headers. @throws OperationRefusal for headers that no sound file has */
export function ksplatFacts(path: string): SplatFacts {
  const window = openWindow(path);
  try {
    const { version, level, declared, shDegree, dataOffset } = readKsplatHead(window);
    const room = Math.floor((window.size - dataOffset) / SPLAT_BYTES[level]);
    return {
      splatCount: Math.min(declared, room),
      shDegree,
      bounds: null,
      version,
      problems: declared > room ? [`It declares ${declared} splats, but holds no more than ${room}.`] : [],
    };
  } finally {
    window.close();
  }
}
