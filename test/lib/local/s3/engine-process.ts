import { startObjectEngine } from '#lib/local/s3/start.ts';

/* An engine in a process of its own, which the test kills. A message asks what a bucket holds once all is swept. */
const [dir = ''] = process.argv.slice(2);
const key = { secret: 'owner-secret', bucket: null, permission: 'owner', status: 'active' } as const;
const engine = await startObjectEngine({ dir, keys: { lookup: async () => key } });
await engine.admin.createBucket({ name: 'crash' }).catch(() => undefined);
await engine.admin.createBucket({ name: 'versions', versioning: 'enabled' }).catch(() => undefined);
process.on('disconnect', () => process.exit(0));
process.on('message', (bucket: string) => {
  void engine.swept().then(async () => process.send?.(await engine.admin.usage(bucket)));
});
process.send?.(engine.endpoint);
