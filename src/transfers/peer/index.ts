export { readEntry, type RemoteEntry } from './entry-list.ts';
export {
  checkToken,
  createPeer,
  signIn,
  type DatasetAddress,
  type Peer,
  type RemoteDataset,
  type RemoteFile,
  type Resume,
} from './peer.ts';
