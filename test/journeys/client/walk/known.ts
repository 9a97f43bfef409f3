/*
 * What a client learns on its way, and puts where an example of the document has something like it: an id of the same
 * kind, a token of the same kind, its own account. All else of an example is sent as it is printed.
 */

const ulid = /^([a-z]+)-[0-9a-hjkmnp-tv-z]{26}$/;
const accessKeyId = /^SVC[A-Z2-7]{17}$/;
const account = /^\d{12}$/;

/** Fields whose value is what the last reply had under the same name. */
const tokens = new Set(['pending_token', 'refresh_token', 'token', 'upload_id']);

interface Kind {
  readonly made: string[];
  readonly seen: string[];
}

/** The ids, tokens and keys that were seen and still stand for something. */
export class Known {
  readonly #kinds = new Map<string, Kind>();
  readonly #gone = new Set<string>();
  readonly #others = new Map<string, string>();

  /** Takes in a reply. What its request has `made` comes before what was only seen. */
  learn(reply: unknown, path: string, made: boolean): void {
    this.#learn(reply, path, made);
  }

  /** The one with this id or name is no more. */
  forget(id: string): void {
    this.#gone.add(id);
  }

  /** A name stands where an example has this other one, once that one is gone. */
  rename(example: string, name: string): void {
    this.#others.set(example, name);
  }

  /** An example with what is known in place of what it makes up. */
  inPlaceOf<T>(example: T, path: string, name?: string): T;
  inPlaceOf(example: unknown, path: string, name = ''): unknown {
    if (typeof example === 'string') return this.#textFor(example, path, name);
    if (Array.isArray(example)) return example.map((each) => this.inPlaceOf(each, path));
    if (typeof example !== 'object' || example === null) return example;
    return Object.fromEntries(Object.entries(example).map(([key, each]) => [key, this.inPlaceOf(each, path, key)]));
  }

  /** The first of a kind that was made and is not gone, or else that was seen; of tokens the last. */
  best(kind: string): string | undefined {
    const { made = [], seen = [] } = this.#kinds.get(kind) ?? {};
    return tokens.has(kind) ? seen.at(-1) : [...made, ...seen].find((id) => !this.#gone.has(id));
  }

  #textFor(example: string, path: string, name: string): string {
    const kind = tokens.has(name) ? name : kindOf(example, path);
    const other = this.#gone.has(example) ? this.#others.get(example) : undefined;
    return (kind && this.best(kind)) || other || example;
  }

  #learn(value: unknown, path: string, made: boolean): void {
    if (Array.isArray(value)) for (const each of value) this.#learn(each, path, false);
    else if (typeof value === 'object' && value) {
      for (const [name, each] of Object.entries(value)) this.#learnField(name, each, path, made && name === 'id');
    }
  }

  #learnField(name: string, value: unknown, path: string, made: boolean): void {
    if (typeof value !== 'string') this.#learn(value, path, false);
    else if (tokens.has(name)) this.#kind(name).seen.push(value);
    // Twelve digits are an account only where they are said to be one.
    else if (!account.test(value) || name === 'account_id') this.#add(kindOf(value, path), value, made);
  }

  #add(kind: string | undefined, text: string, made: boolean): void {
    if (kind === undefined) return;
    const all = this.#kind(kind)[made ? 'made' : 'seen'];
    if (!all.includes(text)) all.push(text);
  }

  #kind(name: string): Kind {
    const kind = this.#kinds.get(name) ?? { made: [], seen: [] };
    this.#kinds.set(name, kind);
    return kind;
  }
}

/** The kind of thing that a text stands for: `i` of an instance's id. */
function kindOf(text: string, path: string): string | undefined {
  const [, prefix] = ulid.exec(text) ?? [];
  if (prefix) return prefix;
  if (accessKeyId.test(text)) return path.startsWith('/storage') ? 'key of a bucket' : 'key of a user';
  return account.test(text) ? 'account' : undefined;
}
