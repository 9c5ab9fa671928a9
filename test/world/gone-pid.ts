/** The pid of no process, also later: above the largest that a system gives. One of a process that ended is given again on a busy machine. */
export const GONE_PID = 2 ** 22;
