import { environment } from '#lib/model/platform/settings.ts';

/** A variable of this process, in which the functions run; undefined where it is not set. */
export const variable = (name: string): string | undefined => environment()[name];

/** Sets a variable for the functions, from their next reading on; undefined removes it. */
export function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) delete environment()[name];
  else environment()[name] = value;
}
