import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** How PostgreSQL's programs are started: what stands before them on the command line, and the user they run as. */
export type RunAs = { readonly prefix: readonly string[]; readonly uid?: number; readonly gid?: number }

const NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'] as const

/**
 * PostgreSQL refuses to run as root. Where we are root it runs in a user namespace, in which root's files are its own;
 * where namespaces are refused, as in most containers, it runs as the user nobody. Throws one line when there is
 * neither.
 */
export function chooseUser(): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const [command, ...args] = NAMESPACE
  if (spawnSync(command, [...args, 'true'], { stdio: 'ignore' }).status === 0) return { prefix: NAMESPACE }
  return { prefix: [], ...unprivilegedUser() }
}

/** The name of a user by their number; the number itself where this machine has no name for it. */
export function userNamed(uid: number): string {
  return users().find(([, , number]) => number === String(uid))?.[0] ?? String(uid)
}

function users(): string[][] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
}

function unprivilegedUser(): { uid: number; gid: number } {
  const user = users().find(([name]) => name === 'nobody')
  if (!user) {
    throw new Error(
      'O PostgreSQL não aceita ser root, e aqui não há espaços de usuários nem o usuário nobody: ' +
        'comece a Ciranda como outro usuário, ou dê um servidor em DATABASE_URL.',
    )
  }
  return { uid: Number(user[2]), gid: Number(user[3]) }
}
