const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const whole = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });

/** An amount in paise as rupees: 41 is ₹0.41. */
export const money = (paise: number): string => rupees.format(paise / 100);

/** Whole rupees: 299 is ₹299. */
export const wholeRupees = (amount: number): string => whole.format(amount);

/** What changes by an amount in paise: `+₹0.41`, `−₹0.41`. */
export const moneyChange = (paise: number): string => (paise > 0 ? '+' : '') + money(paise).replace('-', '−');
