const NAME = 'ciranda, process '

/** The name of this process’s connections, so that the server can say whose they are. */
export const APPLICATION_NAME = `${NAME}${process.pid}`

/** The process that named a connection so; null where the name is nobody's of ours. */
export function processNamed(applicationName: string): number | null {
  if (!applicationName.startsWith(NAME)) return null
  const pid = Number(applicationName.slice(NAME.length))
  return Number.isSafeInteger(pid) && pid > 0 ? pid : null
}
