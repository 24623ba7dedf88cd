/** The databases and servers that are open: `close-opened.ts` closes a test's after it, and its file's after all of them, last first. */
export const opened: { close(): Promise<void> }[] = []
