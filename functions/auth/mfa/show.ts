import { showMfa } from '#lib/domain/identity/mfa/show.ts';
import { route } from '#lib/edge/route.ts';
import { mfa } from '#lib/model/identity/mfa.ts';

/** The state of the caller's one-time codes. */
export const handler = route({ name: 'getMfa', action: null, reply: mfa }, (context) => showMfa(context));
