/** Routes that answer 403 for whatever session: who came with an access key has none to end. */
const KEYLESS = ['deleteSession'];

/** Whether a status is how a route refuses what is not there: 404, or one of these that do as well. */
export const refuses = (key: string, status: number, ...others: readonly number[]): boolean =>
  status === 404 || others.includes(status) || (status === 403 && KEYLESS.includes(key));
