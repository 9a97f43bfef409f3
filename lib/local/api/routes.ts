/** A function's events, as far as they are routes. */
export interface RoutedFunction {
  readonly events?: readonly { readonly [api in 'httpApi' | 'hostApi' | 'hostBell']?: string | undefined }[];
}

/**
 * The function of a request by its key in functions.yml, the key of its route, and the decoded parameters of the
 * path.
 */
export interface Found {
  readonly function: string;
  readonly route: string;
  readonly params: Readonly<Record<string, string>>;
}

type Leaf = Pick<Found, 'function' | 'route'> & { readonly names: readonly string[] };

/** What may stand behind a segment of a path. */
class Segment {
  readonly literals = new Map<string, Segment>();
  parameter: Segment | undefined;
  leaf: Leaf | undefined;
}

const ROUTE = /^(GET|POST|PUT|PATCH|DELETE) (\/|(?:\/(?:[A-Za-z0-9._~-]+|\{\w+\}))+)$/;
const DEFAULT = '$default';

/**
 * The routes of functions.yml, which finds a request's function as an HTTP API does: a segment's own name goes before a
 * parameter. The event `*` is for what no route serves. Throws for an event of another form, and for a second function
 * at one route.
 */
export class Routes {
  readonly #methods = new Map<string, Segment>();
  #default: Leaf | undefined;

  constructor(functions: Readonly<Record<string, RoutedFunction>>, api: 'httpApi' | 'hostApi' = 'httpApi') {
    for (const [key, { events = [] }] of Object.entries(functions)) {
      for (const { [api]: event } of events) if (event !== undefined) this.#add(key, event);
    }
  }

  /** The function for a method and a path that is plain (`isPlain`); undefined where there is none. */
  find(method: string, path: string): Found | undefined {
    const segments = path.split('/').slice(1).map(decodeURIComponent);
    const leaf = leafBelow(this.#methods.get(method), segments);
    return leaf ? found(leaf.leaf, leaf.values) : this.fallback();
  }

  /** The function for what no route serves; undefined where there is none. */
  fallback(): Found | undefined {
    return this.#default && found(this.#default, []);
  }

  #add(key: string, event: string): void {
    if (event === '*') {
      this.#default = this.#only(this.#default, { function: key, route: DEFAULT, names: [] });
      return;
    }
    const [, method, path] = ROUTE.exec(event) ?? [];
    if (!method || !path)
      throw new Error(`${key}: the httpApi event ${JSON.stringify(event)} is not "<METHOD> /<path>"`);
    let at = this.#methods.get(method) ?? new Segment();
    this.#methods.set(method, at);
    const names: string[] = [];
    for (const text of path.split('/').slice(1)) {
      const next = (text.startsWith('{') ? at.parameter : at.literals.get(text)) ?? new Segment();
      if (text.startsWith('{')) {
        names.push(text.slice(1, -1));
        at.parameter = next;
      } else at.literals.set(text, next);
      at = next;
    }
    at.leaf = this.#only(at.leaf, { function: key, route: event, names });
  }

  #only(before: Leaf | undefined, leaf: Leaf): Leaf {
    if (before) throw new Error(`${leaf.route} is a route of ${before.function} and of ${leaf.function}`);
    return leaf;
  }
}

/** The route of these segments, and the values of its parameters. */
function leafBelow(
  at: Segment | undefined,
  segments: readonly string[],
): { leaf: Leaf; values: readonly string[] } | undefined {
  if (!at) return undefined;
  const [first, ...rest] = segments;
  if (first === undefined) return at.leaf && { leaf: at.leaf, values: [] };
  const literal = leafBelow(at.literals.get(first), rest);
  if (literal || first === '') return literal;
  const below = leafBelow(at.parameter, rest);
  return below && { leaf: below.leaf, values: [first, ...below.values] };
}

const found = ({ function: key, route, names }: Leaf, values: readonly string[]): Found => ({
  function: key,
  route,
  params: Object.fromEntries(names.map((name, i) => [name, values[i] ?? ''])),
});
