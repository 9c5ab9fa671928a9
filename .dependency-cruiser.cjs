/** The layers of docs/architecture.md as rules: arrows go one way, pure rooms touch nothing, no cycles. */
const PURE = [
  '^src/rendering/',
  '^src/core/(base/(?!version)|json|service|diagnostics|plan|recovery|observe|secrets)/',
  '^src/core/specs/(document|schema|yaml|shape|examine|finding-limit|check|keys|strictness|normalize|desired-monitor|types|credits|targets|rules|schedule)',
  '^src/core/specs/fleet/(?!data-file)',
  '^src/core/state/(state|journal|store|format|remote|addresses|fold|marks|origin)',
  '^src/core/api/(port|check-port|scrape-port|read-alerts|read-checks|read-scrape|wire|answer|classify-|hide-secrets|endpoint|service-text|retry|list-monitors)',
  '^src/core/config/(config\\.ts|check|settings)',
  '^src/core/writing/(?!file-)',
  '^src/features/[a-z]+/((file|factor|place|checks|run|status)-)?document\\.ts',
  '^src/features/[a-z]+/(text|checks-text|run-text|status-text|markdown|sentences|findings|formats|details|reach|allowed|github|gitlab|sarif|progress)\\.ts',
  '^src/features/(report/(html|fleet)|try/(page|noise)|editor/completion|changes/formats|tune/(lines|history))',
  '^src/features/init/(?!init|file-)',
  '^src/doors/action/(ports|inputs|event|reviewed-plan|comment|findings-markdown|plan-comment|result-output)\\.ts',
];

/** The features that one builds on; each pair has its reason in docs/architecture.md. */
const FEATURES = {
  apply: ['plan'],
  accept: ['plan'],
  adopt: ['plan'],
  alerts: ['observe'],
  drift: ['plan', 'observe'],
  recover: ['apply', 'state'],
  changes: ['observe'],
  report: ['plan', 'observe', 'render', 'changes'],
  resolve: ['apply', 'state'],
  try: ['observe'],
  tune: ['observe', 'changes', 'plan', 'accept', 'try'],
};

/** Modules of `from` may import those of `to` alone. */
function only(name, from, to, comment) {
  return {name, ...(comment === undefined ? {} : {comment}), severity: 'error', from: {path: from}, to: {path: `^src/(?!${to})`}};
}

module.exports = {
  forbidden: [
    {name: 'no-cycles', severity: 'error', from: {}, to: {circular: true}},
    {
      name: 'pure-rooms-touch-nothing',
      comment: 'Files, network, processes and the clock belong to the edges; pass their results in.',
      severity: 'error',
      from: {path: PURE},
      to: {path: '^(node:)?(fs|child_process|http|https|net|tls|os|process|timers|undici|pg$)'},
    },
    {
      name: 'pg-only-in-its-store',
      severity: 'error',
      from: {pathNot: '^src/stores/postgres/session'},
      to: {path: 'node_modules/pg/'},
    },
    {
      name: 'undici-only-in-the-client',
      severity: 'error',
      from: {pathNot: '^src/(core/api/http-|doors/action/github-http)'},
      to: {path: 'node_modules/undici'},
    },

    // The layers.
    only('core-looks-down', '^src/core', 'core/'),
    only('stores-look-down', '^src/stores', 'core/|stores/'),
    {
      name: 'stores-stand-alone',
      severity: 'error',
      from: {path: '^src/stores/([^/]+)/'},
      to: {path: '^src/stores/', pathNot: '^src/stores/$1/'},
    },
    only('rendering-looks-down', '^src/rendering', 'core/|rendering/'),
    only('project-looks-down', '^src/project/(?!door\\.ts)', 'core/|stores/|project/'),
    only(
      'the-door-names-the-look',
      '^src/project/door\\.ts',
      'core/|project/|rendering/render-options',
      'Its port says how texts look, and makes none.',
    ),
    only('features-look-down', '^src/features', 'core/|rendering/|project/|features/'),
    {
      name: 'features-stand-alone',
      comment: 'A pair that is not in the table above wants its reason first.',
      severity: 'error',
      from: {path: '^src/features/([^/]+)/', pathNot: `^src/features/(${Object.keys(FEATURES).join('|')})/`},
      to: {path: '^src/features/', pathNot: '^src/features/$1/'},
    },
    ...Object.entries(FEATURES).map(([feature, others]) =>
      only(
        `${feature}-builds-on-few`,
        `^src/features/${feature}/`,
        `core/|rendering/|project/|features/(${[feature, ...others].join('|')})/`,
      ),
    ),
    only('doors-open-no-store', '^src/doors', 'core/|rendering/|project/|features/|doors/|emulator/|index\\.ts'),
    {
      name: 'emulator-stands-alone',
      comment: "The emulator shares the table of the service's types with the client, and nothing that decides.",
      severity: 'error',
      from: {path: '^src/emulator'},
      to: {path: '^src/(?!core/(base|json|service)/|emulator)'},
    },
    {
      name: 'only-its-command-needs-the-emulator',
      severity: 'error',
      from: {path: '^src', pathNot: '^src/(emulator|doors/cli/commands/emulator)'},
      to: {path: '^src/emulator'},
    },

    // The doors.
    {
      name: 'only-the-api-needs-the-library',
      severity: 'error',
      from: {path: '^src', pathNot: '^src/(index\\.ts|doors/library/)'},
      to: {path: '^src/doors/library/'},
    },
    {
      name: 'action-below-its-edge',
      comment: 'The GitHub Action calls features and renderers as commands do, and needs no command.',
      severity: 'error',
      from: {path: '^src/doors/action/', pathNot: '^src/doors/action/main'},
      to: {path: '^src/(main|doors/cli/|features/init|emulator)'},
    },
    {
      name: 'only-main-needs-the-action',
      severity: 'error',
      from: {path: '^src', pathNot: '^src/(doors/action|main)'},
      to: {path: '^src/doors/action/'},
    },

    // The rooms of the core.
    only('base-knows-nothing', '^src/core/base', 'core/base/'),
    only('json-knows-nothing', '^src/core/json', 'core/json/'),
    only('files-know-little', '^src/core/files', 'core/(base|diagnostics|files)/', 'Paths and files as every room meets them.'),
    only('the-table-knows-json-alone', '^src/core/service', 'core/(json|service)/'),
    only('diagnostics-below-all', '^src/core/diagnostics', 'core/(base|json|diagnostics)/'),
    only('secrets-know-no-room', '^src/core/secrets', 'core/(base|json|diagnostics|service|secrets)/'),
    only('git-stands-alone', '^src/core/git', 'core/(base|diagnostics|files|git)/', 'How git is started, the same for all doors.'),
    only('specs-look-down', '^src/core/specs', 'core/(base|json|diagnostics|service|secrets|files|specs)/'),
    {
      name: 'specs-have-an-inside',
      comment: 'Others read specs through document, schema and check; the config shares the words for faults of shape.',
      severity: 'error',
      from: {path: '^src', pathNot: '^src/core/(specs|config/check)'},
      to: {path: '^src/core/specs/(yaml|shape)/'},
    },
    only(
      'config-looks-down',
      '^src/core/config',
      'core/(base|json|diagnostics|service|secrets|specs|files|state/addresses|config)/',
      'Of the state, the kinds of servers that a config can name.',
    ),
    only(
      'state-looks-down',
      '^src/core/state',
      'core/(base|json|diagnostics|service|secrets|specs/(desired-monitor|sync|targets)|state|git|files)',
    ),
    only('plan-looks-down', '^src/core/plan', 'core/(base|json|diagnostics|service|secrets|specs|state/(state|journal)|plan)'),
    {
      name: 'writing-looks-down',
      comment: 'Writing specs knows what they mean and what the service holds; only its file-* touch the disk.',
      severity: 'error',
      from: {path: '^src/core/writing', pathNot: '^src/core/writing/file-'},
      to: {path: '^src/core/(?!base|json|diagnostics|service|secrets|specs|plan|writing)'},
    },
    only(
      'recovery-looks-down',
      '^src/core/recovery',
      'core/(base|json|diagnostics|service|secrets|specs|plan|state/(state|journal|fold|removed|format)|writing/spec-body|apply/observation|recovery)',
      "It rebuilds records as apply makes them, and bodies as people write them; all else about the service is a plan's.",
    ),
    only(
      'observe-looks-down',
      '^src/core/observe',
      'core/(base|json|diagnostics|service|specs/(schedule|credits)|api/(port|check-port|scrape-port|read-checks|read-alerts)|observe)',
      'What monitors do, from what the client read.',
    ),
    only('api-looks-down', '^src/core/api', 'core/(base|json|diagnostics|service|secrets|specs/types|api)'),
    only(
      'apply-through-ports',
      '^src/core/apply',
      'core/(base|json|diagnostics|service|secrets|specs|state/(state|journal|store|state-locked|fold|origin)|plan|api/(port|check-port|retry|list-monitors)|apply)',
    ),
    {name: 'no-orphans', severity: 'error', from: {orphan: true, path: '^src', pathNot: '\\.d\\.ts$'}, to: {}},
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: {fileName: 'tsconfig.json'},
    doNotFollow: {path: 'node_modules'},
    enhancedResolveOptions: {exportsFields: ['exports'], conditionNames: ['node', 'require', 'default', 'types']},
  },
};
