import { describeAddresses } from './addresses-suite.ts';
import { describeEastWest } from './east-west-suite.ts';
import { describeMetadata } from './metadata-suite.ts';
import { describeNames } from './names-suite.ts';
import { whereContainersWork } from './support/container-works.ts';

await whereContainersWork(() => {
  describeAddresses('container');
  describeEastWest('container');
  describeNames('container');
  describeMetadata('container');
});
