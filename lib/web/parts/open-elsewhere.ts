/**
 * Opens an address that is not the console's in a tab of its own, which cannot reach this one. What is sent to be saved
 * is saved, and the tab closes by itself.
 */
export function openElsewhere(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.click();
}
