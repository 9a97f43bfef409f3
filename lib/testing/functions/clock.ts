import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { give, settingOf } from './environment.ts';
import { newFolder } from './folder.ts';

let file: string | undefined;
let offset = 0;

/** Moves the civil clock ahead by so many seconds, as /dev/clock does; the real clock stays where it is. */
export function advanceClock(seconds: number): void {
  setClock((settingOf('SVC_CLOCK_FILE') ? offset : 0) + seconds * 1000);
}

/** Sets the civil clock back to the real one. */
export function resetClock(): void {
  setClock(0);
}

function setClock(ms: number): void {
  offset = ms;
  file ??= join(newFolder('clock'), 'clock.json');
  writeFileSync(file, JSON.stringify({ offset_ms: offset }));
  give({ SVC_CLOCK_FILE: file });
}
