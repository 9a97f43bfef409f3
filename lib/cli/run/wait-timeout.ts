import { usage } from '#lib/cli/failure.ts';

/** The seconds of a `--wait-timeout`. Refuses what is no number above 0. */
export function waitTimeoutOf(text: unknown): number {
  const seconds = Number(text);
  if (!(seconds > 0)) throw usage('--wait-timeout: must be a number of seconds greater than 0');
  return seconds;
}
