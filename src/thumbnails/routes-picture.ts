import { etagMatches, type RouteContext, sendLasting } from '../http/index.ts';
import type { Picture } from './picture.ts';

/** Answers with a picture, or with 304 where the client has it. */
export async function sendPicture(
  context: Pick<RouteContext<unknown, unknown, unknown>, 'request' | 'reply' | 'dataset' | 'signal'>,
  picture: Picture,
): Promise<unknown> {
  const { request, reply, dataset } = context;
  const etag = `"${picture.etag}"`;
  // A path may be given other bytes at any time: kept, and asked about each time, which costs no drawing.
  void reply.headers({ etag, 'cache-control': dataset().visibility > 0 ? 'public, no-cache' : 'private, no-cache' });
  if (etagMatches(request.headers['if-none-match'], etag)) return sendLasting(reply.code(304));
  const { bytes, contentType } = await picture.draw(context.signal);
  return sendLasting(reply.header('content-type', contentType), bytes);
}
