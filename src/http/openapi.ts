import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings/index.ts';
import { addExplorer } from './explorer.ts';
import { SECURITY_SCHEMES } from './security-schemes.ts';

const DOCUMENT_PATH = '/swagger/v1/swagger.json';

/** The OpenAPI document of all routes and the explorer that shows it at `/scalar/v1`. */
export async function addApiDocument(
  app: FastifyInstance,
  options: { readonly settings: Settings; readonly version: string },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Alidade',
        version: options.version,
        description: `Stores geospatial datasets and serves them. Get a token with \`POST /users/authenticate\` and send it as \`Authorization: Bearer …\`; HTTP Basic works too. Access tokens, made with \`POST /users/tokens\` or as links of a dataset, go the same ways, and on GET also as the query \`token\`. Bodies may be JSON, urlencoded or multipart; field names match in any letter case. Every error is \`{"error": "what happened, why, what to do"}\`.`,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: options.settings.externalUrl ?? '/' }],
      components: {
        securitySchemes: SECURITY_SCHEMES,
      },
    },
  });
  app.get(DOCUMENT_PATH, { schema: { hide: true }, config: { ownFiles: true } }, () => app.swagger());
  await addExplorer(app, DOCUMENT_PATH);
}
