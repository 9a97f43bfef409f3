/** An amount in paise as messages show it: `₹1.40`. */
export const rupees = (paise: number): string => `${paise < 0 ? '-' : ''}₹${(Math.abs(paise) / 100).toFixed(2)}`;
