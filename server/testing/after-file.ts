/** The databases and servers that a test file opened. `close-opened.ts` closes them after it, last first. */
export const opened: { close(): Promise<void> }[] = []
