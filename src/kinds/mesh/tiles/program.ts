/** Makes 3D Tiles of the Nexus of a model. */
import { serveProgram } from '../../../engine/for-children.ts';
import { nexusToTiles, type TilesBuild } from './nexus-to-tiles.ts';

await serveProgram((request: TilesBuild, { progress }) => nexusToTiles(request, progress));
