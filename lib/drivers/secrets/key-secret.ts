import { KeyFileError } from './key-file.ts';
import { createSecretValue, readSecret } from './secrets-manager.ts';

/** How one kind of secret is read and, where it is ours to make, made. */
export interface KeySecretKind<T> {
  /** Throws KeyFileError, or any error, for content that is not of this kind. */
  parse(text: string): T;
  /** The first text of a secret that has none. */
  generate?: () => Promise<string>;
  /** What a secret without a text stands for; without either it is an error. */
  absent?: () => T;
}

interface Loaded<T> {
  value: T;
  text: string | undefined;
  checkedAt: number;
}

/** A rotation is noticed after five minutes; a new key is published long before it is used. */
const RECHECK_MS = 300_000;

/** What anybody can make us look at by an unknown key id. */
const LEAST_MS = 1000;

/**
 * A cached reader of secrets in AWS Secrets Manager: the first use reads or creates one, later ones look again after five
 * minutes, or after a second when asked for a `fresh` look. The same text yields the same object. What was read once
 * serves on while Secrets Manager does not answer.
 */
export function keySecretReader<T>(kind: KeySecretKind<T>): (secret: string, fresh?: boolean) => Promise<T> {
  const loads = new Map<string, Promise<Loaded<T>>>();
  const start = (secret: string, old?: Loaded<T>): Promise<Loaded<T>> => {
    const loading = load(kind, secret, old);
    loads.set(secret, loading);
    loading.catch(() => loads.get(secret) === loading && loads.delete(secret));
    return loading;
  };
  return async (secret, fresh = false) => {
    const loaded = await (loads.get(secret) ?? start(secret));
    const age = performance.now() - loaded.checkedAt;
    if (age < (fresh ? LEAST_MS : RECHECK_MS)) return loaded.value;
    loaded.checkedAt = performance.now();
    return (await start(secret, loaded).catch(() => keep(loads, secret, loaded))).value;
  };
}

function keep<T>(loads: Map<string, Promise<Loaded<T>>>, secret: string, loaded: Loaded<T>): Loaded<T> {
  loads.set(secret, Promise.resolve(loaded));
  return loaded;
}

async function load<T>(kind: KeySecretKind<T>, secret: string, old: Loaded<T> | undefined): Promise<Loaded<T>> {
  let text = await readSecret(secret);
  if (text === undefined && kind.generate) {
    await createSecretValue(secret, await kind.generate());
    text = await readSecret(secret);
  }
  const checkedAt = performance.now();
  if (old && old.text === text) return { ...old, checkedAt };
  if (text === undefined) return { value: nothing(kind, secret), text, checkedAt };
  try {
    return { value: kind.parse(text), text, checkedAt };
  } catch (error) {
    const why = error instanceof KeyFileError ? error.message : 'not a secret of this version';
    // Without its cause: a parser quotes what it could not read, and causes are logged.
    throw new KeyFileError(`secret ${secret}: ${why}`);
  }
}

function nothing<T>({ absent }: KeySecretKind<T>, secret: string): T {
  if (absent) return absent();
  throw new KeyFileError(`secret ${secret} has no value yet; the first sign-up makes it`);
}
