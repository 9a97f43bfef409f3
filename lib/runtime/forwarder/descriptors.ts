import { openFilesAllowed } from '#lib/runtime/system/open-files.ts';

/** The descriptors that one machine or network holds. */
export interface Share {
  /**
   * Takes `count` descriptors and answers a function that returns them. Null when the share would then hold more than
   * stays free for others.
   */
  take(count: number): (() => void) | null;
}

/**
 * Descriptors that many shares divide. A share may hold at most as many as stay free, so that a later share gets some.
 */
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

/**
 * The descriptors of this process for machines' ports and flows. The other half is for logins and the process's own
 * work.
 */
export const forwarding = new Descriptors(Math.floor(openFilesAllowed() / 2));
