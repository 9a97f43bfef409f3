import type { Socket } from 'node:net';

/** The parts of the platform that machines may reach. */
export const platformParts = ['api', 's3'] as const;
export type PlatformPart = (typeof platformParts)[number];

/** Opens a connection to a part of the platform for this machine. */
export type ReachPlatform = (part: PlatformPart, machine: string) => Promise<Socket>;
