import type * as z from 'zod';
import type { Context, PublicContext } from '#lib/domain/platform/context.ts';
import type { PrefetchPage } from '#lib/domain/platform/prefetch-page.ts';
import type { ConditionContext } from '#lib/model/identity/policy/context.ts';
import type { Naming } from '#lib/model/identity/policy/references.ts';
import type { Reference } from '#lib/model/platform/reference.ts';

type Shape = z.ZodType;

/** The caller, and the time of the request by the civil clock. */
type Caller = Pick<Context, 'principal' | 'now'>;

/** The definition of a route in its handler file. Method and path are in functions.yml. */
export interface Definition<P extends Shape, Q extends Shape, B extends Shape, R extends Shape> {
  /** The key in functions.yml, the domain verb, the OpenAPI operationId and the audit entry's name. */
  name: string;
  /** The IAM action; null for a route on the caller's own credentials, which needs no policy. */
  action: string | null;
  /**
   * The resource below `srn:<service>:…:<account>:`, from the path parameters, or the body or query where that names
   * it. By default the service's wildcard.
   */
  resource?: (params: z.output<P>, body: z.output<B>, query: z.output<Q>) => string;
  /** The resources, where the query names several. The action must be allowed on each of them. */
  resources?: (query: z.output<Q>) => readonly string[];
  /**
   * The resource that a creation made, below the account's SRN, for the audit log. By default the route's resource,
   * with the reply's id instead of its `*`.
   */
  created?: (params: z.output<P>, reply: z.output<R>) => string;
  /** Whether the resource is a prefix, up to its last `*`, and stands for all resources below it. */
  under?: (body: z.output<B>) => boolean;
  /**
   * The condition values of the resource (contract 1.10) where they differ from the stored ones: tags, type and price
   * that a creation or change sets. Called only where a condition that applies asks for them.
   */
  facts?: (caller: Caller, input: Parsed<P, Q, B>) => ConditionContext | Promise<ConditionContext>;
  /**
   * The fields that name other resources, and the kind of each. A field is written as `params.snap_id`,
   * `query.instance_id` (alternatives between commas) or `body.backends.instance_id`. A Deny on such a resource refuses
   * the request (contract 1.10).
   */
  names?: Readonly<Record<string, Naming>>;
  /**
   * The other resources that the request reads, uses or changes, as far as its fields show. The verb checks all others
   * by `refuseDenied`.
   */
  uses?: (caller: Caller, input: Parsed<P, Q, B>) => readonly Reference[];
  /** The id of the instance to prefetch, from the path parameters. It is read in one call with the caller. */
  prefetch?: (params: z.output<P>) => string;
  /** Starts to read the page that the route answers, while its caller is authenticated. */
  prefetchPage?: PrefetchPage<z.output<Q>>;
  /**
   * Whether the verb needs to know if the account runs the deployment. This is read in one call with the caller. Routes
   * of operators read it anyway, because of their action.
   */
  operators?: boolean;
  /**
   * Whether the request is on the caller's own credentials. It then needs no Allow, and the verb has its own
   * conditions.
   */
  isOwnResource?: (caller: Caller, input: Parsed<P, Q, B>) => boolean;
  params?: P;
  query?: Q;
  body?: B;
  /** The most bytes of a request body, where that is not 256 KiB. */
  maxBody?: number;
  /** The reply's schema. The reply is checked before it is stored or sent. */
  reply: R;
  /** Whether the reply has an ETag, that of the resource in it; `sometimes` where some replies have none. */
  etag?: 'always' | 'sometimes';
  /** 201 where the route creates something; 200 by default. */
  status?: 200 | 201;
  /**
   * Whether the verb compares If-Match with the version of what it changes (`context.match`). Without it, any tag is
   * refused with 412.
   */
  versioned?: boolean;
  /** Whether the route accepts ?dry_run=true. */
  dryRun?: boolean;
  /** Returns the reply for Prefer: wait=N once the resource has settled, and undefined before. */
  settled?: (context: Context, reply: z.output<R>, input: Parsed<P, Q, B>) => Promise<z.output<R> | undefined>;
  /** Needs no login. Invalid credentials are ignored. */
  public?: boolean;
  /** For a public route: whether a signature, if present, authenticates the request and must be valid. */
  signed?: boolean;
  /**
   * Whether it starts or creates something. It is then refused with 402 while the account is suspended (contract 3.12).
   */
  spends?: boolean;
  /**
   * Whether it is refused with 403 email_not_verified, for every caller, while the address of the account's owner is
   * unverified.
   */
  verified?: boolean;
  /** Whether a foreign Origin is refused even without a cookie, as for routes that log a user in. */
  sameOrigin?: boolean;
  /** Whether the svc_refresh cookie replaces an empty body. Other verbs do not see the cookie. */
  refreshCookie?: boolean;
  /** Whether the verb gets body and headers exactly as sent, because the sender signed their bytes. */
  verbatim?: boolean;
  /** Has no rate window and no login: health and documents. */
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

/** A route with its verb, without its type parameters. The steps and the OpenAPI document use it. */
export interface Route extends Definition<Shape, Shape, Shape, Shape> {
  verb: (context: Context, input: Parsed<Shape, Shape, Shape>) => unknown;
}
