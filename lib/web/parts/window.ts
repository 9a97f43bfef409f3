/** Which rows are drawn of a list in which all have one height, and how long the gaps between them are. */
export interface Stretch {
  readonly from: number;
  /** The place after its last row. */
  readonly to: number;
  readonly isDrawn: boolean;
}

/** Where a list of `count` rows of `height` pixels is: its top below the screen's, which is `screen` pixels high. */
export interface Place {
  readonly top: number;
  readonly screen: number;
  readonly height: number;
  readonly count: number;
}

/** Windows begin at every so many rows, so that a list is not drawn again for every pixel that it is scrolled by. */
const step = 4;

/** The first row that is drawn and the one after the last: those on the screen and half a screen around it. */
export function windowOf({ top, screen, height, count }: Place): readonly [number, number] {
  const from = Math.floor((-top - screen / 2) / height / step) * step;
  const to = Math.ceil((-top + screen * 1.5) / height / step) * step;
  const within = (at: number) => Math.min(Math.max(at, 0), count);
  return [within(from), within(to)];
}

/** A list in stretches: the window, and `kept`, a row elsewhere that has to stay, such as the one with the focus. */
export function stretchesOf(count: number, [from, to]: readonly [number, number], kept = -1): Stretch[] {
  const isElsewhere = kept >= 0 && kept < count && (kept < from || kept >= to);
  const drawn: (readonly [number, number])[] = [[Math.min(from, count), Math.min(to, count)]];
  if (isElsewhere) drawn.push([kept, kept + 1]);
  drawn.sort(([one], [other]) => one - other);
  let end = 0;
  const stretches = drawn.flatMap(([first, last]) => {
    const gap = { from: end, to: first, isDrawn: false };
    end = last;
    return [gap, { from: first, to: last, isDrawn: true }];
  });
  return [...stretches, { from: end, to: count, isDrawn: false }].filter((one) => one.from < one.to);
}
