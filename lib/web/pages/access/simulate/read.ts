/** The words of a line, which spaces or commas separate. */
export const wordsOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** The facts of a line such as `svc:PlanPriceMonthly=2000 svc:Tag/env=dev`; numbers and truths are such. */
export const contextOf = (text: string): Record<string, string | number | boolean> =>
  Object.fromEntries(
    wordsOf(text).flatMap((word) => {
      const at = word.indexOf('=');
      return at > 0 ? [[word.slice(0, at), factOf(word.slice(at + 1))]] : [];
    }),
  );

function factOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
