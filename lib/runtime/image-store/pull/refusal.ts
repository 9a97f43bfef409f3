/** Why an image cannot be had, in one sentence for its owner. Another attempt would end the same way. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** What failed on the way, and may work another time. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** Text of a stranger's as it may stand in a sentence: at most 200 characters, and none that a terminal obeys. */
export const shown = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 200);
