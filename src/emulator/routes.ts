/** The operations: `create` and `scrape` are documented (API v2, "Endpoints"), the others were observed. */
export type RouteName = 'create' | 'list' | 'get' | 'update' | 'delete' | 'run' | 'checks' | 'check' | 'credits' | 'scrape';

/** All operations. */
export const operationNames: readonly RouteName[] = [
  'create',
  'list',
  'get',
  'update',
  'delete',
  'run',
  'checks',
  'check',
  'credits',
  'scrape',
];

/** Request that a method and a path stand for. */
interface Route {
  /** Undefined for a method that the path does not have. */
  readonly operation: RouteName | undefined;
  /** The monitor's id as the path has it; undefined where it has none. */
  readonly id: string | undefined;
  /** The check's id as the path has it; undefined where it has none. */
  readonly checkId: string | undefined;
  /** The methods that the path has. */
  readonly methods: readonly string[];
}

type Methods = Readonly<Record<string, RouteName>>;

const paths: readonly (readonly [RegExp, Methods])[] = [
  [/^\/v2\/monitor$/, {POST: 'create', GET: 'list'}],
  [/^\/v2\/monitor\/([^/]+)$/, {GET: 'get', PATCH: 'update', DELETE: 'delete'}],
  [/^\/v2\/monitor\/([^/]+)\/run$/, {POST: 'run'}],
  [/^\/v2\/monitor\/([^/]+)\/checks$/, {GET: 'checks'}],
  [/^\/v2\/monitor\/([^/]+)\/checks\/([^/]+)$/, {GET: 'check'}],
  [/^\/v2\/team\/credit-usage$/, {GET: 'credits'}],
  [/^\/v2\/scrape$/, {POST: 'scrape'}],
];

/** Finds what a request asks for, of these operations; undefined for an unknown path. */
export function findRoute(method: string, path: string, offered: ReadonlySet<RouteName>): Route | undefined {
  for (const [pattern, all] of paths) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const methods = Object.entries(all).filter(([, operation]) => offered.has(operation));
    if (methods.length === 0) return undefined;
    const operation = methods.find(([name]) => name === method)?.[1];
    return {operation, id: match[1], checkId: match[2], methods: methods.map(([name]) => name)};
  }
  return undefined;
}
