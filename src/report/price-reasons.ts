import {formatNumber} from '../diagnostics/number-text';
import type {PriceReason} from '../plan/change';

/** Says why the service names another price than its price list gives. */
export function describePriceReason(reason: PriceReason): string {
  switch (reason.kind) {
    case 'uneven-checks':
      return 'the times between checks are unequal: the service goes by the next two checks, this estimate by the average of a year';
    case 'credits-per-check':
      return `the service counts ${formatNumber(reason.service)} credits a check, its price list ${formatNumber(reason.list)}`;
    case 'checks-per-month':
      return `the service counts ${formatNumber(reason.service)} checks a month, the schedule has ${formatNumber(reason.schedule)}`;
    case 'unknown':
      return 'the service goes by other prices than its price list';
  }
}
