import type { Rehearsal } from '#lib/model/platform/dry-run.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import type { References } from '#lib/model/platform/reference.ts';
import type { Source } from '#lib/model/platform/source.ts';
import type { Write } from '#lib/store/platform/write.ts';
import type { Effect } from './commit.ts';
import type { Prefetched } from './prefetch.ts';

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
  /** What is being read since before the caller was known. */
  prefetched?: Prefetched | undefined;
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
