import { etagMatches, type RouteContext } from '../http/index.ts';
import type { Picture } from './picture.ts';

/** Answers with a picture, or with 304 where the client has it. */
export async function sendPicture(
  {
    request,
    reply,
    dataset,
    signal,
  }: Pick<RouteContext<unknown, unknown, unknown>, 'request' | 'reply' | 'dataset' | 'signal'>,
  picture: Picture,
): Promise<unknown> {
  const etag = `"${picture.etag}"`;
  // A path may be given other bytes at any time: kept, and asked about each time, which costs no drawing.
  void reply.headers({ etag, 'cache-control': dataset().visibility > 0 ? 'public, no-cache' : 'private, no-cache' });
  if (etagMatches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const { bytes, contentType } = await picture.draw(signal);
  return reply.type(contentType).send(bytes);
}
