import { expect, test } from 'vitest'
import { BackupFault } from '#server/backup/faults.ts'
import { withPassphrases } from './passphrases.ts'

/** A restoration that takes these passphrases, the file's and that of the secret in it, as `restoreBackup` does. */
const restoring = (file: string, secret: string) => async (given: readonly string[]) => {
  if (!given.includes(file)) throw new BackupFault('wrong_passphrase')
  if (!given.includes(secret)) throw new BackupFault('secret_passphrase')
  return given
}

function terminal(answers: readonly string[]) {
  const asked: string[] = []
  const left = [...answers]
  const ask = async (questions: readonly string[]) => questions.map((question) => (asked.push(question), left.shift()!))
  return { asked, ask }
}

test('at a terminal the passphrase of a copy from elsewhere is asked for, also where the settings have this machine’s', async () => {
  for (const [configured, answers, questions] of [
    ['desta máquina', ['da outra'], [/BACKUP_PASSPHRASE não abre esta/]],
    ['da outra', [], []],
    [undefined, ['da outra'], [/^Senha da cópia: $/]],
  ] as const) {
    const { asked, ask } = terminal(answers)
    expect(await withPassphrases(configured, restoring('da outra', 'da outra'), ask)).toContain('da outra')
    expect(asked).toEqual(questions.map((words) => expect.stringMatching(words)))
  }
})

test('a download’s secret under the passphrase of its machine is asked for after the file’s own', async () => {
  const { asked, ask } = terminal(['digitada', 'da máquina'])
  expect(await withPassphrases('outra', restoring('digitada', 'da máquina'), ask)).toEqual([
    'da máquina',
    'digitada',
    'outra',
  ])
  expect(asked).toEqual([expect.stringContaining('não abre esta'), expect.stringContaining('da máquina em que')])
})

test('what was asked for once is not asked for again, and nobody is asked where nobody is at a terminal', async () => {
  const { asked, ask } = terminal(['errada', 'errada'])
  await expect(withPassphrases('outra', restoring('certa', 'certa'), ask)).rejects.toThrow(
    'A senha da cópia não é esta.',
  )
  await expect(withPassphrases(undefined, restoring('certa', 'certa'), ask)).rejects.toThrow('não é esta')
  expect(asked).toHaveLength(2)
})
