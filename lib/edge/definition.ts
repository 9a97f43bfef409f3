import type * as z from 'zod';
import type { ReadAhead } from '#lib/domain/platform/ahead.ts';
import type { Context, PublicContext } from '#lib/domain/platform/context.ts';
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
  /** The resources, where the query names several; the action must be allowed on each of them. */
  resources?: (query: z.output<Q>) => readonly string[];
  /**
   * What a creation made, below the account's SRN, for the audit log. By default the resource with the reply's id in
   * place of its `*`.
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
   * The other resources that the request reads, uses or changes, as far as its fields show. The verb refuses the rest
   * by `refuseDenied`.
   */
  uses?: (caller: Caller, input: Parsed<P, Q, B>) => readonly Reference[];
  /** The instance to prefetch, from the path parameters: it is read in one call with the caller. */
  prefetch?: (params: z.output<P>) => string;
  /** Starts to read the page that the route answers, while its caller is authenticated. */
  ahead?: ReadAhead<z.output<Q>>;
  /**
   * Whether the verb asks if the account runs the deployment: that is read in one call with the caller. Routes of
   * operators have it by their action.
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
  /**
   * Whether the reply has an ETag: that of the resource in it. A route of which a reply may also be without one says
   * `sometimes`.
   */
  etag?: 'always' | 'sometimes';
  /** 201 where the route creates something; 200 by default. */
  status?: 200 | 201;
  /**
   * Whether its verb compares If-Match with the version of what it changes (`context.match`), so that a client's ETag
   * means something. Where it does not, any tag is 412.
   */
  versioned?: boolean;
  /** Whether the route accepts ?dry_run=true. */
  dryRun?: boolean;
  /** Answers the reply for Prefer: wait=N once the resource has settled; undefined before. */
  settled?: (context: Context, reply: z.output<R>, input: Parsed<P, Q, B>) => Promise<z.output<R> | undefined>;
  /** Needs no login. Invalid credentials are ignored. */
  public?: boolean;
  /** For a public route: whether a signature, where there is one, authenticates the request and must be valid. */
  signed?: boolean;
  /**
   * Whether it starts or creates something, so that it is refused with 402 while the account is suspended (contract
   * 3.12).
   */
  spends?: boolean;
  /**
   * Whether it is refused with 403 email_not_verified while the account's owner has an unverified address, for every
   * caller.
   */
  verified?: boolean;
  /** Whether a foreign Origin is refused even without a cookie, as for routes that log a user in. */
  sameOrigin?: boolean;
  /** Whether the svc_refresh cookie replaces an empty body. Only such a verb sees the cookie. */
  refreshCookie?: boolean;
  /** Whether the verb gets body and headers as they were sent, because the sender signed their bytes. */
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

/** A route with its verb, without its type parameters; the steps and the OpenAPI document use it. */
export interface Route extends Definition<Shape, Shape, Shape, Shape> {
  verb: (context: Context, input: Parsed<Shape, Shape, Shape>) => unknown;
}
