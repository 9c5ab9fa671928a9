import {choice, directory, file, text, toggle} from '../../project/flags';

/** Flags of all commands, by the name of the option, in help's order. */
export const GLOBAL_FLAGS = {
  directory: {...directory('Run as if started in this directory (default: the current one)'), short: 'C'},
  config: file('Config file (default: the nearest monitors.config.yaml up to the git root)'),
  environment: text('NAME', 'Environment, with its own state and monitors (default: MONITORS_ENVIRONMENT or the config)'),
  specs: directory('Directory of the specs (default: monitors)'),
  state: file('State file (default: monitors.state.json)'),
  baseUrl: text('URL', 'Address of the service (default: MONITORS_BASE_URL)'),
  color: choice('WHEN', ['auto', 'always', 'never'], 'auto (default), always or never', 'auto'),
  quiet: {...toggle('Print results and errors only'), short: 'q'},
  verbose: toggle('Also print each request: method, path, status and time, never a body'),
  noCache: toggle('Do not read or write caches'),
};
