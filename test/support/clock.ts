import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let file: string | undefined;
let offset = 0;

/** Moves the civil clock ahead by so many seconds, as /dev/clock does; the real clock stays where it is. */
export function advanceClock(seconds: number): void {
  setClock((process.env.SVC_CLOCK_FILE ? offset : 0) + seconds * 1000);
}

/** Sets the civil clock back to the real one. */
export function resetClock(): void {
  setClock(0);
}

function setClock(ms: number): void {
  offset = ms;
  file ??= newFile();
  writeFileSync(file, JSON.stringify({ offset_ms: offset }));
  process.env.SVC_CLOCK_FILE = file;
}

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-clock-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'clock.json');
}
