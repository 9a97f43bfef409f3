import { generate } from 'otplib';
import { realNow } from '#lib/drivers/clocks/real.ts';

/** The code that an authenticator app shows for this seed now, or so many steps of 30 s later. */
export const codeFor = (secret: string, steps = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(realNow().getTime() / 1000) + 30 * steps });

/** A code that is wrong now and at every step that would count. */
export async function wrongCode(secret: string): Promise<string> {
  const near = await Promise.all([-2, -1, 0, 1, 2].map((steps) => codeFor(secret, steps)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) as string;
}
