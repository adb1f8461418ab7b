import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { ApiError, UNREACHABLE } from '../api/api-error.ts';
import type { DatasetRef } from '../api/addresses.ts';
import type { FilePart } from '../api/file-part.ts';
import { parseCamera } from './address/camera-text.ts';
import { seaAt } from '../api/geoid.ts';
import { createSceneOwner } from './core/create-scene-owner.ts';
import type { SceneOwner } from './core/scene-owner.ts';
import { parseHeights } from './heights/chosen-heights.ts';
import { createScenePlaces } from './heights/scene-places.ts';
import { loadThings, type LoadedThing, type SceneThing } from './scene-things.ts';
import { i18n } from '../languages/i18n.ts';

const NO_WEBGL = new ApiError(
  400,
  i18n.t('This browser has no WebGL 2. Switch on hardware acceleration, or use another browser.'),
);

const LOST = new ApiError(
  500,
  i18n.t(
    'The graphics card was taken away, mostly because it had too much to do. Close other pages, then load this one again.',
  ),
);

export type SceneContent = {
  readonly datasetRef: DatasetRef;
  /** Files that can be shown. */
  readonly things: readonly SceneThing[];
  /** Which files of the dataset stand behind a thing of many. */
  readonly part: FilePart;
};

/** How a scene looks when it begins. */
type FirstLook = {
  readonly cam: string | undefined;
  /** By the paths of files. */
  readonly styles: ReadonlyMap<string, string>;
  readonly hidden: ReadonlySet<string>;
};

/**
 * The scene in an element of the page, as long as that is there; null until what draws the files is loaded.
 *
 * @param heights what heights of layers are above, as the address has it: with another choice the scene begins anew
 */
export function useSceneOwner(
  content: SceneContent,
  container: RefObject<HTMLElement | null>,
  first: FirstLook,
  heights: string | undefined,
) {
  // Other files are another scene, with a key of its own; asking for the same ones again changes nothing.
  const [{ datasetRef, things, part }] = useState(content);
  const [owner, setOwner] = useState<SceneOwner | null>(null);
  const [loaded, setLoaded] = useState<readonly LoadedThing[]>([]);
  const [broken, setBroken] = useState<ApiError | null>(null);

  const start = useEffectEvent((element: HTMLElement, all: readonly LoadedThing[]): SceneOwner => {
    const canvas = pictureCanvas();
    element.prepend(canvas);
    const items = all.map(({ path, look, create }) => ({
      path,
      style: first.styles.get(path) ?? '',
      follows: look.follows === true,
      create,
    }));
    const created = createSceneOwner(canvas, items, first.hidden, createScenePlaces(parseHeights(heights), seaAt));
    created.setPoseInCrs(parseCamera(first.cam));
    return created;
  });
  useEffect(() => {
    const element = container.current;
    let created: SceneOwner | null = null;
    let isLeft = false;
    loadThings(datasetRef, part, things).then(
      (all) => {
        if (isLeft || element === null) return;
        try {
          created = start(element, all);
          created.canvas.addEventListener('webglcontextlost', () => {
            if (!isLeft) setBroken(LOST);
          });
          setOwner(created);
          setLoaded(all);
        } catch {
          setBroken(NO_WEBGL);
        }
      },
      () => setBroken(new ApiError(0, UNREACHABLE)),
    );
    return () => {
      isLeft = true;
      created?.dispose();
      // Its panel stays until the next scene is there: what people choose in it keeps the focus.
      element?.querySelector('canvas')?.remove();
    };
  }, [container, datasetRef, part, things, heights]);
  return { owner, loaded, broken };
}

/** Takes keys, as a map does. It is made anew for each scene: a context that was given back cannot be had again. */
function pictureCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'application');
  canvas.setAttribute(
    'aria-label',
    i18n.t('3D scene. Arrow keys move, Shift and arrow keys turn, plus and minus zoom. The panel lists all keys.'),
  );
  return canvas;
}
