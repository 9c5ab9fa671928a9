import {UserError} from '../core/diagnostics/user-error';
import {listCredentials} from '../core/secrets/sent-secrets';
import {readSpecFiles} from '../core/specs/files';
import {checkWorkspace, type SpecsPlace} from './check';

/**
 * Lists the secrets that specs say literally, such as a header's value: a service may repeat them in the texts of checks. Empty where specs
 * have errors. Nothing is put together where no file has a member that may hold one.
 */
export function listLiterals(place: SpecsPlace): readonly string[] {
  const {settings, cwd, monitors} = place;
  try {
    const {files, layers} = monitors === null ? readSpecFiles({specsDirectory: settings.specsDirectory, cwd}) : {files: [], layers: []};
    if (monitors === null && ![...files, ...layers].some(({bytes}) => MAY_HOLD.test(Buffer.from(bytes).toString('latin1')))) return [];
    const {checked} = checkWorkspace(place, {noneHere: 'ask-state'});
    return [...new Set(checked.monitors.flatMap(({body}) => listCredentials(body())))];
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

/** Members with places that are secret as a whole, addresses with a user, and what a row or a variable may fill in. */
const MAY_HOLD =
  /\b(?:headers|webhook|actions|proxy)\b|:\/\/[^\s/"']*@|[?&](?:\w*key|token|\w*secret|password|auth\w*)=|\$\{(?:each|var):|cookie|authorization/i;
