import type { Socket } from 'node:net';

/** A part of the platform that machines may reach. */
export type PlatformPart = 'api' | 's3';

/** Opens a connection to a part of the platform for the machine of this address. */
export type ReachPlatform = (part: PlatformPart, source: string) => Promise<Socket>;
