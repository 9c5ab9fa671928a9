import {findPullRequest} from '../../../src/project/pull-request';

test.each([
  {GITHUB_EVENT_NAME: 'pull_request'},
  {GITHUB_EVENT_NAME: 'pull_request_target'},
  {GITHUB_HEAD_REF: 'fix'},
  {GITHUB_REF: 'refs/pull/7/merge'},
  {CI_MERGE_REQUEST_IID: '7'},
  {CI_PIPELINE_SOURCE: 'merge_request_event'},
  {CI_PIPELINE_SOURCE: 'external_pull_request_event'},
  {BITBUCKET_PR_ID: '7'},
  {BUILD_REASON: 'PullRequest'},
  {SYSTEM_PULLREQUEST_PULLREQUESTID: '7'},
  {BUILD_SOURCEBRANCH: 'refs/pull/7/merge'},
  {CHANGE_ID: '7'},
  {ghprbPullId: '7'},
  {CIRCLE_PULL_REQUEST: 'https://github.com/a/b/pull/7'},
  {BUILDKITE_PULL_REQUEST: '7'},
])('%j is a pull or merge request', env => {
  expect(findPullRequest(env)).toBe(Object.keys(env)[0]);
});

test.each([
  {},
  {CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'schedule', GITHUB_REF: 'refs/heads/main', GITHUB_HEAD_REF: ''},
  {GITLAB_CI: 'true', CI_PIPELINE_SOURCE: 'push'},
  {BUILD_REASON: 'Schedule', BUILD_SOURCEBRANCH: 'refs/heads/main'},
  {BUILDKITE_PULL_REQUEST: 'false'},
  {TRAVIS_PULL_REQUEST: 'false'},
])('%j is none', env => {
  expect(findPullRequest(env)).toBeNull();
});
