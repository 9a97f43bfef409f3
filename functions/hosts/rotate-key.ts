import { rotateHostKey } from '#lib/domain/compute/hosts/join.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** Changes the key with which a host signs. The previous key stays valid for ten more minutes. */
export const handler = hostRoute('rotateHostKey', ({ host, input }) => rotateHostKey(host, input));
