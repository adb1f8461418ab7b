export { readEntry } from './entry-list.ts';
export { checkToken, createPeer, signIn, type DatasetAddress, type Peer, type RemoteDataset } from './peer.ts';
export type { StampItem } from './stamp-list.ts';
export { readValue } from './value-list.ts';
