import { rotateHostKey } from '#lib/domain/compute/hosts/join.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** Has a host sign with another key; the one before is good for ten more minutes. */
export const handler = hostRoute('rotateHostKey', ({ host, input }) => rotateHostKey(host, input));
