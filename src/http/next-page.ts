import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Tells where the next page of a list is (RFC 8288), relative to the address that was asked: the same address with the query
 * parameter `after` behind the last item of this page.
 *
 * @param without names of other parameters that are for the first page only
 */
export function linkNextPage(
  request: Pick<FastifyRequest, 'url'>,
  reply: FastifyReply,
  after: string,
  without: readonly string[] = [],
): void {
  const query = new URLSearchParams(request.url.split('?')[1] ?? '');
  // Whatever letter case the client wrote them in.
  for (const name of Array.from(query.keys()))
    if (['after', ...without].includes(name.toLowerCase())) query.delete(name);
  query.set('after', after);
  void reply.header('link', `<?${query.toString()}>; rel="next"`);
}
