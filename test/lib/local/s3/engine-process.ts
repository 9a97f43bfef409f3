import { startObjectEngine } from '#lib/local/s3/start.ts';

/* An engine in a process of its own, to be killed. */
const [dir = ''] = process.argv.slice(2);
const key = { secret: 'owner-secret', bucket: null, permission: 'owner', status: 'active' } as const;
const engine = await startObjectEngine({ dir, keys: { lookup: async () => key } });
await engine.admin.createBucket({ name: 'crash' }).catch(() => undefined);
process.on('disconnect', () => process.exit(0));
process.on('message', () => {
  void engine.swept().then(() => process.send?.('swept'));
});
process.send?.(engine.endpoint);
