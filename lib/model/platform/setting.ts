import type { Form } from './setting-forms.ts';

/** One environment variable: what it may be, and its value where it is not set. */
export interface Setting<T> extends Form<NonNullable<T>> {
  readonly fallback: T;
}

/** A variable that need not be set. */
export const unset = <T>(form: Form<T>) => ({ ...form, fallback: undefined }) as Setting<T | undefined>;

/** A variable with a default. */
export const or = <T>(form: Form<T>, fallback: T) => ({ ...form, fallback }) as Setting<T>;
