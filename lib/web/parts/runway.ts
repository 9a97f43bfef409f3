const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** How long a number of hours is, for people: "12 days", "5 hours", "less than an hour". */
export function lasts(hours: number): string {
  if (hours < 1) return 'less than an hour';
  if (hours < 48) return counted(Math.floor(hours), 'hour');
  const days = Math.floor(hours / 24);
  if (days < 730) return counted(days, 'day');
  return counted(Math.floor(days / 365), 'year');
}
