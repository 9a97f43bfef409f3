import type { Form } from './setting-forms.ts';

/** One environment variable: its form, and its value if it is not set. */
export interface Setting<T> extends Form<NonNullable<T>> {
  readonly fallback: T;
}

/** A variable that may be unset. */
export const unset = <T>(form: Form<T>) => ({ ...form, fallback: undefined }) as Setting<T | undefined>;

/** A variable with a default. */
export const or = <T>(form: Form<T>, fallback: T) => ({ ...form, fallback }) as Setting<T>;

/** The environment of a process: every variable with its text. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable with invalid text. The message names the variable, the text and what is allowed. */
class SettingError extends Error {
  override readonly name = 'SettingError';
}

/** The value of a variable in an environment, or its default. Throws SettingError for invalid text. */
export function read<T>({ parse, allowed, fallback }: Setting<T>, name: string, env: Environment): T {
  const value = env[name]?.trim();
  if (!value) return fallback;
  const parsed = parse(value);
  if (parsed === undefined) throw new SettingError(`${name}: "${value}" is not ${allowed}`);
  return parsed;
}
