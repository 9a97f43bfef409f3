import { pause } from '#lib/drivers/clocks/real.ts';
import type { Rehearsal } from '#lib/model/platform/dry-run.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import type { References } from '#lib/model/platform/reference.ts';
import type { Source } from '#lib/model/platform/source.ts';
import { Stale, type Write } from '#lib/store/platform/write.ts';
import type { PageAhead } from './ahead.ts';
import type { Effect } from './commit.ts';

/** A verb's whole effect, and the reply that is stored with it. */
export interface Commit<T> extends Effect {
  reply: T;
  /** The version of the resource in the reply; the ETag shows it. */
  version?: number;
  /** What ?dry_run=true answers instead, once every condition has been checked. Left out, the route's name says it. */
  rehearsal?: Rehearsal | (() => Promise<Rehearsal>);
  /** Set-Cookie headers of the reply. */
  cookies?: readonly string[];
  /** Accounts besides the caller's that it changes: their audit log has the entry as well. */
  affects?: readonly string[];
  /** The principal that the audit entry names where it exists only now: a sign-up, a login. */
  actor?: Principal;
}

/** What a dry run checks and answers where a verb has an effect outside its commit. */
export interface Rehearsed {
  writes?: readonly Write[];
  rehearsal?: Commit<unknown>['rehearsal'];
  /** Refuses for what otherwise only the effect itself finds. */
  check?: () => Promise<void>;
}

/** What a verb knows of the request it serves; no verb sees the event. */
export interface PublicContext extends Source {
  request_id: string;
  principal: Principal | undefined;
  /** The civil clock at the request's start. */
  now: Date;
  user_agent: string;
  /**
   * Where the route says that a refresh cookie may stand in for the body: the cookies of that name, and the secret of
   * the session's proof.
   */
  renewal: { cookies: readonly string[]; proof: string | undefined } | undefined;
  /** The request's body and headers as they were sent, where the route says that their bytes are what was signed. */
  verbatim: { body: Buffer; headers: Readonly<Record<string, string>> } | undefined;
  /** The page that is read since before the caller was known; `list` takes it. */
  ahead?: PageAhead | undefined;
  /**
   * Says which principal acts where none was authenticated (a login, a refresh); the audit entry names it, also of a
   * refusal.
   */
  identify(actor: Principal): void;
  /**
   * Resolves once this request is the first under its Idempotency-Key; awaited before any effect outside `commit`. A
   * dry run ends here, once it has checked what is given.
   */
  claimed(rehearsed?: Rehearsed): Promise<void>;
  /** Commits an effect atomically with the idempotency record and the audit entry; answers the reply, checked. */
  commit<T>(effect: Commit<T>): Promise<T>;
  /** Answers a resource, with its version as the ETag. */
  show<T>(reply: T, version: number): T;
  /**
   * Refuses with 403 where a Deny of the caller's applies to something that the verb reads, uses or changes besides
   * what the request names (contract 1.10). Looks it up only where the caller has a Deny. To be called before any
   * effect.
   */
  refuseDenied(references: References): Promise<void>;
  /**
   * Whether the caller's policies allow another action than the route's, on a resource below
   * `srn:<service>:…:<account>:`.
   */
  allows(action: string, resource: string): Promise<boolean>;
  /**
   * Refuses with 412 where If-Match names another version than this, and for any If-Match where there is nothing yet
   * (undefined). To be called before any effect; the route is `versioned`.
   */
  match(version: number | undefined): void;
}

/** The context behind authentication. */
export interface Context extends PublicContext {
  principal: Principal;
}

const maxAttempts = 6;

/** Runs a verb; where an input changed meanwhile (Stale), runs it again from its reads, up to `attempts` times. */
export async function retryOnConflict<T>(
  verb: () => Promise<T>,
  attempts = maxAttempts,
  pause?: () => Promise<void>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await verb();
    } catch (error) {
      if (!(error instanceof Stale) || attempt === attempts) throw error;
      await pause?.();
    }
  }
}

/**
 * `retryOnConflict` for an input that many verbs change, such as the next number of a series: up to 24 times, 0 to 0.2
 * s apart.
 */
export const retryOnContention = <T>(verb: () => Promise<T>): Promise<T> =>
  retryOnConflict(verb, 24, () => pause(Math.random() * 200));

/** Whether an error says that a verb gave up because its inputs kept changing. */
export const isStale = (error: unknown): boolean => error instanceof Stale;

/** A record that was read in one call with the caller, by its id; `record` is undefined where there was none. */
export interface Prefetched {
  id: string;
  record: object | undefined;
}

const prefetchedRecords = new WeakMap<Principal, Prefetched>();

/** Keeps a prefetched record for as long as the request has the principal. */
export function keepPrefetched(principal: Principal, prefetched: Prefetched | undefined): Principal {
  if (prefetched) prefetchedRecords.set(principal, prefetched);
  return principal;
}

/** The prefetched record of this id; undefined where the request did not prefetch it. */
export function prefetched(principal: Principal, id: string): Prefetched | undefined {
  const found = prefetchedRecords.get(principal);
  return found?.id === id ? found : undefined;
}

const takenRecords = new WeakSet<Prefetched>();

/** `prefetched` at its first call, and undefined from then on: a change that conflicts with another reads anew. */
export function takePrefetched(principal: Principal, id: string): Prefetched | undefined {
  const found = prefetched(principal, id);
  if (!found || takenRecords.has(found)) return undefined;
  takenRecords.add(found);
  return found;
}
