import type { Form } from './setting-forms.ts';

/** One environment variable: what it may be, and its value where it is not set. */
export interface Setting<T> extends Form<NonNullable<T>> {
  readonly fallback: T;
}

/** A variable that need not be set. */
export const unset = <T>(form: Form<T>) => ({ ...form, fallback: undefined }) as Setting<T | undefined>;

/** A variable with a default. */
export const or = <T>(form: Form<T>, fallback: T) => ({ ...form, fallback }) as Setting<T>;

/** The environment of a process: every variable with its text. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable whose text is not allowed; the message names both, and what is allowed. */
class SettingError extends Error {
  override readonly name = 'SettingError';
}

/** The value of a variable in an environment, or its fallback. Throws SettingError for what is not allowed. */
export function read<T>({ parse, allowed, fallback }: Setting<T>, name: string, env: Environment): T {
  const value = env[name]?.trim();
  if (!value) return fallback;
  const parsed = parse(value);
  if (parsed === undefined) throw new SettingError(`${name}: "${value}" is not ${allowed}`);
  return parsed;
}
