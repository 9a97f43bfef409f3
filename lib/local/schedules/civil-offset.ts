import { readFileSync } from 'node:fs';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { replaceFile } from '#lib/local/data/files.ts';

/** Moves the civil clock; `lib/drivers/clocks/civil.ts` reads what it writes. */
export interface CivilOffset {
  now(): Date;
  offsetMs(): number;
  /** Moves the clock to `offsetMs` ahead of the real one, durably. */
  set(offsetMs: number): void;
}

/** The offset in the file that SVC_CLOCK_FILE names, `{"offset_ms":n}`; 0 while there is none. */
export function civilOffset(file: string): CivilOffset {
  const offsetMs = () => {
    try {
      return (JSON.parse(readFileSync(file, 'utf8')) as { offset_ms: number }).offset_ms;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
      throw error;
    }
  };
  return {
    now: civilNow,
    offsetMs,
    set: (offset_ms) => replaceFile(file, `${JSON.stringify({ offset_ms })}\n`),
  };
}
