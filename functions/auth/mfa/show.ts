import { showMfa } from '#lib/domain/identity/mfa/show.ts';
import { route } from '#lib/edge/route.ts';
import { mfa } from '#lib/model/identity/mfa.ts';

/** Shows whether the caller uses one-time codes. */
export const handler = route({ name: 'getMfa', action: null, reply: mfa }, (context) => showMfa(context));
