import { access, readdir } from 'node:fs/promises'

/** Takes these failures of the file system for nothing, and throws every other. */
export function ignoring(...codes: string[]): (error: NodeJS.ErrnoException) => undefined {
  return (error) => {
    if (!codes.includes(error.code ?? '')) throw error
    return undefined
  }
}

/** The names in a folder; none where there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ignoring('ENOENT'))) ?? []
}

export function exists(place: string): Promise<boolean> {
  return access(place).then(
    () => true,
    () => false,
  )
}
