import { openFilesAllowed } from '#lib/runtime/system/open-files.ts';

/** What one machine or network takes of the whole. */
export interface Share {
  /** Takes so many and answers how to give them back; null where that would be more than stays free for others. */
  take(count: number): (() => void) | null;
}

/** Descriptors that many share: whoever takes most still leaves as many as it has, so that whoever comes next gets some. */
export class Descriptors {
  #free: number;

  constructor(total: number) {
    this.#free = total;
  }

  share(): Share {
    let held = 0;
    const move = (count: number) => {
      held += count;
      this.#free -= count;
    };
    return {
      take: (count) => {
        if (held + count > this.#free - count) return null;
        move(count);
        let given = false;
        return () => {
          if (!given) move(-count);
          given = true;
        };
      },
    };
  }
}

/** Of this process, what is for machines' ports and flows: the other half is for logins and its own work. */
export const forwarding = new Descriptors(Math.floor(openFilesAllowed() / 2));
