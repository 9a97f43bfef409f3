/*
 * The drawings of the pages that the navigation shows, by their paths: lines on 16 by 16 pixels. An empty list has the
 * drawing of its page.
 */
const drawings: Readonly<Record<string, string>> = {
  '/': 'M2.5 7.5 8 3l5.5 4.5V13h-11zM6.5 13V9.5h3V13',
  '/instances': 'M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.01M5 11h.01',
  '/volumes':
    'M3 4.5c0-1.1 2.2-2 5-2s5 .9 5 2-2.2 2-5 2-5-.9-5-2zM3 4.5v7c0 1.1 2.2 2 5 2s5-.9 5-2v-7M3 8c0 1.1 2.2 2 5 2s5-.9 5-2',
  '/snapshots': 'M2.5 5h2.6l1-1.5h3.8l1 1.5h2.6v8h-11zM8 11a2.2 2.2 0 1 0 0-4.4A2.2 2.2 0 0 0 8 11z',
  '/images': 'M8 2.5l5.5 3-5.5 3-5.5-3zM2.5 8 8 11l5.5-3M2.5 10.5l5.5 3 5.5-3',
  '/keys': 'M5.5 13a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM7.3 8.7 13 3M10.5 5.5l2 2',
  '/groups': 'M2.5 2.5H7V7H2.5zM9 9h4.5v4.5H9zM11.3 2.5V7M9 4.8h4.5M2.5 11.3H7',
  '/networks': 'M6 2.5h4V6H6zM2 10h4v3.5H2zM10 10h4v3.5h-4zM8 6v2M4 10V8h8v2',
  '/addresses': 'M8 14s4.5-4.2 4.5-7.5a4.5 4.5 0 0 0-9 0C3.5 9.8 8 14 8 14zM8 8a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  '/load-balancers': 'M8 2v11M8 6l-5 4v3M8 6l5 4v3',
  '/certificates': 'M8 2l5 2v4c0 3-2.2 5-5 6-2.8-1-5-3-5-6V4zM6 8l1.5 1.5 3-3',
  '/buckets': 'M2.5 4h11M3 4l1.2 9.5h7.6L13 4M6 7.5h4',
  '/billing': 'M2 4h12v8.5H2zM2 7h12M5 10h2',
  '/prices': 'M2.5 2.5h5l6 6-5 5-6-6zM5.2 5.2h.01',
  '/iam/users': 'M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3 13.5C3 10.7 5.2 9 8 9s5 1.7 5 4.5',
  '/iam/groups':
    'M6 7.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6zM2 13c0-2.5 1.8-4 4-4s4 1.5 4 4M10.5 3.2a2.3 2.3 0 0 1 0 4M12 9.3c1.3.6 2 1.9 2 3.7',
  '/iam/policies': 'M4 2h5l3 3v9H4zM9 2v3h3M6 8.5h4M6 11h4',
  '/iam/simulate': 'M5.5 2.5h5M6.5 2.5v4L3 13h10L9.5 6.5v-4',
  '/iam/password-policy': 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  '/activity': 'M2 8h3l2-5 3 10 1.5-5H14',
  '/webhooks': 'M6.5 9.5l3-3M7 4.5 8.5 3A3 3 0 0 1 13 7.5L11.5 9M9 11.5 7.5 13A3 3 0 0 1 3 8.5L4.5 7',
  '/quotas': 'M2.5 11.5a5.7 5.7 0 1 1 11 0M8 11l2.5-4',
  '/account':
    'M2 3.5h12v9H2zM5.5 8a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6zM3.8 10.5c.3-1 3.1-1 3.4 0M9.5 7H12M9.5 9.5H12',
  '/team':
    'M8 6.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM4.5 13.5c0-2.5 1.5-4 3.5-4s3.5 1.5 3.5 4M3 8.5a1.5 1.5 0 1 1 1-2.7M13 8.5a1.5 1.5 0 1 0-1-2.7',
  '/platform/hosts': 'M3.5 2h9v12h-9zM6 5h4M6 8h4M8 11.5h.01',
  '/platform/accounts': 'M2 14h12M3 14V2.5h6.5V14M9.5 6.5H13V14M5.5 5.5H7M5.5 8.5H7M5.5 11.5H7',
  '/platform/health': 'M8 13.5S2.5 10.3 2.5 6.4A2.9 2.9 0 0 1 8 5a2.9 2.9 0 0 1 5.5 1.4c0 3.9-5.5 7.1-5.5 7.1z',
  '/platform/log': 'M3 3.5h10M3 6.5h7M3 9.5h10M3 12.5h5',
};

/** The drawing of a page of the navigation, or of one below it; that of the home page for any other. */
export function drawingOf(path: string): string {
  const above = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  return drawings[path] ?? (above ? drawingOf(above) : (drawings['/'] ?? ''));
}
