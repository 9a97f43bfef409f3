import { readdirSync, readFileSync } from 'node:fs';

/** The living processes (Linux) with `word` on their command line or in their environment, without this one. */
export function pidsOf(word: string): { pid: number; command: string }[] {
  const read = (pid: string, name: string) => {
    try {
      return readFileSync(`/proc/${pid}/${name}`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return '';
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => read(pid, 'cmdline').includes(word) || read(pid, 'environ').includes(word))
    .map((pid) => ({ pid: Number(pid), command: read(pid, 'cmdline') }))
    .filter(({ command }) => command !== '');
}

/** The command lines of these processes. */
export const processesOf = (word: string): string[] => pidsOf(word).map(({ command }) => command);
