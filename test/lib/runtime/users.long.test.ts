import { whereContainersWork } from './support/container-works.ts';
import { describeUsers } from './users-suite.ts';

await whereContainersWork(() => {
  if (process.getuid?.() === 0) describeUsers();
});
