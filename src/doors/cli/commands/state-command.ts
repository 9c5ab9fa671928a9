import {Option} from 'clipanion';
import {oneOf} from '../../../core/config/option-values';
import type {FileStateStore} from '../../../core/state/file/store';
import type {JournaledCreate} from '../../../core/state/journal';
import type {StateDocument} from '../../../features/state/document';
import type {ProjectStore} from '../../../project/store';
import {MonitorsCommand} from '../command';

/** Common parts of the commands of `monitors state`: they open it, and print what they found or did as text or as one document. */
export abstract class StateCommand extends MonitorsCommand {
  override format = Option.String('--format', 'text', {description: '<FORMAT> text (default) or json'});

  /** Refuses an unknown `--format` before anything is opened. */
  protected async open(): Promise<ProjectStore> {
    oneOf('--format', this.format, ['text', 'json']);
    return this.store(await this.settings());
  }

  /** The store of the state file, also where the state is on a server: it reads files. */
  protected async fileStore(): Promise<FileStateStore> {
    const {openFileStoreOf} = await import('../../../project/project');
    return openFileStoreOf(this.projectOptions(await this.settings(), 'change'), this.context);
  }

  /** For what folds the journal into the state: says first what that takes over. */
  protected async openForRepair(): Promise<ProjectStore> {
    const {noteWhatIsFolded} = await import('../notes');
    const store = await this.open();
    await noteWhatIsFolded(store, this);
    return store;
  }

  /** Writes the document, or the sentences and what is unresolved in words. */
  protected async conclude(
    document: StateDocument,
    sentences: readonly string[],
    unresolved: readonly JournaledCreate[] = [],
  ): Promise<void> {
    if (this.isMachineReadable()) {
      const {renderStateJson} = await import('../../../features/state/document');
      this.print(renderStateJson(document));
      return;
    }
    const {renderSentences, unresolvedLines} = await import('../../../features/state/text');
    const {printText} = await import('../../../rendering/text');
    const options = this.renderOptions(this.context.stdout);
    const lines = unresolved.flatMap(create => unresolvedLines(create, options));
    this.print(renderSentences(sentences, options) + printText(lines, options));
  }
}
