import { elapsed } from '#lib/drivers/clocks/real.ts';
import { KeyFileError } from './key-file.ts';
import { createSecretValue, readSecret } from './secrets-manager.ts';

/** How one kind of secret is parsed and, where the platform may create it, generated. */
export interface KeySecretKind<T> {
  /** Throws KeyFileError, or any error, for content that is not of this kind. */
  parse(text: string): T;
  /** The first text of a secret without a value. */
  generate?: () => Promise<string>;
  /** The value for a secret without a text. Without `generate` and `absent` it is an error. */
  absent?: () => T;
}

interface Loaded<T> {
  value: T;
  text: string | undefined;
  checkedAt: number;
}

/** Milliseconds after which a secret is read again. A new key is published long before it is used. */
const RECHECK_MS = 300_000;

/** The shortest time in milliseconds between two reads, which callers could otherwise trigger by unknown key ids. */
const LEAST_MS = 1000;

/**
 * A cached reader of secrets in AWS Secrets Manager. The first use reads or creates a secret. Later uses read it again
 * after five minutes, or after a second with `reread`. An unchanged text yields the same object. While Secrets Manager
 * fails, the last value stays in use.
 */
export function keySecretReader<T>(kind: KeySecretKind<T>): (secret: string, reread?: boolean) => Promise<T> {
  const loads = new Map<string, Promise<Loaded<T>>>();
  const start = (secret: string, old?: Loaded<T>): Promise<Loaded<T>> => {
    const loading = load(kind, secret, old);
    loads.set(secret, loading);
    loading.catch(() => loads.get(secret) === loading && loads.delete(secret));
    return loading;
  };
  return async (secret, reread = false) => {
    const loaded = await (loads.get(secret) ?? start(secret));
    const age = elapsed() - loaded.checkedAt;
    if (age < (reread ? LEAST_MS : RECHECK_MS)) return loaded.value;
    loaded.checkedAt = elapsed();
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
  const checkedAt = elapsed();
  if (old && old.text === text) return { ...old, checkedAt };
  if (text === undefined) return { value: nothing(kind, secret), text, checkedAt };
  try {
    return { value: kind.parse(text), text, checkedAt };
  } catch (error) {
    const why = error instanceof KeyFileError ? error.message : 'not a secret of this version';
    // Without the cause: a parser's message quotes its input, and causes are logged.
    throw new KeyFileError(`secret ${secret}: ${why}`);
  }
}

function nothing<T>({ absent }: KeySecretKind<T>, secret: string): T {
  if (absent) return absent();
  throw new KeyFileError(`secret ${secret} has no value yet; the first sign-up makes it`);
}
