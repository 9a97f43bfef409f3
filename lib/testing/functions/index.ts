export type { Handler } from '#lib/edge/route.ts';
export { call, type Reply, type SignedUp, signedUp } from './call.ts';
export { type Call, eventOf } from './event.ts';
export { accessKey, type Credentials, iamUser } from './iam-users.ts';
export { allItems } from './items.ts';
export { mailsTo } from './mails.ts';
export { type Signing, signed } from './sign.ts';
export { verified } from './verified.ts';
export { type Caller, openWorld, type World, type WorldOptions } from './world.ts';
