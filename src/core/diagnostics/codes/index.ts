import {actionCodes} from './action';
import {applyCodes} from './apply';
import type {CodePage} from './code-page';
import {configCodes} from './config';
import {fileCodes} from './file';
import {fleetCodes} from './fleet';
import {gitCodes} from './git';
import {layerCodes} from './layers';
import {liveCodes} from './live';
import {pageCodes} from './page';
import {planCodes} from './plan';
import {riskCodes} from './risk';
import {ruleCodes} from './rule';
import {scheduleCodes} from './schedule';
import {schemaCodes} from './schema';
import {secretCodes} from './secret';
import {serviceCodes} from './service';
import {specCodes} from './spec';
import {stateCodes} from './state';
import {yamlCodes} from './yaml';

/** Every code of a finding or `UserError`, with its page in docs/diagnostics.md. */
export const diagnosticCodes = {
  ...fileCodes,
  ...yamlCodes,
  ...schemaCodes,
  ...specCodes,
  ...layerCodes,
  ...scheduleCodes,
  ...serviceCodes,
  ...riskCodes,
  ...ruleCodes,
  ...secretCodes,
  ...configCodes,
  ...stateCodes,
  ...fleetCodes,
  ...gitCodes,
  ...planCodes,
  ...liveCodes,
  ...applyCodes,
  ...actionCodes,
  ...pageCodes,
} satisfies Record<string, CodePage>;

/** `family/name`, e.g. `schema/unknown-field`. */
export type DiagnosticCode = keyof typeof diagnosticCodes;
