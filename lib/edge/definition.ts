import type * as z from 'zod';
import type { Context, PublicContext } from '#lib/domain/context.ts';

type Shape = z.ZodType;

/** What a handler file says of its route; method and path stand in functions.yml alone. */
export interface Definition<P extends Shape, Q extends Shape, B extends Shape, R extends Shape> {
  /** The key in functions.yml, the domain verb, the OpenAPI operationId and the audit entry's name. */
  name: string;
  /** The IAM action; null for routes on one's own credentials, which need no policy. */
  action: string | null;
  /** The resource below `srn:<service>:…:<account>:`, from the path parameters; by default the service's wildcard. */
  resource?: (params: z.output<P>) => string;
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
  /** Whether a foreign Origin is refused even without a cookie: routes that log somebody in. */
  sameOrigin?: boolean;
  /** Whether the svc_refresh cookie stands in for an empty body; no other verb sees it. */
  refreshCookie?: boolean;
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
