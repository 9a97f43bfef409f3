import type * as z from 'zod';
import type { Context, PublicContext } from '#lib/domain/platform/context.ts';
import type { ConditionContext } from '#lib/model/identity/policy/context.ts';
import type { Naming } from '#lib/model/identity/policy/references.ts';
import type { Reference } from '#lib/model/platform/reference.ts';

type Shape = z.ZodType;

/** Who asks, and when by the civil clock. */
type Caller = Pick<Context, 'principal' | 'now'>;

/** What a handler file says of its route; method and path stand in functions.yml alone. */
export interface Definition<P extends Shape, Q extends Shape, B extends Shape, R extends Shape> {
  /** The key in functions.yml, the domain verb, the OpenAPI operationId and the audit entry's name. */
  name: string;
  /** The IAM action; null for routes on one's own credentials, which need no policy. */
  action: string | null;
  /** The resource below `srn:<service>:…:<account>:`, from the path parameters, and the body where that names it; by default the service's wildcard. */
  resource?: (params: z.output<P>, body: z.output<B>) => string;
  /** Whether the resource is everything that begins as it does, up to its last `*`. */
  under?: (body: z.output<B>) => boolean;
  /**
   * What policies may ask about the resource (contract 1.10) where that is not what it has: tags, type and price that a
   * creation or change gives it. Called only where a condition that applies asks.
   */
  facts?: (caller: Caller, input: Parsed<P, Q, B>) => ConditionContext | Promise<ConditionContext>;
  /**
   * The fields that name other resources, as `params.snap_id`, `query.instance_id` (alternatives between commas) or
   * `body.backends.instance_id`, each with what it names: a Deny on that counts here (contract 1.10).
   */
  names?: Readonly<Record<string, Naming>>;
  /** What else the request reads, uses or changes, as far as its fields tell; the verb refuses the rest (`refuseDenied`). */
  uses?: (caller: Caller, input: Parsed<P, Q, B>) => readonly Reference[];
  /** The instance of the path, where the verb only reads it: it is then read together with the caller (`instanceBeside`). */
  beside?: (params: z.output<P>) => string;
  /** Whether this request is on the caller's own credentials: it needs no Allow, and the verb has conditions of its own. */
  own?: (caller: Caller, input: Parsed<P, Q, B>) => boolean;
  params?: P;
  query?: Q;
  body?: B;
  /** The reply's schema, checked before it is stored or sent. */
  reply: R;
  /** 201 where the route makes something new; 200 by default. */
  status?: 200 | 201;
  /** Whether ?dry_run=true is understood. */
  dryRun?: boolean;
  /** For Prefer: wait=N: the reply once settled, or undefined while it is not. */
  settled?: (context: Context, reply: z.output<R>) => Promise<z.output<R> | undefined>;
  /** No login needed; invalid credentials are ignored. */
  public?: boolean;
  /** Of a public route: whether a signature, where there is one, is the request's own credentials and must be right. */
  signed?: boolean;
  /** Whether it starts something that costs, so that it is refused while the account is suspended, as creations are. */
  starts?: boolean;
  /** Whether it is refused with 403 email_not_verified until the account's owner, whoever asks, has verified their address. */
  verified?: boolean;
  /** Whether a foreign Origin is refused even without a cookie: routes that log somebody in. */
  sameOrigin?: boolean;
  /** Whether the svc_refresh cookie stands in for an empty body; no other verb sees it. */
  refreshCookie?: boolean;
  /** Whether the verb sees body and headers as they were sent, since their bytes are what somebody signed. */
  verbatim?: boolean;
  /** No rate window and no login at all: health and documents. */
  unlimited?: boolean;
}

export interface Parsed<P extends Shape, Q extends Shape, B extends Shape> {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
}

export type Verb<P extends Shape, Q extends Shape, B extends Shape, R extends Shape, C extends PublicContext> = (
  context: C,
  input: Parsed<P, Q, B>,
) => Promise<z.input<R>> | z.input<R>;

/** A route with its verb, types erased: what the steps and the OpenAPI document work on. */
export interface Route extends Definition<Shape, Shape, Shape, Shape> {
  verb: (context: Context, input: Parsed<Shape, Shape, Shape>) => unknown;
}
