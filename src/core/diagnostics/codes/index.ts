import action from './action.json';
import alerts from './alerts.json';
import apply from './apply.json';
import bookmark from './bookmark.json';
import type {CodePage} from './code-page';
import config from './config.json';
import file from './file.json';
import fleet from './fleet.json';
import git from './git.json';
import list from './list.json';
import live from './live.json';
import page from './page.json';
import plan from './plan.json';
import risk from './risk.json';
import rule from './rule.json';
import schedule from './schedule.json';
import schema from './schema.json';
import secret from './secret.json';
import service from './service.json';
import spec from './spec.json';
import state from './state.json';
import tune from './tune.json';
import yaml from './yaml.json';

const pages = {
  ...file,
  ...yaml,
  ...schema,
  ...spec,
  ...fleet,
  ...list,
  ...schedule,
  ...service,
  ...risk,
  ...rule,
  ...secret,
  ...config,
  ...state,
  ...git,
  ...plan,
  ...live,
  ...bookmark,
  ...apply,
  ...action,
  ...page,
  ...alerts,
  ...tune,
} satisfies Record<string, CodePage>;

/** `family/name`, e.g. `schema/unknown-field`. */
export type DiagnosticCode = keyof typeof pages;

/** Every code of a finding or `UserError`, with its page. */
export const diagnosticCodes: Readonly<Record<DiagnosticCode, CodePage>> = pages;
