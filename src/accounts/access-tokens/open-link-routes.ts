import Type from 'typebox';
import { datasetParams, knowsPassword, refuseCrossSite, route, setLinkProof, type Route } from '../../http/index.ts';
import type { LinkDoor } from './link-door.ts';

const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Route that pages ask first when a link opened them. */
export const openLinkRoute = (door: LinkDoor): Route =>
  route({
    method: 'POST',
    path: '/orgs/:orgSlug/ds/:dsSlug/links/open',
    access: 'anonymous',
    tag: 'Tokens',
    summary: 'Open a link: what it shows; with the password of the link, from then on',
    description:
      'The `reason` of an error tells what to do: `password-needed` and `wrong-password` (401), `link-ended` and `link-removed` (404). After too many wrong passwords 429 with `Retry-After`. The right one sets a cookie, which is to be sent with the token.',
    params: datasetParams,
    body: Type.Object({
      token: Type.String({ maxLength: 200, description: 'The secret of the link' }),
      password: Type.Optional(Type.String({ maxLength: 256, description: 'Absent: to ask whether one is needed' })),
    }),
    response: {
      200: Type.Object({
        path: nullable(Type.String({ description: 'The only file, or folder and all below it, that it shows' })),
        view: nullable(Type.String({ description: 'Query and fragment of the page that it opens' })),
        downloads: Type.Boolean({ description: 'False: files are shown and not handed out' }),
        hasPassword: Type.Boolean({ description: 'True: programs that know no more than the token are refused' }),
        expiresAt: nullable(Type.String({ format: 'date-time' })),
      }),
    },
    handle: async ({ params, body, request, reply }) => {
      refuseCrossSite(request);
      const { link, proof } = await door.open({
        ...params,
        secret: body.token,
        password: body.password,
        address: request.ip,
        knowsPassword: (asked) => knowsPassword(request, asked),
      });
      const { id: tokenId, path, view, downloads, expiresAt } = link;
      if (proof !== undefined) setLinkProof(reply, { tokenId, proof, expiresAt, isFramed: link.frames.length > 0 });
      void reply.header('cache-control', 'no-store');
      return {
        path: path === '' ? null : path,
        view: view === '' ? null : view,
        downloads,
        hasPassword: link.passwordHash !== null,
        expiresAt: expiresAt?.toISOString() ?? null,
      };
    },
  });
