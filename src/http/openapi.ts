import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings/index.ts';
import { addExplorer } from './explorer.ts';
import { showInput, showOptionalBodies } from './openapi-input.ts';
import { SECURITY_SCHEMES } from './security-schemes.ts';

/** What the routes are about, in the order a newcomer needs them. */
const TAGS: readonly { readonly name: string; readonly description: string }[] = [
  {
    name: 'Users',
    description:
      'Signing in and out, the own account and password; for administrators all users, their roles and quotas.',
  },
  { name: 'Organizations', description: 'What holds datasets: its owner, its members and their levels.' },
  { name: 'Datasets', description: 'What holds files: its name, and who may read it.' },
  { name: 'Objects', description: 'Files and folders of a dataset: upload, list, download, delete.' },
  { name: 'Metadata', description: 'Values of a dataset or of an entry, by key.' },
  { name: 'Share', description: 'Batches of files that appear together, with their dataset where there is none.' },
  { name: 'Push', description: 'A dataset becomes what a copy of it has, in one step.' },
  { name: 'Builds', description: 'What the service makes of files, such as cloud-optimized GeoTIFFs.' },
  { name: 'Tasks', description: 'Work that somebody asks for and comes back to: exports, archives, contours.' },
  { name: 'Maps', description: 'Tiles for maps in the browser and in GIS programs; thumbnails.' },
  {
    name: 'OGC',
    description:
      'The rasters and vectors of a dataset as layers of WMS, WFS, WMTS, WCS and OGC API, for QGIS and other GIS programs.',
  },
  { name: 'Search', description: 'One search over organizations, datasets and files: by name, text and place.' },
  { name: 'STAC', description: 'The datasets as catalog, collections and items; search by place and time.' },
  {
    name: 'Tokens',
    description: 'Access tokens for programs, and links that let others read: made, listed, revoked.',
  },
  { name: 'Roles', description: 'Names users can be grouped by; `admin` and `deactivated` carry meaning.' },
  { name: 'Health', description: 'For programs that watch the service.' },
  {
    name: 'System',
    description:
      'Version and features for everybody; settings, jobs, clean-ups, imports and the audit log for administrators.',
  },
];

const ACCESS = `**Access** of a route: \`anonymous\` is open to everybody, \`signed-in\` to every user, \`admin\` to administrators, \`monitor\` to administrators and the monitor token of the settings. \`organization:\` and \`dataset:\` with \`read\`, \`write\`, \`delete\` or \`manage\` ask for that right on what the address names: reading is open to everybody where it is public, members have what their level gives (0 reads; 1 also writes; 2 also deletes datasets; 3 also manages members and deletes the organization), owner and administrators have all.`;

const DOCUMENT_PATH = '/swagger/v1/swagger.json';

/** The OpenAPI document of all routes and the explorer that shows it at `/scalar/v1`. */
export async function addApiDocument(
  app: FastifyInstance,
  options: { readonly settings: Settings; readonly version: string },
): Promise<void> {
  await app.register(swagger, {
    transform: showInput,
    transformObject: showOptionalBodies,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Alidade',
        version: options.version,
        description: `Stores geospatial datasets and serves them. Get a token with \`POST /users/authenticate\` and send it as \`Authorization: Bearer …\`; HTTP Basic works too. Access tokens, made with \`POST /users/tokens\` or as links of a dataset, go the same ways, and on GET also as the query \`token\`. Bodies may be JSON, urlencoded or multipart; field names match in any letter case. Every error is \`{"error": "what happened, why, what to do"}\`.\n\n${ACCESS}`,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      tags: [...TAGS],
      servers: [{ url: options.settings.externalUrl ?? '/' }],
      components: {
        securitySchemes: SECURITY_SCHEMES,
      },
    },
  });
  app.get(DOCUMENT_PATH, { schema: { hide: true }, config: { ownFiles: true } }, () => app.swagger());
  await addExplorer(app, DOCUMENT_PATH);
}
