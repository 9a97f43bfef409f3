import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Prefetched } from '#lib/domain/platform/prefetch.ts';
import type { ApiError } from '#lib/model/platform/errors.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import type { Writes } from '#lib/store/requests/idempotency.ts';
import type { Route } from './definition.ts';
import type { HttpRequest } from './request.ts';

/** One request as the steps process it. Each step fills in what the next steps need. */
export interface Exchange {
  readonly route: Route;
  readonly event: APIGatewayProxyEventV2;
  readonly request: HttpRequest;
  /** The civil clock when the request came in. */
  readonly now: Date;
  principal: Principal | undefined;
  /** The actor of the audit entry: the principal, unless the verb identified another. */
  actor: Principal | undefined;
  /** The kind of the caller's credentials; a cookie needs the Origin check. */
  credential: 'bearer' | 'cookie' | 'sigv4' | undefined;
  /** The number of requests that are still allowed in this second; undefined before counting starts. */
  rate: Promise<number> | undefined;
  limit: number;
  /** What is read in parallel with the caller. */
  readonly prefetched: Prefetched;
  /** The query, once it has been parsed. */
  query: Record<string, unknown> | undefined;
  keyed: Keyed | undefined;
  input: Input;
  readonly reply: ReplyDraft;
  /** A refusal that is held back until the Idempotency-Key has been looked up (contract 1.4, steps 6 and 7). */
  invalid: ApiError | undefined;
  /** The 404 for a path parameter that cannot be an id. It is held back until the policy step has run. */
  absent: ApiError | undefined;
  dryRun: boolean;
  /** Whether the verb has compared If-Match with a version. */
  matched: boolean;
  committed: boolean;
}

export interface Input {
  // biome-ignore lint/suspicious/noExplicitAny: the route's schemas give them their types
  params: any;
  // biome-ignore lint/suspicious/noExplicitAny: the route's schemas give them their types
  query: any;
  // biome-ignore lint/suspicious/noExplicitAny: the route's schemas give them their types
  body: any;
}

/** The reply's headers and cookies. */
export interface ReplyDraft {
  headers: Record<string, string>;
  cookies: string[];
}

/** A reply as it is sent, and stored for its Idempotency-Key. */
export interface StoredReply {
  status: number;
  headers: Record<string, string>;
  cookies: string[];
  body: unknown;
}

/** The claim on the request's Idempotency-Key (contract 1.5). */
export interface Keyed {
  /** Resolves once this request holds the claim; otherwise throws the replay, 409 or 422. */
  claimed(): Promise<void>;
  /** Makes the write that completes the claim, for the transaction of the effect. */
  completion(reply: StoredReply): Promise<Writes[number]>;
  /**
   * Stores a final refusal. Throws the replay where the effect is committed: the reply of that commit was lost, and the
   * retry found the effect.
   */
  store(reply: StoredReply): Promise<void>;
  /** Releases the claim, so that a retry runs the request again. */
  release(): Promise<void>;
}
