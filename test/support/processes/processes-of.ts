import { readdirSync, readFileSync } from 'node:fs';

/** The command lines of living processes (Linux) with `word` there or in their environment, without this one. */
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
