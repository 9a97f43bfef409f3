import type { Principal } from '#lib/model/platform/principal.ts';
import type { References } from '#lib/model/platform/reference.ts';
import { Stale } from '#lib/store/platform/write.ts';
import type { Effect } from './commit.ts';

/** A verb's whole effect, and the reply that is stored with it. */
export interface Commit<T> extends Effect {
  reply: T;
  /** The version of the resource in the reply; the ETag shows it. */
  version?: number;
  /** What ?dry_run=true answers instead, once every condition has been checked. */
  rehearsal?: { would: string; price_delta_paise_per_hour: number };
  /** Set-Cookie headers of the reply. */
  cookies?: readonly string[];
  /** Accounts besides the caller's that it changes: their audit log has the entry as well. */
  affects?: readonly string[];
  /** The principal that the audit entry names where it exists only now: a sign-up, a login. */
  actor?: Principal;
}

/** What a verb knows of the request it serves; no verb sees the event. */
export interface PublicContext {
  request_id: string;
  principal: Principal | undefined;
  /** The civil clock at the request's start. */
  now: Date;
  source_ip: string;
  user_agent: string;
  /** The refresh cookie, where the route says that it stands in for the body. */
  refresh_cookie: string | undefined;
  /** The request's body and headers as they were sent, where the route says that their bytes are what was signed. */
  verbatim: { body: Buffer; headers: Readonly<Record<string, string>> } | undefined;
  /** Names who acts where nobody was logged in before (a login, a refresh), for the audit of whatever comes of it. */
  identify(actor: Principal): void;
  /** Resolves once this request is the first under its Idempotency-Key; awaited before any effect outside `commit`. */
  claimed(): Promise<void>;
  /** Commits an effect atomically with the idempotency record and the audit entry; answers the reply, checked. */
  commit<T>(effect: Commit<T>): Promise<T>;
  /** Answers a resource, with its version as the ETag. */
  show<T>(reply: T, version: number): T;
  /**
   * Refuses with 403 where a Deny of the caller's counts on something that the verb found to read, use or change beside
   * what the request names (contract 1.10); looks for it only where the caller has any. Before any effect.
   */
  refuseDenied(references: References): Promise<void>;
  /** Refuses with 412 where If-Match names another version than this. */
  match(version: number): void;
}

/** The context behind authentication. */
export interface Context extends PublicContext {
  principal: Principal;
}

const tries = 6;

/** Runs a verb anew, from its reads, as long as an input changed under it. */
export async function retryOnConflict<T>(
  verb: () => Promise<T>,
  attempts = tries,
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

/** The same where many are after one input, such as the next number of a series: each then waits for a random while, up to 0.2 s. */
export const patiently = <T>(verb: () => Promise<T>): Promise<T> =>
  retryOnConflict(verb, 24, () => new Promise((done) => setTimeout(done, Math.random() * 200)));

/** Whether a verb gave up because its inputs kept changing. */
export const isStale = (error: unknown): boolean => error instanceof Stale;
