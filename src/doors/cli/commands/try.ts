import {Command, Option} from 'clipanion';
import {exitCodeAfter} from '../../../core/base/interruption';
import {oneOf} from '../../../core/config/option-values';
import {UserError} from '../../../core/diagnostics/user-error';
import type {TryView} from '../../../features/try/document';
import type {Trial} from '../../../features/try/try-plan';
import {MonitorsCommand} from '../command';

/** `monitors try FILE|KEY...`: what the pages of a monitor come to. */
export class TryCommand extends MonitorsCommand {
  static override paths = [['try']];
  static override usage = Command.Usage({
    description: 'fetch the pages of monitors once, before they are paid for',
    details: `
      Fetches each page of the monitors now, with the options of their specs, and says what speaks against watching it. Of a crawl
      the start page. Asks before credits are spent. Creates nothing; needs no full operations.

      Errors: status 400 or more (unless \`sync.expect.status\` says so), an empty page, another site. Warnings: an error page with
      status 200, a page to sign in or to consent, a check for robots, ignored \`includeTags\`.

      Each fetch is paid for. A page is asked for again only after a 429, or where no connection was made.

      exit codes: 0 fetched; 1 a page is an error or was not fetched, or specs have errors; 3 no such spec, not approved, or the
      service can't fetch pages
    `,
    examples: [
      ['One spec', 'monitors try monitors/pricing/acme.yaml'],
      ['What would change at each check', 'monitors try pricing/acme --twice'],
      ['A folder, for a script', 'monitors try "pricing/**" --auto-approve --max-credits 20 --format json'],
    ],
  });

  override readonly commandName = 'try';
  override format = Option.String('--format', 'text', {description: '<FORMAT> text (default) or json'});
  twice = Option.Boolean('--twice', false, {description: 'Fetch twice and show what differs: each check would report it'});
  cached = Option.Boolean('--cached', false, {description: 'Allow a cached copy for the first fetch, as a check does'});
  out = Option.String('--out', {description: '<DIR> Keep what came in this new directory (default: nothing is kept)'});
  maxCredits = Option.String('--max-credits', {
    description: '<N> Fetch nothing if it costs more (default: no limit; required with --auto-approve for several monitors)',
  });
  autoApprove = Option.Boolean('--auto-approve', false, {description: 'Do not ask'});
  exclude = Option.Array('--exclude', {description: '<KEY> Leave out this key, or those that a glob matches (repeatable)'});
  label = Option.Array('--label', {description: '<NAME=VALUE> Only monitors with this label (repeatable: all must match)'});
  names = Option.Rest({name: 'NAME'});

  async execute(): Promise<number> {
    if (this.names.length === 0)
      throw new UserError('config/usage', 'try needs a file or the key of a monitor', 'give "**" for all monitors');
    const format = oneOf('--format', this.format, ['text', 'json']);
    this.setLastWords('Fetches under way may be charged.');
    const project = await this.openProject('look');
    const {planTry} = await import('../../../features/try/try-plan');
    const nameOption = (flag: string) => (flag === 'only' ? 'monitors try' : project.nameOption(flag));
    const {names, exclude, label: labels} = this;
    const fetches = this.twice ? ('twice' as const) : ('once' as const);
    const first = this.cached ? ('cached' as const) : ('now' as const);
    const plan = await planTry({...project, nameOption}, {names, exclude, labels, fetches, first});
    if (plan.kind === 'invalid') {
      const {invalidExitCode} = await import('../notes');
      return invalidExitCode(plan.workspace.report, this, 'fetched');
    }
    const {openPageFolder} = await import('../../../features/try/try-folder');
    const folder = this.out === undefined ? null : openPageFolder(this.out, project);
    // Whatever can refuse does so before the question.
    const service = await project.fetchPages(plan.trial.references);
    let view: TryView;
    try {
      await this.approve(plan.trial);
      folder?.make();
      const {tryPages} = await import('../../../features/try/try');
      view = await tryPages(project, plan.trial, {service, folder, ...(await this.progress())});
    } finally {
      await service.close();
    }
    if (format === 'json') this.print((await import('../../../features/try/document')).renderTryJson(view));
    else this.print((await import('../../../features/try/text')).renderTryText(view, this.renderOptions(this.context.stdout)));
    const isFine = view.pages.every(({outcome, findings}) => outcome === 'fetched' && findings.every(({severity}) => severity !== 'error'));
    return exitCodeAfter(project.watchInterruption(), isFine ? 0 : 1);
  }

  private async approve({credits, isBroad, fetches, notIncluded, searches, pages}: Trial): Promise<void> {
    const {approveSpending} = await import('../spending');
    const {countOf} = await import('../../../rendering/sentences');
    if (!this.quiet && searches.length > 0)
      this.note(`note: the searches of ${countOf(searches.length, 'monitor')} are not tried: there is no cheap try of a search\n`);
    if (!this.quiet && notIncluded.length > 0) this.note(`note: not in the cost: ${notIncluded.join(', ')}\n`);
    const what = fetches === pages.length ? `Fetch ${countOf(pages.length, 'page')}` : `Fetch ${countOf(pages.length, 'page')} twice`;
    await approveSpending({credits, isBroad, what}, this, this);
    if (this.autoApprove && !this.quiet) this.note(`${what}: about ${countOf(credits, 'credit')}\n`);
  }

  private async progress() {
    if (this.quiet) return {};
    const {formatDuration} = await import('../../../rendering/sentences');
    const onStop = (forMs: number) => this.note(`\nstopping: fetches under way get ${formatDuration(forMs)} for their answer\n`);
    if (this.context.stderr.isTTY !== true) return {onStop};
    const {CLEAR_LINE} = await import('../notes');
    const {formatNumber} = await import('../../../core/diagnostics/number-text');
    return {
      onStop,
      onPage: (done: number, total: number) => this.note(`${CLEAR_LINE}fetched ${formatNumber(done)} of ${formatNumber(total)}`),
      onEnd: () => this.note(CLEAR_LINE),
    };
  }
}
