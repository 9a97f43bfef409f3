const made = new Map<number, Intl.NumberFormat>();

/** How rupees are written, with this many digits of paise. It is made when it is first needed: that takes 30 ms. */
function rupees(digits: 0 | 2): Intl.NumberFormat {
  const known = made.get(digits);
  if (known) return known;
  const format = new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  made.set(digits, format);
  return format;
}

/** An amount in paise as rupees: 41 is ₹0.41. */
export const money = (paise: number): string => rupees(2).format(paise / 100);

/** Whole rupees: 299 is ₹299. */
export const wholeRupees = (amount: number): string => rupees(0).format(amount);

/** What changes by an amount in paise: `+₹0.41`, `−₹0.41`. */
export const moneyChange = (paise: number): string => (paise > 0 ? '+' : '') + money(paise).replace('-', '−');
