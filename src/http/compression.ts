import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/**
 * Compression where it helps: texts above one network packet. Images, COGs, archives and answers to range requests go as
 * they are; STAC answers too, which some clients cannot read compressed.
 */
export async function addCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    global: true,
    encodings: ['br', 'gzip', 'identity'],
    threshold: 1400,
    customTypes: /^(?:text\/|application\/(?:[a-z.+-]*\+)?(?:json|xml|javascript)\b|image\/svg)/i,
    // The default brotli level is meant for files compressed once; 4 costs about what gzip does.
    brotliOptions: { params: { 1: 4 } },
  });
}
