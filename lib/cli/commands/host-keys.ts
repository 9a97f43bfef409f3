import { readText, writePrivately } from '#lib/cli/config/files.ts';
import { formed } from '#lib/cli/forms.ts';

/** What is needed of a machine to know it by its host key. */
interface Host {
  readonly id: string;
  readonly host_key: string | null;
}

/**
 * Writes the host key that the platform names for a machine into a file of known hosts, in place of an earlier one.
 * False where the platform knows none. Refuses what is no key: the first that comes must not be taken in its place.
 */
export function keepHostKey(file: string, { id: given, host_key }: Host): boolean {
  if (host_key === null || host_key === undefined) return false;
  const id = formed('id', given);
  const line = `${id} ${formed('host_key', host_key)}`;
  const lines = (readText(file) ?? '').split('\n').filter((one) => one !== '');
  if (lines.includes(line)) return true;
  const others = lines.filter((one) => !one.startsWith(`${id} `));
  writePrivately(file, `${[...others, line].join('\n')}\n`);
  return true;
}
