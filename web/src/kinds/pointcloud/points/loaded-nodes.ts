import { BufferAttribute, BufferGeometry, Group, Points, Sphere, Vector3 } from 'three';
import type { Held } from '../../../scene/core/layer-view.ts';
import type { Triple } from '../../../scene/geometry/triple.ts';
import type { Ball } from '../copc/cell-place.ts';
import type { OctreeNode } from '../copc/octree.ts';
import type { DecodedPoints } from '../decode/decode-messages.ts';
import type { PointMaterial } from './point-material.ts';

/** Points of a node on the graphics card. */
export type LoadedNode = {
  readonly node: OctreeNode;
  readonly points: DecodedPoints;
  readonly object: Points;
  /** Zero of its positions, relative to the origin of the scene, in units of the CRS. */
  readonly base: Triple;
  readonly ball: Ball;
};

/** The nodes that are there. Those that were not shown for the longest are freed first. */
export type LoadedNodes = {
  readonly group: Group;
  readonly has: (key: string) => boolean;
  readonly add: (node: Omit<LoadedNode, 'object'>, spacing: number) => void;
  /** Shows these nodes alone. @param mostBytes of all nodes that are there */
  readonly show: (keys: readonly string[], mostBytes: number) => void;
  readonly shown: () => readonly LoadedNode[];
  readonly held: () => Held;
  readonly dispose: () => void;
};

export function createLoadedNodes(material: PointMaterial): LoadedNodes {
  const group = new Group();
  /** In the order in which they were last shown. */
  const nodes = new Map<string, LoadedNode>();
  let bytes = 0;
  let shown: readonly LoadedNode[] = [];
  const free = (key: string, { object, points }: LoadedNode): void => {
    nodes.delete(key);
    group.remove(object);
    object.geometry.dispose();
    bytes -= bytesOf(points);
  };
  return {
    group,
    has: (key) => nodes.has(key),
    add(added, spacing) {
      const object = objectOf(added, material, spacing);
      nodes.set(added.node.key, { ...added, object });
      group.add(object);
      bytes += bytesOf(added.points);
    },
    show(keys, mostBytes) {
      for (const { object } of shown) object.visible = false;
      shown = keys.flatMap((key) => nodes.get(key) ?? []);
      for (const loaded of shown) {
        loaded.object.visible = true;
        nodes.delete(loaded.node.key);
        nodes.set(loaded.node.key, loaded);
      }
      for (const [key, loaded] of nodes) {
        if (bytes <= mostBytes || loaded.object.visible) break;
        free(key, loaded);
      }
    },
    shown: () => shown,
    held: () => ({ points: shown.reduce((sum, { node }) => sum + node.points, 0), bytes }),
    dispose() {
      for (const [key, loaded] of nodes) free(key, loaded);
      shown = [];
    },
  };
}

const bytesOf = ({ positions, colours, values }: DecodedPoints): number =>
  positions.byteLength + colours.byteLength + values.byteLength;

function objectOf(
  { points, base, ball }: Omit<LoadedNode, 'object'>,
  material: PointMaterial,
  spacing: number,
): Points {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(points.positions, 3));
  geometry.setAttribute('colour', new BufferAttribute(points.colours, 4, true));
  geometry.setAttribute('values', new BufferAttribute(points.values, 2));
  // The renderer would go through all points to find it.
  geometry.boundingSphere = new Sphere(new Vector3(), ball.radius);
  const object = new Points(geometry, material.material);
  object.position.set(...base);
  object.visible = false;
  // What is chosen is in sight already.
  object.frustumCulled = false;
  object.onBeforeRender = () => material.setSpacing(spacing);
  return object;
}
