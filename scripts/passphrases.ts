import { createInterface } from 'node:readline/promises'
import { BackupFault, type BackupFaultCode } from '#server/backup/faults.ts'

/**
 * The passphrases of a backup: the configured one, and the lines of standard input. Somebody at a terminal is asked only
 * where none is configured, and what they type is not shown.
 */
export async function readPassphrases(
  configured: string | undefined,
  questions: readonly string[],
  asks: typeof ask | null = process.stdin.isTTY ? ask : null,
): Promise<string[]> {
  const known = configured === undefined ? [] : [configured]
  if (asks !== null) return known.length > 0 ? known : await asks(questions)
  const lines: string[] = []
  for await (const line of createInterface({ input: process.stdin })) if (line !== '') lines.push(line)
  // A passphrase given for this once comes before what is configured for always.
  return [...lines, ...known]
}

/** The question for the passphrase that a refusal says is missing. */
const MISSING: Partial<Record<BackupFaultCode, string>> = {
  wrong_passphrase: 'A senha que está em BACKUP_PASSPHRASE não abre esta. Senha da cópia: ',
  secret_passphrase: 'Senha das cópias da máquina em que ela foi feita: ',
}

/**
 * Restores with the passphrases that are known. Those of the settings are this machine's: somebody at a terminal (`asks`) is asked
 * for that of a file from another, or of a download, once for each that is missing.
 */
export async function withPassphrases<T>(
  configured: string | undefined,
  restore: (passphrases: readonly string[]) => Promise<T>,
  asks: typeof ask | null = process.stdin.isTTY ? ask : null,
): Promise<T> {
  let passphrases = await readPassphrases(configured, ['Senha da cópia: '], asks)
  const missing = { ...MISSING, ...(configured === undefined ? { wrong_passphrase: undefined } : {}) }
  for (;;)
    try {
      return await restore(passphrases)
    } catch (error) {
      const question = error instanceof BackupFault ? missing[error.code] : undefined
      if (asks === null || question === undefined) throw error
      missing[(error as BackupFault).code] = undefined
      passphrases = [...(await asks([question])), ...passphrases]
    }
}

async function ask(questions: readonly string[]): Promise<string[]> {
  const lines = createInterface({ input: process.stdin, terminal: true })
  const answers: string[] = []
  for (const question of questions) {
    process.stdout.write(question)
    answers.push(await lines.question(''))
    process.stdout.write('\n')
  }
  lines.close()
  return answers.filter((answer) => answer !== '')
}
