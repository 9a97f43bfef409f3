/** The maximum number of backends of a load balancer (contract 1.9). */
export const maxBackends = 20;
