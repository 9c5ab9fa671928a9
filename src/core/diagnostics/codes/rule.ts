import {codePages} from './code-page';

/** Codes of the family `rule/`: the rules of a team in `monitors.config.yaml`. */
export const ruleCodes = codePages({
  'rule/required': {
    meaning: 'A required member is missing or empty.',
    fix: 'Add it.',
  },
  'rule/not-allowed': {
    meaning: 'The value matches no glob of the rule. `${env:}` in a host never matches a wildcard.',
    fix: 'Use an allowed value.',
  },
  'rule/interval': {
    meaning: 'Checks run more often than a rule allows.',
    fix: 'Check less often.',
  },
  'rule/credits': {
    meaning: 'The monitors of a rule cost more than it allows.',
    fix: 'Check less often, or raise `maxCreditsPerMonth`.',
  },
  'rule/too-much-work': {
    meaning: 'The rules would take too long to judge this monitor.',
    fix: 'Use fewer globs and wildcards.',
  },
});
