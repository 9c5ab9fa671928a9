import type {RenderOptions, ValidateReport} from './model';
import {renderValidateJson} from './validate-json';
import {renderValidateText} from './validate-text';

export {toErrorDocument} from './documents';
export {renderCrashText, renderErrorText} from './error-text';
export {renderFindingsText} from './finding-text';

/** How `validate` can print. */
export type ValidateFormat = 'text' | 'json' | 'github' | 'sarif';

/** What `validate` found, in one of its formats. */
export function renderValidate(report: ValidateReport, format: ValidateFormat, options: RenderOptions): string {
  switch (format) {
    case 'text':
      return renderValidateText(report, options);
    case 'json':
      return renderValidateJson(report);
    default:
      return renderValidateText(report, options);
  }
}
