import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

const NAME = 'testemunha.json'

/**
 * Where a witness keeps its memory unless it is told: in a folder of its user for what programs remember, not in the folder
 * in which it happens to be started. One that began before that stays where it is, since a copy could be shown another past.
 */
export function ownPlace(): { file: string; said: string } {
  const file = path.join(stateFolder(), 'ciranda', NAME)
  const before = path.resolve(NAME)
  if (existsSync(before))
    return { file: before, said: `Memória desta testemunha: ${before}, como antes (uma nova começaria em ${file}).` }
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  return { file, said: `Memória desta testemunha: ${file}` }
}

function stateFolder(): string {
  const { XDG_STATE_HOME: named = '', LOCALAPPDATA: ofWindows = '' } = process.env
  // By its specification a relative path is as good as none.
  if (path.isAbsolute(named)) return named
  if (process.platform === 'win32' && path.isAbsolute(ofWindows)) return ofWindows
  return path.join(homedir(), '.local', 'state')
}
