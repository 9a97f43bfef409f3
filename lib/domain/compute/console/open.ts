import { readPrincipal, type TokenGrant } from '#lib/domain/identity/sessions/principal.ts';
import { refuseUnproven } from '#lib/domain/identity/sessions/proof.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { consoleQuery } from '#lib/model/compute/console.ts';
import { proofHeader } from '#lib/model/identity/session.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { countRequest } from '#lib/store/requests/rate.ts';
import { admit, type ConsoleHost } from './admit.ts';
import { consoleGrant, type Headers } from './credentials.ts';
import { type Handshake, noteConsole } from './note.ts';

/** A handshake as it was received. */
export interface ConsoleRequest extends Handshake {
  headers: Headers;
  query: URLSearchParams;
}

/** A console that may be opened. */
export interface Opening {
  principal: Principal;
  record: InstanceRecord;
  grant: TokenGrant;
  /** When the token that opened the console expires: epoch seconds of the civil clock; null for a ticket. */
  expires: number | null;
  cols: number;
  rows: number;
}

/** Requests of one principal in a second (contract 1.6). */
const limit = 30;

/**
 * Decides on a handshake in the order of contract 1.4: 401, 403 cross_origin, 429, 400, 403, 404, 409. Records the
 * outcome in the audit log. `checkRoom` is called last and may refuse.
 */
export async function openConsole(
  request: ConsoleRequest,
  host: ConsoleHost,
  checkRoom: (principal: Principal) => void,
): Promise<Opening> {
  const now = civilNow();
  const ticket = request.query.get('ticket') ?? undefined;
  const { grant, expires } = await consoleGrant(request.headers, ticket, request.instance, now);
  const { principal } = await readPrincipal(grant, now);
  // A ticket needs no proof: its creation required it.
  if (expires !== null) refuseUnproven(principal.session_proof, request.headers[proofHeader]);
  await countAgainst(principal);
  const { cols, rows } = sizeOf(request.query);
  try {
    const record = await admit(principal, request.instance, host, request);
    checkRoom(principal);
    await noteConsole(principal, request, 'openConsole', 101);
    return { principal, record, grant, expires, cols, rows };
  } catch (error) {
    if (error instanceof ApiError) await noteConsole(principal, request, 'openConsole', error.status);
    throw error;
  }
}

async function countAgainst({ type, id, account_id }: Principal): Promise<void> {
  const left = await countRequest(type === 'member' ? `${id}@${account_id}` : id, limit, realNow());
  if (left >= 0) return;
  throw new ApiError('rate_limited', `rate limit exceeded: ${limit} requests per second; retry after 1 second`, {
    retryAfter: 1,
  });
}

function sizeOf(query: URLSearchParams): { cols: number; rows: number } {
  const given = Object.fromEntries(query);
  const { data, error } = consoleQuery.safeParse(given);
  if (data) return data;
  const [issue] = error.issues;
  if (issue?.code === 'unrecognized_keys')
    throw new ApiError('unknown_field', `unknown query parameter ${JSON.stringify(issue.keys[0]?.slice(0, 64))}`);
  const name = String(issue?.path[0]);
  const value = name === 'ticket' ? '' : `${JSON.stringify((given[name] ?? '').slice(0, 80))} `;
  throw new ApiError('validation_failed', `${name}: ${value}must be an integer from 1 to 1000`);
}
