import { CLASS_NAMES, FIRST_USER_CLASS } from '../../src/kinds/pointcloud/records/class-names.ts';

/** Names of classes of points, as a module of the web application. */
export const webClassNames = (): string => `import { i18n } from '../../../languages/i18n.ts';

// Made from src/kinds/pointcloud/records/class-names.ts, by \`npm run docs\`.

/** Names of the classes of LAS 1.4 R15. */
export const CLASS_NAMES: readonly string[] = [
${CLASS_NAMES.map((name) => `  i18n.t('${name}'),\n`).join('')}];

/** Classes from this number on are defined by the user. */
export const FIRST_USER_CLASS = ${FIRST_USER_CLASS};
`;
