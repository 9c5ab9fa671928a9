type Env = Readonly<Record<string, string | undefined>>;

/** Variables of CIs that are set, and not `false`, where a pull or merge request is built. */
const REQUEST_VARIABLES = [
  'GITHUB_HEAD_REF',
  'CI_MERGE_REQUEST_ID',
  'CI_MERGE_REQUEST_IID',
  'CI_EXTERNAL_PULL_REQUEST_IID',
  'BITBUCKET_PR_ID',
  'SYSTEM_PULLREQUEST_PULLREQUESTID',
  'SYSTEM_PULLREQUEST_PULLREQUESTNUMBER',
  'CHANGE_ID',
  'ghprbPullId',
  'CIRCLE_PULL_REQUEST',
  'CIRCLE_PULL_REQUESTS',
  'CIRCLE_PR_NUMBER',
  'BUILDKITE_PULL_REQUEST',
  'TRAVIS_PULL_REQUEST',
  'DRONE_PULL_REQUEST',
  'APPVEYOR_PULL_REQUEST_NUMBER',
];

/** Variables that say why a CI runs, and words for a pull or merge request. */
const REASONS: readonly (readonly [name: string, words: RegExp])[] = [
  ['GITHUB_EVENT_NAME', /^pull_request/],
  ['GITHUB_REF', /^refs\/pull\//],
  ['CI_PIPELINE_SOURCE', /^(?:merge_request_event|external_pull_request_event)$/],
  ['BUILD_REASON', /^PullRequest$/i],
  ['BUILD_SOURCEBRANCH', /^refs\/pull\//],
];

/** The variable by which a CI says that it builds a pull or merge request, whose author wrote the files; null where none does. */
export function findPullRequest(env: Env): string | null {
  const set = REQUEST_VARIABLES.find(name => !['', 'false'].includes((env[name] ?? '').trim().toLowerCase()));
  return set ?? REASONS.find(([name, words]) => words.test((env[name] ?? '').trim()))?.[0] ?? null;
}
