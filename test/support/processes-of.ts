import { readdirSync, readFileSync } from 'node:fs';

/** The living processes (Linux) that have `word` on their command line or in their environment, this one left out. */
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

/** Their command lines. */
export const processesOf = (word: string): string[] => pidsOf(word).map(({ command }) => command);
