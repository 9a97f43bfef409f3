/** The maximum number of backends of a load balancer (contract 1.9). */
export const maxBackends = 20;

/** SSH ports that a host gives to its machines: [from, to). */
export const sshPorts = { from: 20_000, to: 30_000 } as const;
