/** The price of each plan in paise a month, before GST. */
export const planPrices = { free: 0, standard: 49_900, business: 199_900 } as const;
export type PlanId = keyof typeof planPrices;
