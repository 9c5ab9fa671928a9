import type {RenderOptions, ValidateReport} from './render-options';
import {renderValidateJson, renderValidateText} from './validate';
import {renderValidateGithub} from './validate-github';
import {renderValidateGitlab} from './validate-gitlab';
import {renderValidateSarif} from './validate-sarif';

/** How `validate` can print. */
export type ValidateFormat = 'text' | 'json' | 'github' | 'gitlab' | 'sarif';

/** What `validate` found, in one of its formats. */
export function renderValidate(report: ValidateReport, format: ValidateFormat, options: RenderOptions): string {
  switch (format) {
    case 'text':
      return renderValidateText(report, options);
    case 'json':
      return renderValidateJson(report);
    case 'github':
      return renderValidateGithub(report, options);
    case 'gitlab':
      return renderValidateGitlab(report);
    case 'sarif':
      return renderValidateSarif(report);
  }
}
