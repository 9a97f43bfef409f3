/** The most shards into which an index of work is divided. */
export const mostShards = 16;

/** Which of the runs that share the work of a scheduled task this is, from 0, and how many they are. */
export interface Share {
  readonly run: number;
  readonly of: number;
}

/** One run has all of the work. */
export const allWork: Share = { run: 0, of: 1 };

/** The name under which the end of one of the runs of a scheduled task is noted: the task's own for the first. */
export const nameOfRun = (schedule: string, run: number): string => (run === 0 ? schedule : `${schedule}_${run}`);

/**
 * The place of an id among `spread` places, from 0: always the same one, and ids are shared out among all of them. 0
 * where there is one place or none.
 */
export function placeOf(id: string, spread: number): number {
  if (spread <= 1) return 0;
  let sum = 0;
  for (let at = 0; at < id.length; at++) sum = (Math.imul(sum, 31) + id.charCodeAt(at)) >>> 0;
  return sum % spread;
}
