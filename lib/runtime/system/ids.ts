import { DriverError } from '#lib/runtime/driver.ts';

/** Ids become folder names and arguments of processes. */
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,100}$/;

/** Answers the id. Refuses with INVALID an id that cannot name a folder. */
export function checkId(id: string, noun: string): string {
  if (!ID.test(id)) throw new DriverError('INVALID', `not a ${noun} id: ${id.slice(0, 60)}`);
  return id;
}
