import { isPrivate } from '#lib/cli/forms.ts';
import type { Fetch, TransportRequest } from '#lib/client/transport.ts';

const operators = '/platform/images';

/**
 * Sends what a laptop's user asks of hosts' images to /dev/images, for which nobody has to be an operator. A platform
 * that has no such route is a deployment, and its operators' routes are asked.
 */
export const laptopImages =
  (fetch: Fetch): Fetch =>
  async (url, request) => {
    const at = new URL(url);
    const isTheirs = at.pathname === operators || at.pathname.startsWith(`${operators}/`);
    if (!isTheirs || !isPrivate(at)) return fetch(url, request);
    const own = new URL(at.pathname.replace(operators, '/dev/images'), at);
    const host = at.searchParams.get('host_id');
    if (host !== null) own.searchParams.set('host_id', host);
    const reply = await fetch(own.href, ownRequest(request));
    return reply.headers.get('x-error-code') === 'no_such_route' ? fetch(url, request) : reply;
  };

/** Without credentials, which are not needed there, and with the whole path of a file. */
function ownRequest({ headers, body, ...rest }: TransportRequest): TransportRequest {
  const { authorization: _, ...others } = headers;
  return { ...rest, headers: others, ...(body !== undefined && { body: withWholePath(body) }) };
}

function withWholePath(body: string): string {
  const said = JSON.parse(body) as { source?: { path?: string } };
  if (said.source?.path === undefined) return body;
  const { resolve } = process.getBuiltinModule('node:path');
  return JSON.stringify({ ...said, source: { ...said.source, path: resolve(said.source.path) } });
}
