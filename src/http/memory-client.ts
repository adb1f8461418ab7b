import type { FastifyReply } from 'fastify';
import type { MemoryClient } from '../memory/index.ts';

/** The connection of a reply as a client that memory is held for. @param subject who it counts for */
export function memoryClient(
  { raw, request }: Pick<FastifyReply, 'raw' | 'request'>,
  subject: Pick<MemoryClient, 'subject' | 'isAnonymous'>,
): MemoryClient {
  const body = request.raw;
  // A reply behind another one of its connection has no socket yet.
  const { socket } = body;
  return {
    ...subject,
    moved() {
      const waitsForClient = body.complete ? socket.writableLength > 0 : body.readableLength === 0;
      return waitsForClient ? socket.bytesRead + socket.bytesWritten - socket.writableLength : undefined;
    },
    cutOff: () => raw.destroy(),
  };
}
