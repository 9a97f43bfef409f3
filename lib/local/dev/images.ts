import type { IncomingMessage } from 'node:http';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type Methods, readJsonObject, readOptionalFields } from './body.ts';
import { queryOf } from './query.ts';

/** Does what operators' routes do with the images of this laptop's hosts (lib/domain/compute/image-copies). */
export type OperateImages = (ask: Readonly<Record<string, string | undefined>>) => Promise<object>;

const AT = /^\/dev\/images\/([a-z0-9][a-z0-9.-]{0,62})(?:\/(pull|import))?$/;

/** The routes of /dev/images at this path (contract 4.11); undefined where there are none. */
export function imageRoutes(operate: OperateImages | undefined): (path: string) => Methods | undefined {
  const hostOf = (req: IncomingMessage) => queryOf(req, ['host_id']).get('host_id') ?? undefined;
  return (path) => {
    if (!operate) return undefined;
    if (path === '/dev/images') return { GET: (req) => operate({ act: 'list', host_id: hostOf(req) }) };
    const [, id, act] = AT.exec(path) ?? [];
    if (id === undefined) return undefined;
    if (act === 'pull') return { POST: async (req) => operate({ act, id, ...(await hostIn(req)) }) };
    if (act === 'import') return { POST: async (req) => operate({ act, id, ...(await importIn(req)) }) };
    return { DELETE: (req) => operate({ act: 'remove', id, host_id: hostOf(req) }) };
  };
}

async function hostIn(req: IncomingMessage) {
  return { host_id: textIn(await readOptionalFields(req, ['host_id']), 'host_id') };
}

async function importIn(req: IncomingMessage) {
  const body = await readJsonObject(req);
  const { host_id: _, source, ...unknown } = body;
  const [more] = Object.keys(unknown);
  if (more !== undefined) throw new ApiError('unknown_field', `unknown field ${JSON.stringify(more)}`);
  const { path, ...others } = (typeof source === 'object' ? source : {}) as Record<string, unknown>;
  if (Object.keys(others).length > 0)
    throw new ApiError('validation_failed', 'source: /dev/images imports a file of this computer, by its path');
  return { host_id: textIn(body, 'host_id'), path: textIn({ path }, 'path', 'source.path') };
}

function textIn(body: Record<string, unknown>, name: string, said = name): string | undefined {
  const value = body[name];
  if (value === undefined || (typeof value === 'string' && value.length <= 4096)) return value;
  throw new ApiError('validation_failed', `${said}: must be a text`);
}
