import { DriverError } from '#lib/runtime/driver.ts';

/** Ids become folder names and process arguments. */
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,100}$/;

/** The id; INVALID for one that cannot name a folder. */
export function checkId(id: string, noun: string): string {
  if (!ID.test(id)) throw new DriverError('INVALID', `not a ${noun} id: ${id.slice(0, 60)}`);
  return id;
}
