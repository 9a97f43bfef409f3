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
  /**
   * The answer to ?dry_run=true once every condition has been checked. By default it is derived from the route's name.
   */
  rehearsal?: Rehearsal | (() => Promise<Rehearsal>);
  /** Set-Cookie headers of the reply. */
  cookies?: readonly string[];
  /** Other accounts that it changes: their audit log also gets the entry. */
  affects?: readonly string[];
  /** The principal that the audit entry names, if it exists only now: a sign-up, a login. */
  actor?: Principal;
}

/** What a dry run checks and answers if a verb has an effect outside its commit. */
export interface Rehearsed {
  writes?: readonly Write[];
  rehearsal?: Commit<unknown>['rehearsal'];
  /** Refuses for reasons that otherwise only the effect itself would find. */
  check?: () => Promise<void>;
}

/** What a verb knows about its request. No verb sees the event. */
export interface PublicContext extends Source {
  request_id: string;
  principal: Principal | undefined;
  /** The civil clock at the request's start. */
  now: Date;
  user_agent: string;
  /**
   * Set if the route accepts a refresh cookie instead of a body: the cookies of that name, and the secret of the
   * session's proof.
   */
  renewal: { cookies: readonly string[]; proof: string | undefined } | undefined;
  /** The request's body and headers as sent, if the route declares that their bytes are signed. */
  verbatim: { body: Buffer; headers: Readonly<Record<string, string>> } | undefined;
  /** The page that is being read since before the caller was known. `list` uses it. */
  ahead?: PageAhead | undefined;
  /**
   * Sets the principal that acts if none was authenticated (a login, a refresh). The audit entry names it, even for a
   * refusal.
   */
  identify(actor: Principal): void;
  /**
   * Resolves once this request is the first under its Idempotency-Key. It must be awaited before any effect outside
   * `commit`. A dry run ends here, once it has checked what is given.
   */
  claimed(rehearsed?: Rehearsed): Promise<void>;
  /** Commits an effect atomically with the idempotency record and the audit entry. Returns the checked reply. */
  commit<T>(effect: Commit<T>): Promise<T>;
  /** Returns a resource, with its version as the ETag. */
  show<T>(reply: T, version: number): T;
  /**
   * Refuses with 403 if a Deny of the caller applies to something that the verb reads, uses or changes besides what the
   * request names (contract 1.10). Looks it up only if the caller has a Deny. Call it before any effect.
   */
  refuseDenied(references: References): Promise<void>;
  /**
   * Whether the caller's policies allow an action other than the route's, on a resource below
   * `srn:<service>:…:<account>:`.
   */
  allows(action: string, resource: string): Promise<boolean>;
  /**
   * Refuses with 412 if If-Match names a version other than this one, and for any If-Match where there is no version
   * yet (undefined). Call it before any effect, on a route that is `versioned`.
   */
  match(version: number | undefined): void;
}

/** The context of an authenticated request. */
export interface Context extends PublicContext {
  principal: Principal;
}

const maxAttempts = 6;

/** Runs a verb. If an input changes meanwhile (Stale), runs it again from its reads, up to `attempts` times. */
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

/** Whether an error means that a verb gave up because its inputs kept changing. */
export const isStale = (error: unknown): boolean => error instanceof Stale;

/** A record that was read in one call with the caller, by its id; `record` is undefined if it does not exist. */
export interface Prefetched {
  id: string;
  record: object | undefined;
}

const prefetchedRecords = new WeakMap<Principal, Prefetched>();

/** Caches a prefetched record for as long as the request has the principal. */
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

/** `prefetched` at its first call, and undefined afterwards: a change that conflicts with another reads again. */
export function takePrefetched(principal: Principal, id: string): Prefetched | undefined {
  const found = prefetched(principal, id);
  if (!found || takenRecords.has(found)) return undefined;
  takenRecords.add(found);
  return found;
}
