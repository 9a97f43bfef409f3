import type { Client } from '#lib/client/client.ts';
import { SvcError } from '#lib/client/error.ts';
import { type Document, type Examples, type Route, routesOf } from './document.ts';
import { Known } from './known.ts';
import { faultsOf } from './schema.ts';
import { shapeFaults } from './shapes.ts';

/** What came of one request. */
export interface Outcome {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly body: unknown;
}

interface Accepted {
  readonly status: number;
  readonly body: unknown;
  readonly requestId: string | undefined;
}

/** What is added to an example, and by whom it is sent. */
export interface Additions {
  readonly body?: object;
  readonly parts?: Readonly<Record<string, string>>;
  readonly query?: Examples;
  readonly as?: Client;
}

const over = new Set(['deleting', 'terminating', 'terminated']);

/** Sends the examples of a document, and holds what comes back against it. */
export class Walker {
  readonly known = new Known();
  readonly routes: readonly Route[];
  /** What does not fit the document. */
  readonly faults = new Set<string>();
  /** The last refusal of each operation whose example was never accepted. */
  readonly refused = new Map<string, Outcome>();
  readonly accepted = new Set<string>();
  /** How many requests have changed something. */
  changes = 0;
  readonly #schemas: Document['components']['schemas'];
  readonly #replies = new Map<string, unknown>();
  /** Sends what is sent by nobody else. */
  svc: Client;

  constructor(svc: Client, document: Document) {
    this.svc = svc;
    // Operators' routes are of no account; test/functions/platform/operators asks for each.
    this.routes = routesOf(document).filter(({ path }) => !path.startsWith('/platform/'));
    this.#schemas = document.components.schemas;
  }

  /** The last reply to an operation that was accepted; an empty object before. */
  replyTo(operation: string): unknown {
    return this.#replies.get(operation) ?? {};
  }

  /** Sends the example of the operation with this name. */
  named(operation: string, additions?: Additions): Promise<Outcome> {
    return this.send(this.route(operation), additions);
  }

  /** The route of an operation. */
  route(operation: string): Route {
    const found = this.routes.find(({ id }) => id === operation);
    if (!found) throw new Error(`the document has no ${operation}`);
    return found;
  }

  /** Sends the example of a route, and remembers what came of it. */
  async send(route: Route, additions: Additions = {}): Promise<Outcome> {
    const args = this.argsOf(route, additions);
    const outcome = await this.ask(route, args, additions.as);
    this.#takeIn(route, args, outcome);
    return outcome;
  }

  /** Tries the example of a route. */
  try(route: Route, additions: Additions = {}): Promise<Outcome> {
    return this.ask(route, { ...this.argsOf(route, additions), dryRun: true }, additions.as);
  }

  /** The example of a route, with what is known in place of what it makes up, and with what is added to it. */
  argsOf(route: Route, { body: added, parts, query }: Additions = {}) {
    const { path, body } = route;
    const asked = { ...this.known.inPlaceOf(route.query, path), ...query };
    return {
      ...this.known.inPlaceOf(route.parts, path),
      ...parts,
      ...(Object.keys(asked).length > 0 && { query: asked }),
      ...((body !== undefined || added) && { body: { ...(this.known.inPlaceOf(body, path) as object), ...added } }),
      ...(route.holds && { wait: 25 }),
    };
  }

  /** Sends any request, and holds what comes back against the document. */
  async ask(route: Route, args: object, as = this.svc): Promise<Outcome> {
    try {
      // The walk knows operations and what they take from the document alone, not from the client's types.
      const { status, body, requestId } = await as.request(route.id as never, args as never);
      this.#check(route, 'dryRun' in args, { status, body, requestId });
      return { status, code: '', message: '', body };
    } catch (error) {
      if (!(error instanceof SvcError) || error.status === 0) throw error;
      const { status, code, message, requestId } = error;
      const isDescribed = route.refusals.has(`${status} ${code}`) && requestId !== undefined;
      if (!isDescribed) this.faults.add(`${route.id} ${status} ${code}: is not described: ${message}`);
      return { status, code, message, body: undefined };
    }
  }

  #check(route: Route, isTried: boolean, { status, body, requestId }: Accepted): void {
    const described = isTried ? route.tried : route.replies[status];
    const faults = described ? faultsOf(this.#schemas, described.schema, body) : [': the status is not described'];
    if (described && !isTried) faults.push(...shapeFaults(described.example, body));
    if (!requestId) faults.push(': has no X-Request-Id');
    for (const fault of faults) this.faults.add(`${route.id} ${status}${isTried ? ' (dry run)' : ''}${fault}`);
    if (!isTried && route.method !== 'GET') this.changes += 1;
  }

  #takeIn({ id, method, path }: Route, args: object, outcome: Outcome): void {
    const { status, body, message } = outcome;
    const named = Object.entries(args).find(([name]) => path.endsWith(`{${name}}`))?.[1];
    if (status >= 400) {
      if (!this.accepted.has(id)) this.refused.set(id, outcome);
      // Next time another one.
      if (message.endsWith(` ${named} not found`)) this.known.forget(named);
      return;
    }
    this.accepted.add(id);
    this.refused.delete(id);
    this.#replies.set(id, body);
    this.known.learn(body, path, status === 201);
    const reply = body as { deleted?: boolean; status?: unknown };
    const isOver = method === 'DELETE' && (reply.deleted || over.has(String(reply.status)));
    if (isOver && !this.#isLink(path)) this.known.forget(named);
  }

  /** Whether a path is the tie between two things, each of which has a path of its own: it is put without a body. */
  #isLink(path: string): boolean {
    return this.routes.some((route) => route.path === path && route.method === 'PUT' && route.body === undefined);
  }
}
