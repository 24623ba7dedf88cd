const NAME = 'ciranda, process '
const ASKING = ', which asks for the folder'

/** The name of this process’s connections, so that the server can say whose they are. */
export const APPLICATION_NAME = `${NAME}${process.pid}`

/** The name of the connection with which a process asks for the data folder, until it owns it. */
export const askingName = (pid: number) => `${NAME}${pid}${ASKING}`

export const isAsking = (applicationName: string) => applicationName.endsWith(ASKING)

/** The process that named a connection so; null where the name is nobody's of ours. */
export function processNamed(applicationName: string): number | null {
  if (!applicationName.startsWith(NAME)) return null
  const pid = Number(applicationName.slice(NAME.length).replace(ASKING, ''))
  return Number.isSafeInteger(pid) && pid > 0 ? pid : null
}
