import type { ServerResponse } from 'node:http';
import type { Reply } from './reply.ts';

/** Sends a reply. Resolves when it is sent or the client has disconnected; then nothing is held open. */
export async function send(
  response: ServerResponse,
  reply: Reply,
  { id, head }: { id: string; head: boolean },
): Promise<void> {
  try {
    if (reply.lost) response.destroy();
    if (response.headersSent || response.destroyed) return;
    const body = reply.xml === undefined ? reply.bytes : Buffer.from(reply.xml);
    response.writeHead(reply.status ?? 200, headersOf(reply, body, id));
    if (head || !reply.stream) response.end(head ? undefined : body);
    else await stream(response, reply.stream());
  } finally {
    reply.done?.();
  }
}

function headersOf(
  { headers = {}, xml, status }: Reply,
  body: Buffer | undefined,
  id: string,
): Record<string, string | number> {
  const isBodyless = status === 204 || status === 304;
  const { 'content-length': length = isBodyless ? undefined : (body?.length ?? 0), ...others } = headers;
  const all: Record<string, string | number | undefined> = {
    server: 'svc-s3',
    'x-amz-request-id': id,
    'x-amz-id-2': id,
    ...(xml !== undefined && { 'content-type': 'application/xml' }),
    ...others,
    // The last: after it Node takes Content-Disposition for UTF-8, and refuses to send what is not Latin-1 then.
    'content-length': length,
  };
  return Object.fromEntries(
    Object.entries(all).filter((each): each is [string, string | number] => each[1] !== undefined),
  );
}

async function stream(response: ServerResponse, source: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const bytes of source) {
      if (response.destroyed) return;
      if (!response.write(bytes)) await writable(response);
    }
    response.end();
  } catch (error) {
    // The head is already sent, so breaking off is the only way to report the error.
    response.destroy();
    throw error;
  }
}

/** Resolves when there is room again, or the client has disconnected. */
function writable(response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  response.on('drain', resolve).on('close', resolve);
  return promise.finally(() => response.off('drain', resolve).off('close', resolve));
}
