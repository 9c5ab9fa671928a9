/**
 * Prints the `gh api` calls that set the rules of branches, tags and the environment `release`; runs none of them:
 * `node scripts/branch-rules.mjs`. docs/releasing.md says when.
 */
import {readAddress} from './address.mjs';

/**
 * Names of jobs, as GitHub shows them. The platforms of CI follow from its matrix; those that may fail there are not asked for: GitHub
 * reports `continue-on-error` as a failure of the job.
 */
const CHECKS = [
  'Everything, on Linux',
  ...[20, 22, 24].map(node => `ubuntu-latest, Node ${node}`),
  'Signatures of packages',
  'CodeQL, javascript-typescript',
  'CodeQL, actions',
  'Dependency review',
];

/** The app that reports the jobs. Without it a check passes whoever reports it, and whoever may push can. */
const GITHUB_ACTIONS = 15368;

const MAIN = {
  name: 'main',
  target: 'branch',
  enforcement: 'active',
  conditions: {ref_name: {include: ['~DEFAULT_BRANCH'], exclude: []}},
  rules: [
    {type: 'deletion'},
    {type: 'non_fast_forward'},
    {type: 'required_linear_history'},
    {
      type: 'pull_request',
      parameters: {
        required_approving_review_count: 1,
        require_code_owner_review: true,
        dismiss_stale_reviews_on_push: true,
        require_last_push_approval: true,
        required_review_thread_resolution: true,
      },
    },
    {
      type: 'required_status_checks',
      parameters: {
        strict_required_status_checks_policy: true,
        required_status_checks: CHECKS.map(context => ({context, integration_id: GITHUB_ACTIONS})),
      },
    },
  ],
};

/** `v0` moves with each release; `v0.2.0` never does. */
const TAGS = {
  name: 'releases',
  target: 'tag',
  enforcement: 'active',
  conditions: {ref_name: {include: ['refs/tags/v*.*.*'], exclude: []}},
  rules: [{type: 'deletion'}, {type: 'update'}, {type: 'non_fast_forward'}],
};

/**
 * A tag such as `v0` is what users of the Action run, and a new `v1.2.3` starts a release with the workflow of its commit: both are
 * for administrators (role 5) alone.
 */
const TAGGERS = {
  name: 'who tags',
  target: 'tag',
  enforcement: 'active',
  conditions: {ref_name: {include: ['refs/tags/v*'], exclude: []}},
  bypass_actors: [{actor_id: 5, actor_type: 'RepositoryRole', bypass_mode: 'always'}],
  rules: [{type: 'creation'}, {type: 'update'}, {type: 'deletion'}, {type: 'non_fast_forward'}],
};

const ENVIRONMENT = {deployment_branch_policy: {protected_branches: false, custom_branch_policies: true}};

/** A call of the REST API as a command; the body goes in as it is. */
function renderCall(method, path, body) {
  const call = `gh api --method ${method} ${path}`;
  return body === undefined ? call : `${call} --input - <<'JSON'\n${JSON.stringify(body, null, 2)}\nJSON`;
}

const address = readAddress();
if (address === '') {
  console.error('package.json has no repository: run `node scripts/address.mjs OWNER/NAME`');
  process.exitCode = 1;
} else {
  const home = `repos/${address}`;
  const calls = [
    renderCall('POST', `${home}/rulesets`, MAIN),
    renderCall('POST', `${home}/rulesets`, TAGS),
    renderCall('POST', `${home}/rulesets`, TAGGERS),
    renderCall('PUT', `${home}/environments/release`, ENVIRONMENT),
    renderCall('POST', `${home}/environments/release/deployment-branch-policies`, {name: 'v*', type: 'tag'}),
    renderCall('PUT', `${home}/private-vulnerability-reporting`),
    renderCall('PUT', `${home}/actions/permissions/workflow`, {
      default_workflow_permissions: 'read',
      can_approve_pull_request_reviews: false,
    }),
  ];
  console.log(calls.join('\n\n'));
  console.log('\n# Then name the reviewers of the environment "release": Settings, Environments. Its call above, repeated, removes them.');
}
