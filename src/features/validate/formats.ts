import type {ValidateReport} from '../../core/specs/validate-report';
import type {RenderOptions} from '../../rendering/render-options';
import {renderValidateJson, renderValidateText} from './document';
import {renderValidateGithub} from './github';
import {renderValidateGitlab} from './gitlab';
import type * as Sarif from './sarif';

/** Output formats of `validate`. */
export type ValidateFormat = 'text' | 'json' | 'github' | 'gitlab' | 'sarif';

/** Renders the findings of `validate`, in one of its formats. */
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
      // It holds the pages of all codes, which no other format shows.
      return (require('./sarif') as typeof Sarif).renderValidateSarif(report);
  }
}
