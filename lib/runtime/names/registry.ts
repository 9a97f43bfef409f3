/** The domain of the names that machines of a VPC have for each other. */
const domain = 'internal';

/** The names of the platform's API and of its object storage, below which each bucket has one. */
const [apiName, objectsName] = [internalName('api'), internalName('s3')];

/** Where a VPC has the platform. */
interface PlatformPlaces {
  readonly api: string;
  readonly objects: string;
}

/** The names of a VPC, each with the private addresses of those that bear it. */
export class Names {
  readonly #owners = new Map<string, Map<string, string>>();
  readonly #namesOf = new Map<string, readonly string[]>();
  readonly #platform: PlatformPlaces | null;

  /** `platform` has the addresses of the platform, where machines reach it. */
  constructor(platform: PlatformPlaces | null = null) {
    this.#platform = platform;
  }

  /**
   * Lets these names lead to the owner's address, in place of those that it had. Names are compared without case. A
   * name of the platform's own is left out.
   */
  set(owner: string, names: readonly string[], address: string): void {
    this.remove(owner);
    const known = [...new Set(names.map(folded))].filter((name) => partOf(name) === undefined);
    this.#namesOf.set(owner, known);
    for (const name of known) {
      const owners = this.#owners.get(name) ?? new Map<string, string>();
      this.#owners.set(name, owners.set(owner, address));
    }
  }

  /** Forgets the names of an owner. */
  remove(owner: string): void {
    for (const name of this.#namesOf.get(owner) ?? []) {
      const owners = this.#owners.get(name);
      owners?.delete(owner);
      if (owners?.size === 0) this.#owners.delete(name);
    }
    this.#namesOf.delete(owner);
  }

  /** The addresses behind a name, each once; empty where nothing has it. */
  find(name: string): string[] {
    const part = partOf(folded(name));
    if (part) return this.#platform ? [this.#platform[part]] : [];
    return [...new Set(this.#owners.get(folded(name))?.values())];
  }

  /**
   * Whether a name is there: something has it, or has a name below it. Resolvers that ask label by label take the
   * absence of one for that of all below it (RFC 8020, RFC 9156).
   */
  has(name: string): boolean {
    const end = folded(name);
    if (this.find(end).length > 0) return true;
    if (end === '' || end === '.') return true;
    return [...this.#owners.keys(), ...(this.#platform ? [apiName] : [])].some((known) => isEndOf(end, known));
  }
}

/** Whether one name is the end of another, label by label. */
const isEndOf = (end: string, name: string): boolean => name.endsWith(`.${end}`);

/** The part of the platform that a name means, whatever a machine is called; undefined for any other name. */
function partOf(name: string): keyof PlatformPlaces | undefined {
  if (name === apiName) return 'api';
  return name === objectsName || name.endsWith(`.${objectsName}`) ? 'objects' : undefined;
}

const folded = (name: string): string => name.toLowerCase();

/** The name of a machine within its VPC. */
export function internalName(name: string): string {
  return `${name}.${domain}`;
}
