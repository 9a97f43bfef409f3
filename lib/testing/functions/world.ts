import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { secretKeys } from '#lib/drivers/secrets/secret-keys.ts';
import { signingKeys } from '#lib/drivers/tokens/signing-keys.ts';
import type { Handler } from '#lib/edge/route.ts';
import { directTo } from '#lib/local/dynamodb/transport.ts';
import { callDirectly } from '#lib/local/transport/client.ts';
import { windows } from '#lib/store/platform/client.ts';
import { keyFiles } from './accounts.ts';
import { call, type Reply, type SignedUp } from './call.ts';
import { advanceClock, resetClock } from './clock.ts';
import { give } from './environment.ts';
import { type Call, eventOf } from './event.ts';
import { fixRandomness, fixTime } from './fixed.ts';
import { accessKey, type Credentials, iamUser } from './iam-users.ts';
import { signed } from './sign.ts';
import { testTable } from './table.ts';
import { verified } from './verified.ts';
import { emptyWindows } from './windows.ts';

/**
 * How a caller says who he is: the account's owner by an access token, the same by the cookie of the web console, or an
 * administrator of the account by a signature with an access key (Signature Version 4).
 */
export type Caller = 'token' | 'cookie' | 'signature';

/** How a world begins. */
export interface WorldOptions {
  /** What time it is, and stays. */
  readonly at?: Date;
  /** What all randomness follows from, ids among it. */
  readonly seed?: string;
}

/** A table in memory with one account, in which time stands still and ids are always the same. */
export interface World extends Disposable {
  /** The account's owner, whose address is verified. */
  readonly owner: SignedUp;
  /** The access key of an IAM user with the policy AdministratorAccess. */
  readonly key: Credentials;
  /** The event that the gateway would make of a request of this caller. */
  event(handler: Handler, request?: Call, caller?: Caller): APIGatewayProxyEventV2;
  /** Calls a handler as this caller, by default with a token. */
  call(handler: Handler, request?: Call, caller?: Caller): Promise<Reply>;
  /**
   * Moves the civil clock ahead by so many seconds: tokens, codes, expiry, schedules. Signatures are by the real clock,
   * which stays where it is.
   */
  advance(seconds: number): void;
  /** Lets time and randomness go on. */
  close(): void;
}

/** Ends the world that is open, where one is. */
let closeLast: () => void = () => undefined;

/**
 * Opens a world, in place of one that was open in this process: settings and clock are the process's own. No port is
 * opened, rate windows count nothing, and the first takes about a second. Two that are opened alike are alike, down to
 * the ids of what the same calls make.
 */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const { at = new Date('2026-11-21T04:10:00Z'), seed = 'svc' } = options;
  closeLast();
  await prepare();
  const [time, randomness] = [fixTime(at), fixRandomness()];
  const close = once(() => {
    for (const fixed of [time, randomness]) fixed[Symbol.dispose]();
    resetClock();
    give({ SVC_WINDOWS_ENDPOINT: undefined });
  });
  closeLast = close;
  try {
    randomness.begin(seed);
    const owner = await verified();
    const key = await accessKey(await iamUser(owner.account_id, { policies: ['AdministratorAccess'] }));
    let calls = 0;
    const as = (caller: Caller, handler: Handler, request: Call) => ({
      ...request,
      ...proofs[caller](owner, key, handler, request),
    });
    return {
      owner,
      key,
      event: (handler, request = {}, caller = 'token') => eventOf(handler, as(caller, handler, request)),
      call(handler, request = {}, caller = 'token') {
        // What one call happens to draw, such as what is made at first use, changes nothing of the next.
        calls += 1;
        randomness.begin(`${seed}#${calls}`);
        return call(handler, as(caller, handler, request));
      },
      advance: advanceClock,
      close,
      [Symbol.dispose]: close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Work that is done once, however often it is asked for. */
function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

/** What makes a request that of a caller. */
const proofs: Record<Caller, (owner: SignedUp, key: Credentials, handler: Handler, request: Call) => Call> = {
  token: ({ bearer }) => ({ bearer }),
  cookie: ({ bearer }, _key, _handler, { cookies }) => ({ cookies: { ...cookies, svc_access: bearer } }),
  signature: (_owner, key, handler, request) => {
    const { headers = {}, ...rest } = request;
    const own = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined);
    return signed(handler, key, { ...rest, headers: Object.fromEntries(own) });
  },
};

/** A table, rate windows that count nothing, and the keys: what is made once is made while randomness is real. */
async function prepare(): Promise<void> {
  keyFiles();
  const [endpoint] = await Promise.all([emptyWindows(), testTable(), signingKeys(), secretKeys()]);
  give({ SVC_WINDOWS_ENDPOINT: endpoint });
  callDirectly(windows(), endpoint, directTo);
}
