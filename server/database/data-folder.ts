import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { userNamed, type RunAs } from './run-as.ts'

// The folder of the embedded database: private, and refused in one clear line where it cannot be used.

/** The database of earlier versions stood in a folder of its own inside; its pages are those of a 32-bit machine. */
export function ensureNotPglite(folder: string): void {
  if (!existsSync(join(folder, 'database', 'PG_VERSION'))) return
  throw new Error(
    `A pasta ${folder} tem o banco de uma versão anterior da Ciranda (PGlite), que o PostgreSQL não lê: ` +
      'comece aquela versão para usá-lo, ou dê outra pasta em DATA_DIR.',
  )
}

/** Makes a folder private to the user that PostgreSQL runs as. */
export function makePrivate(folder: string, { uid, gid }: RunAs): void {
  // Another user has to pass through the folders above; it cannot list them.
  mkdirSync(dirname(folder), { recursive: true, mode: uid === undefined ? 0o700 : 0o711 })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (uid === undefined || gid === undefined || isOfAnother(folder, uid)) return
  chownSync(folder, uid, gid)
  if (spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { uid, gid, cwd: '/' }).status === 0) return
  throw new Error(
    `O PostgreSQL não aceita ser root, aqui não há espaços de usuários, e o usuário nobody não entra em ${folder}: ` +
      'comece a Ciranda como outro usuário, dê outra pasta em DATA_DIR, ou um servidor em DATABASE_URL.',
  )
}

/** Whether a folder is neither root's nor of the user that PostgreSQL runs as where root calls. */
function isOfAnother(folder: string, runsAs: number | undefined): boolean {
  const { uid } = statSync(folder)
  return process.getuid?.() === 0 && uid !== 0 && uid !== runsAs
}

/**
 * PostgreSQL opens a folder for its owner alone. Called by root for somebody else's data, it would say that they cannot be read, and
 * its files there would be root's: one clear line before.
 */
export function ensureOwn({ folder, runAs }: { readonly folder: string; readonly runAs: RunAs }): void {
  if (!isOfAnother(folder, runAs.uid)) return
  const user = userNamed(statSync(folder).uid)
  throw new Error(`A pasta ${folder} é do usuário ${user}: chame como ele, e não como root (runuser -u ${user} -- …).`)
}
