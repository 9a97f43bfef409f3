import { readdirSync, readFileSync } from 'node:fs';

/** The living processes (Linux) that have `word` on their command line or in their environment, this one left out. */
export function processesOf(word: string): string[] {
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
    .map((pid) => read(pid, 'cmdline'))
    .filter((command) => command !== '');
}
