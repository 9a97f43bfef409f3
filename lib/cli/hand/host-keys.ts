import { readText, writePrivately } from '#lib/cli/config/files.ts';

/** What is needed of a machine to know it by its host key. */
interface Host {
  readonly id: string;
  readonly host_key: string | null;
}

/**
 * Writes the host key that the platform names for a machine into a file of known hosts, in place of an earlier one.
 * False where the platform knows none.
 */
export function keepHostKey(file: string, { id, host_key }: Host): boolean {
  if (!host_key || !/^[a-z0-9-]{1,40} [A-Za-z0-9+/=]{1,2000}$/.test(host_key)) return false;
  const line = `${id} ${host_key}`;
  const lines = (readText(file) ?? '').split('\n').filter((one) => one !== '');
  if (lines.includes(line)) return true;
  const others = lines.filter((one) => !one.startsWith(`${id} `));
  writePrivately(file, `${[...others, line].join('\n')}\n`);
  return true;
}
