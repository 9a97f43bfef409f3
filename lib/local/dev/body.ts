import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '#lib/model/platform/errors.ts';

const MAX_BYTES = 16 * 1024;

/**
 * Reads a JSON object from a request to /dev. Refuses any other media type, so that a page of another site cannot send
 * it without a preflight.
 */
export async function readJsonObject(req: IncomingMessage): Promise<Record<string, unknown>> {
  if (!/^application\/json\s*(;|$)/i.test(req.headers['content-type'] ?? '')) {
    throw new ApiError('unsupported_media_type', 'content-type: must be application/json');
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new ApiError('payload_too_large', `body: larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const value = parse(Buffer.concat(chunks).toString('utf8'));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new ApiError('validation_failed', 'body: must be a JSON object');
}

/** The same where the body is optional, and has no other fields than these. */
export async function readOptionalFields(
  req: IncomingMessage,
  fields: readonly string[],
): Promise<Record<string, unknown>> {
  const isEmpty = req.headers['transfer-encoding'] === undefined && !Number(req.headers['content-length'] ?? 0);
  const body = isEmpty ? {} : await readJsonObject(req);
  const unknown = Object.keys(body).find((name) => !fields.includes(name));
  if (unknown !== undefined) throw new ApiError('unknown_field', `unknown field ${JSON.stringify(unknown)}`);
  return body;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('invalid_json', 'body: is not JSON');
  }
}

/** A handler's result is sent as JSON. A handler without a result has already answered. */
export type Handler = (req: IncomingMessage, res: ServerResponse) => object | undefined | Promise<object | undefined>;
export type Methods = Record<string, Handler>;
