import type { NexusNode, NodeLayout } from '../../../../../src/kinds/mesh/nexus/nexus-head.ts';

/** What is asked of the worker. The bytes are handed over. */
export type MeshRequest = {
  readonly bytes: ArrayBuffer;
  /** With the patches of the node alone. */
  readonly layout: NodeLayout;
  readonly node: NexusNode;
};

/** A node as the graphics card takes it. */
export type MeshArrays = {
  /** x, y, z of each vertex, as the file has them. */
  readonly positions: Float32Array<ArrayBuffer>;
  /** x, y, z and an empty value of each vertex, of 32,767; null for none. */
  readonly normals: Int16Array<ArrayBuffer> | null;
  /** Red, green, blue, alpha of each vertex; null for none. */
  readonly colours: Uint8Array<ArrayBuffer> | null;
  /** Places in the picture, from its bottom left corner; null for none. */
  readonly uvs: Float32Array<ArrayBuffer> | null;
  /** Three vertices of each triangle. */
  readonly corners: Uint16Array<ArrayBuffer>;
};

export type MeshAnswer =
  | { readonly kind: 'mesh'; readonly mesh: MeshArrays }
  | { readonly kind: 'failed'; readonly isDamaged: boolean; readonly message: string };
