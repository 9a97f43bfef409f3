/** An amount as people type it, in paise: "1,000.50" and "₹1000.5" are 100050. Undefined for anything else. */
export function paiseOf(text: string): number | undefined {
  const match = /^₹?\s*(\d[\d,]*)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, whole = '', part = ''] = match;
  return Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'));
}

/** Paise as one would type them: 100050 is "1000.50", 100000 is "1000". */
export const rupeesOf = (paise: number): string => (paise % 100 === 0 ? String(paise / 100) : (paise / 100).toFixed(2));
