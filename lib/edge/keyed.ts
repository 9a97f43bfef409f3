import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { openWithDerivedKey, sealWithDerivedKey } from '#lib/drivers/secrets/derived-key.ts';
import { keyedHash } from '#lib/drivers/secrets/secret-keys.ts';
import { proofHeader } from '#lib/model/identity/session.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import { unsignedQuery } from '#lib/standards/sigv4/query.ts';
import {
  carryOut,
  claim,
  complete,
  deleteClaim,
  type IdempotencyRecord,
  lookUp,
} from '#lib/store/requests/idempotency.ts';
import type { Route } from './definition.ts';
import type { Exchange, Input, Keyed, StoredReply } from './exchange.ts';
import type { HttpRequest } from './request.ts';

const lifetime = 24 * 3600;
const lease = 60_000;

/** Thrown to answer with the stored reply of the first request under this key. */
export class Replay extends Error {
  override readonly name = 'Replay';
  readonly stored: StoredReply;
  constructor(stored: StoredReply) {
    super('replay');
    this.stored = stored;
  }
}

/**
 * The key of the header: 1 to 255 printable ASCII characters, bare or as a structured-field string; undefined where the
 * header is absent. Refuses with 400.
 */
export function readKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(header.trim());
  const key = quoted ? (quoted[1] as string).replaceAll(/\\(["\\])/g, '$1') : header.trim();
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw new ApiError('validation_failed', 'Idempotency-Key: must be 1 to 255 printable ASCII characters');
}

/**
 * The scope of a key. On a public route the logged-in user is not part of it, because a retry may carry the cookies
 * that the first reply set.
 */
async function scopeOf({ principal, request, route, input }: Exchange, key: string): Promise<string> {
  const credentials = route.refreshCookie ? renewalOf(request, input) : [];
  const identity = principal && countsCaller(route, principal) ? [principal.account_id, principal.id] : credentials;
  return keyedHash('idempotency-key', JSON.stringify([...identity, request.method, request.path, key]));
}

/**
 * The credentials of a session renewal that are outside the body, since this step runs before the verb reads them.
 * Without the cookie, requests of two users under one key would look the same. A replay must also present the same
 * proof.
 */
const renewalOf = ({ cookies, headers }: HttpRequest, { body }: Input): string[] => [
  ...(body.refresh_token === undefined ? (cookies.get('svc_refresh') ?? ['']) : []),
  ...(headers[proofHeader] === undefined ? [] : [`proof ${headers[proofHeader]}`]),
];

const countsCaller = (route: Route, { auth_method }: Principal): boolean =>
  !route.public || (route.signed === true && auth_method === 'sigv4');

function fingerprintOf({ request }: Exchange): string {
  // A retry has a new signature.
  const query = unsignedQuery(request.rawQuery).split('&').sort().join('&');
  return createHash('sha256')
    .update(JSON.stringify([request.method, request.path, query]))
    .update(request.body)
    .digest('base64url');
}

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** The largest reply, in characters, that is stored uncompressed: an item of the table has at most 400 KB. */
const threshold = 65_536;

/** Prefix of compressed text; an uncompressed reply begins with a brace. */
const MARK = 'z.';

const packed = async (text: string): Promise<string> =>
  text.length <= threshold ? text : MARK + (await deflate(text)).toString('base64');

const unpacked = async (text: string): Promise<string> =>
  text.startsWith(MARK) ? (await inflate(Buffer.from(text.slice(MARK.length), 'base64'))).toString() : text;

/** Claims the key at the same time as the verb reads. The commit awaits `claimed()` first. */
async function claimKey(exchange: Exchange, key: string): Promise<Keyed> {
  const scope = await scopeOf(exchange, key);
  const owner = randomUUID();
  const civil = Math.floor(exchange.now.getTime() / 1000);
  const fingerprint = fingerprintOf(exchange);
  const real = realNow().getTime();
  const record: IdempotencyRecord = {
    state: 'in_progress',
    fingerprint,
    owner,
    lease: real + lease,
    ttl: civil + lifetime,
  };
  const mine = claim(scope, record, { real, civil }).then(async (outcome) => {
    // The claim is this request's own if the reply was lost and the SDK sent the claim again.
    const mine = outcome.mine || outcome.record.owner === owner;
    if (!mine) await answerFromRecord(outcome.record, fingerprint, key, scope);
  });
  mine.catch(() => undefined);
  const completion = async (reply: StoredReply) =>
    complete(scope, owner, await sealWithDerivedKey(key, await packed(JSON.stringify(reply)), scope), inProgress);
  return {
    claimed: () => mine,
    completion,
    store: async (reply) => {
      try {
        await carryOut([await completion(reply)]);
      } catch (failure) {
        const stored = await lookUp(scope, civil);
        if (stored?.state === 'done') await answerFromRecord(stored, fingerprint, key, scope);
        throw failure;
      }
    },
    release: () => deleteClaim(scope, owner),
  };
}

/** Answers a request with an invalid body from the reply stored for its key. Claims nothing. */
async function answerFromKey(exchange: Exchange, key: string): Promise<void> {
  const scope = await scopeOf(exchange, key);
  const record = await lookUp(scope, Math.floor(exchange.now.getTime() / 1000));
  if (record) await answerFromRecord(record, fingerprintOf(exchange), key, scope);
}

async function answerFromRecord(
  record: IdempotencyRecord,
  fingerprint: string,
  key: string,
  scope: string,
): Promise<never> {
  if (record.fingerprint !== fingerprint) {
    throw new ApiError('idempotency_key_reused', 'Idempotency-Key: was used for another request; use a new key');
  }
  if (record.state === 'in_progress') throw inProgress();
  throw new Replay(JSON.parse(await unpacked(await openWithDerivedKey(key, record.reply ?? '', scope))) as StoredReply);
}

const inProgress = () =>
  new ApiError('idempotency_in_progress', 'Idempotency-Key: the first request under this key is still running', {
    retryAfter: 1,
  });

/**
 * Steps 6 and 7: the Idempotency-Key takes precedence over the schema, so a request with an invalid body looks its key
 * up first. A valid request claims its key at the same time as the verb reads.
 */
export async function idempotency(exchange: Exchange): Promise<void> {
  const key = exchange.request.reads ? undefined : readKey(exchange.request.headers['idempotency-key']);
  if (exchange.invalid) {
    if (key) await answerFromKey(exchange, key);
    throw exchange.invalid;
  }
  if (key) exchange.keyed = await claimKey(exchange, key);
}
