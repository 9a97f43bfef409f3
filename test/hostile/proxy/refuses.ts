/** Whether a status is a refusal: one of ours, or none since the connection was ended (0). */
export const refuses = (status: number): boolean => [0, 400, 403, 502].includes(status);
