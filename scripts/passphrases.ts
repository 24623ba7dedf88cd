import { createInterface } from 'node:readline/promises'

/**
 * The passphrases of a backup: the configured one, and the lines of standard input. Somebody at a terminal is asked only
 * where none is configured, and what they type is not shown.
 */
export async function readPassphrases(configured: string | undefined, questions: readonly string[]): Promise<string[]> {
  const known = configured === undefined ? [] : [configured]
  if (process.stdin.isTTY) return known.length > 0 ? known : await ask(questions)
  const lines: string[] = []
  for await (const line of createInterface({ input: process.stdin })) if (line !== '') lines.push(line)
  // A passphrase given for this once comes before what is configured for always.
  return [...lines, ...known]
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
