export {DashboardError} from './dashboard';
export {DataFileError} from './data-file';
export {startEmulator} from './emulator';
export {FaultScriptError, type ParsedFaultScript, parseFaultScript} from './faults/parse';
export type {AnswerAction, AnswerStyle, Fault, FaultAction, FaultMatch, FaultScope, FaultScript, Work} from './faults/script';
export type {Dashboard, Emulator, EmulatorOptions, EmulatorWorld, Operations, RequestRecord, StoredMonitor} from './ports';
export type {OperationName} from './routes';
export type {Flaw, SitePage} from './site/page';
export {SITE_PAGES} from './site/site';
