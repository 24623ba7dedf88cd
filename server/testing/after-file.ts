/** The databases and servers that a test file opened. `databases.ts` closes them after it, last first. */
export const opened: { close(): Promise<void> }[] = []
