import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { ApiError } from '#lib/model/platform/errors.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import type { Route } from './definition.ts';
import type { Keyed } from './keyed.ts';
import type { HttpRequest } from './request.ts';

/** One request on its way through the steps; each step fills in what the next ones need. */
export interface Exchange {
  readonly route: Route;
  readonly event: APIGatewayProxyEventV2;
  readonly request: HttpRequest;
  /** The civil clock when the request came in. */
  readonly now: Date;
  principal: Principal | undefined;
  /** Who the audit entry names: the principal, unless the verb found out who acts. */
  actor: Principal | undefined;
  /** How the caller proved who they are; a cookie needs the Origin check. */
  credential: 'bearer' | 'cookie' | 'sigv4' | undefined;
  /** Requests still allowed in this second, once counted. */
  rate: Promise<number> | undefined;
  limit: number;
  keyed: Keyed | undefined;
  input: Input;
  readonly reply: ReplyDraft;
  /** The refusal to hold back until the Idempotency-Key has been looked up (contract 1.4, steps 6 and 7). */
  invalid: ApiError | undefined;
  /** The 404 of a path parameter that no id can have; the policy has its say first. */
  absent: ApiError | undefined;
  dryRun: boolean;
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

/** What the reply will carry besides its body. */
export interface ReplyDraft {
  headers: Record<string, string>;
  cookies: string[];
}

/** A reply as it is sent, and as it is stored for its Idempotency-Key. */
export interface StoredReply {
  status: number;
  headers: Record<string, string>;
  cookies: string[];
  body: unknown;
}
