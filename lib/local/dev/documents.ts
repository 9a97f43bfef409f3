import type { IncomingMessage, ServerResponse } from 'node:http';
import { openLink } from '#lib/drivers/documents/local.ts';
import { baseHeaders } from '#lib/local/front/reply.ts';
import { ApiError } from '#lib/model/errors.ts';
import type { Methods } from './handler.ts';

/** Paths below /documents, where the links of documents lead. */
export const isDocument = (path: string): boolean => path.startsWith('/documents/');

/** GET of a document's link: 403 once its time is over or where it was changed, 404 where there is none. */
export const documentRoute = (dir: string): Methods => ({ GET: (req, res) => send(dir, req, res) });

async function send(dir: string, { url = '' }: IncomingMessage, res: ServerResponse): Promise<undefined> {
  const opened = await openLink(dir, new URL(url, 'http://localhost'));
  if (opened === 'absent') throw new ApiError('not_found', 'no such document');
  if (opened === 'forged') throw new ApiError('access_denied', 'signature: is not that of this link');
  if (opened === 'expired') throw new ApiError('access_denied', 'the link has expired; ask the API for another');
  res.writeHead(200, {
    ...baseHeaders(),
    'Content-Type': 'application/pdf',
    'Content-Length': String(opened.bytes.length),
    'Content-Disposition': `inline; filename="${opened.name.replaceAll(/[^A-Za-z0-9._-]/g, '_')}"`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Referrer-Policy': 'no-referrer',
  });
  res.end(opened.bytes);
}
