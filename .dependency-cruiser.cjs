/** The layers of docs/architecture.md as rules: data flows one way, pure rooms touch nothing, no cycles. */
const PURE =
  '^src/(assert-never|grouping|shell-word|json|service|diagnostics|report|plan|recovery|spec/(document|schema|yaml|shape|examine|finding-limit|check|keys|strictness|normalize|model|types|credits|targets|rules|schedule)|secrets|state/(model|journal|store|state-error|format|fold|memory|origin)|api/(port|wire|answer|errors|operation-answers|retry|list-monitors)|config/(model|settings)|authoring/(?!file-)|init/(?!file-)|action/(model|inputs|event|reviewed-plan|comment|comment-marker|plan-comment|result-output)\\.ts)';

module.exports = {
  forbidden: [
    {name: 'no-cycles', severity: 'error', from: {}, to: {circular: true}},
    {
      name: 'pure-rooms-touch-nothing',
      comment: 'Files, network, processes and the clock belong to the edges; pass their results in.',
      severity: 'error',
      from: {path: PURE},
      to: {path: '^(node:)?(fs|child_process|http|https|net|tls|os|process|timers|undici)'},
    },
    {
      name: 'undici-only-in-the-client',
      severity: 'error',
      from: {pathNot: '^src/(api/http-|action/github-http)'},
      to: {path: 'node_modules/undici'},
    },
    {name: 'ground-floor', severity: 'error', from: {path: '^src/json'}, to: {path: '^src/(?!json)'}},
    {
      name: 'the-table-knows-json-alone',
      severity: 'error',
      from: {path: '^src/service'},
      to: {path: '^src/(?!json|service)'},
    },
    {
      name: 'diagnostics-below-all',
      severity: 'error',
      from: {path: '^src/diagnostics'},
      to: {path: '^src/(?!assert-never|grouping|shell-word|json|diagnostics)'},
    },
    {
      name: 'secrets-know-no-room',
      severity: 'error',
      from: {path: '^src/secrets'},
      to: {path: '^src/(?!assert-never|grouping|shell-word|json|diagnostics|service|secrets)'},
    },
    {
      name: 'spec-looks-down',
      severity: 'error',
      from: {path: '^src/spec'},
      to: {path: '^src/(?!assert-never|grouping|shell-word|json|diagnostics|service|secrets|spec)'},
    },
    {
      name: 'spec-has-an-inside',
      comment: 'Others read specs through document, schema and check; the config shares the words for faults of shape.',
      severity: 'error',
      from: {path: '^src', pathNot: '^src/(spec|config/schema)'},
      to: {path: '^src/spec/(yaml|shape)/'},
    },
    {
      name: 'state-looks-down',
      severity: 'error',
      from: {path: '^src/state'},
      to: {path: '^src/(?!assert-never|grouping|shell-word|json|diagnostics|service|secrets|spec/model|state|context|git|real-path)'},
    },
    {
      name: 'git-stands-alone',
      comment: 'How git is started, the same for the command line and the Action.',
      severity: 'error',
      from: {path: '^src/git'},
      to: {path: '^src/(?!real-path|git)'},
    },
    {
      name: 'plan-looks-down',
      severity: 'error',
      from: {path: '^src/plan'},
      to: {path: '^src/(?!assert-never|grouping|shell-word|json|diagnostics|service|secrets|spec|state/(model|journal)|plan)'},
    },
    {
      name: 'authoring-looks-down',
      comment: 'Writing specs knows what they mean and what the service holds; only its file-* touch the disk, with what init writes by.',
      severity: 'error',
      from: {path: '^src/authoring', pathNot: '^src/authoring/file-'},
      to: {path: '^src/(?!assert-never|grouping|shell-word|json|diagnostics|service|secrets|spec|plan|authoring)'},
    },
    {
      name: 'recovery-looks-down',
      comment: "It rebuilds records as apply makes them, and bodies as people write them; all else about the service is a plan's.",
      severity: 'error',
      from: {path: '^src/recovery'},
      to: {
        path: '^src/(?!assert-never|grouping|shell-word|json|diagnostics|service|secrets|spec|plan|state/(model|journal|fold|format|state-error)|authoring/spec-body|apply/observation|recovery)',
      },
    },
    {
      name: 'init-needs-no-project',
      comment: 'It runs where there is nothing yet: templates, and the disk by what writes a state.',
      severity: 'error',
      from: {path: '^src/init'},
      to: {path: '^src/(?!assert-never|grouping|shell-word|json|refusal|file-error|state/file-(disk|git|write)|git|init)'},
    },
    {
      name: 'config-looks-down',
      severity: 'error',
      from: {path: '^src/config'},
      to: {path: '^src/(?!assert-never|grouping|shell-word|json|diagnostics|service|secrets|spec|refusal|file-error|real-path|config)'},
    },
    {
      name: 'only-the-api-needs-the-library',
      severity: 'error',
      from: {path: '^src', pathNot: '^src/(index\\.ts|library/)'},
      to: {path: '^src/library/'},
    },
    {
      name: 'api-looks-down',
      severity: 'error',
      from: {path: '^src/api'},
      to: {path: '^src/(?!assert-never|grouping|shell-word|json|diagnostics|service|secrets|spec/types|api|context)'},
    },
    {
      name: 'apply-through-ports',
      severity: 'error',
      from: {path: '^src/apply'},
      to: {
        path: '^src/(?!assert-never|grouping|shell-word|json|diagnostics|service|secrets|spec|state/(model|journal|store|state-error|fold|origin)|plan|api/(port|retry|errors|list-monitors)|apply|context)',
      },
    },
    {
      name: 'report-renders-values',
      severity: 'error',
      from: {path: '^src/report'},
      to: {path: '^src/(commands|workflows|emulator|api/http|state/file)'},
    },
    {
      name: 'emulator-stands-alone',
      comment: "The emulator shares only the wire types and the specs' schedule arithmetic with the client.",
      severity: 'error',
      from: {path: '^src/emulator'},
      to: {path: '^src/(?!assert-never|grouping|shell-word|json|emulator|context|spec/(types|schedule|generated)|api/wire)'},
    },
    {
      name: 'nobody-needs-the-emulator',
      severity: 'error',
      from: {path: '^src', pathNot: '^src/(emulator|commands/emulator)'},
      to: {path: '^src/emulator'},
    },
    {name: 'workflows-below-commands', severity: 'error', from: {path: '^src/workflows'}, to: {path: '^src/(commands|cli|main|emulator)'}},
    {
      name: 'action-below-its-edge',
      comment: 'The GitHub Action calls workflows and renderers as commands do, and needs none of them.',
      severity: 'error',
      from: {path: '^src/action/'},
      to: {path: '^src/(commands|cli|main|action\\.ts|process-context|init|emulator)'},
    },
    {name: 'nobody-needs-the-action', severity: 'error', from: {path: '^src', pathNot: '^src/action'}, to: {path: '^src/action/'}},
    {name: 'no-orphans', severity: 'error', from: {orphan: true, path: '^src', pathNot: '\\.d\\.ts$'}, to: {}},
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: {fileName: 'tsconfig.json'},
    doNotFollow: {path: 'node_modules'},
    enhancedResolveOptions: {exportsFields: ['exports'], conditionNames: ['node', 'require', 'default', 'types']},
  },
};
