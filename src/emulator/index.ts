export {startEmulator} from './emulator';
export {FaultScriptError, type ParsedFaultScript, parseFaultScript} from './faults/parse';
export type {AnswerAction, AnswerStyle, Fault, FaultAction, FaultMatch, FaultScope, FaultScript, Work} from './faults/script';
export type {Emulator, EmulatorOptions, EmulatorWorld, RequestRecord, StoredMonitor} from './model';
export {DataFileError} from './store';
