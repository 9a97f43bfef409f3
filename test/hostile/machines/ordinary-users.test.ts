import { describeUsersOfOrdinaryUser } from './suite.ts';

await describeUsersOfOrdinaryUser();
