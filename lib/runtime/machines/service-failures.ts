import type { ServiceFailure } from '#lib/model/compute/service-failure.ts';
import { ignore } from '#lib/runtime/system/errors.ts';

/**
 * How many failures are heard within a time, in milliseconds. A machine whose `systemctl` is the platform's tells half
 * as many, so that what goes beyond is meant to.
 */
const heard = { most: 16, within: 3_600_000 };

/** The word of a failure, and the most bytes of a line that begins with it. */
const word = 'failed ';
export const failureBytes = 1024;

/** The most lines of a failure, and the most characters of one. */
const shown = { lines: 5, characters: 160 };

/** Hears of failed services, as often as it may; `take` says whether a line was of one that it heard. */
export function failureListener(now: () => number) {
  let tell: (news: ServiceFailure) => void = ignore;
  let times: readonly number[] = [];
  return {
    onServiceFailed(listener: typeof tell): void {
      tell = listener;
    },
    take(line: string): boolean {
      const news = line.startsWith(word) && line.length <= failureBytes ? readFailure(line) : undefined;
      times = times.filter((at) => now() - at < heard.within);
      if (!news || times.length >= heard.most) return false;
      times = [...times, now()];
      tell(news);
      return true;
    },
  };
}

/**
 * What a line of a guest says of a failed service; undefined where it is none. What would change how a text is shown is
 * replaced, since the guest may say anything.
 */
export function readFailure(line: string): ServiceFailure | undefined {
  // The bytes of it were read one by one.
  const said = Buffer.from(line.slice(word.length), 'latin1').toString();
  const [unit = '', result = '', ...lines] = said.split('\t');
  if (!/^[A-Za-z0-9:_.\\@-]{1,247}\.service$/.test(unit) || !/^[a-z-]{1,32}$/.test(result)) return undefined;
  return { unit, result, lines: lines.slice(-shown.lines).map(plain) };
}

const plain = (text: string): string =>
  [...text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\ufffd')].slice(0, shown.characters).join('');
