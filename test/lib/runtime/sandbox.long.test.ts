import { describeSandbox } from './sandbox-suite.ts';
import { whereContainersWork } from './support/container-works.ts';

await whereContainersWork(() => {
  describeSandbox(false);
  if (process.getuid?.() === 0) describeSandbox(true);
});
