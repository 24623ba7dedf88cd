import { inRelease } from '#server/lib/typed-command.ts'
import { VERSION } from '#server/lib/version.ts'
import { COMMANDS, helpOf } from './commands.ts'
import type { CommandName } from './commands.ts'

// `ciranda`, the one program of a release: what package.json's commands do in a clone, without npm.

const RUN: Readonly<Record<CommandName, () => Promise<unknown>>> = {
  start: () => (process.argv.includes('--help') ? tell(helpOf('start')) : import('#server/main.ts')),
  setup: () => import('./setup.ts'),
  doctor: () => import('./doctor.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  move: () => import('./move.ts'),
  update: () => import('./update.ts'),
  passwd: () => import('./passwd.ts'),
  'rotate-secret': () => import('./rotate-secret.ts'),
  'verify-ledger': async () => {
    const { main } = await import('./verifier/verify-ledger.ts')
    process.exitCode = await main(process.argv.slice(2))
  },
  witness: () => import('./witness.ts'),
}

const HELP = `Uso: ciranda COMANDO [argumentos]

${Object.entries(COMMANDS)
  .map(([name, { says }]) => `  ${name.padEnd(14)} ${says}`)
  .join('\n')}

  --version      diz a versão
  --help         diz isto; depois do nome de um comando, o que é dele

As variáveis de ambiente estão em README.md.
`

async function tell(text: string): Promise<void> {
  console.log(text)
}

const [name = '--help'] = process.argv.splice(2, 1)
if (name === '--version') console.log(`ciranda ${VERSION}`)
else if (name === '--help' || name === 'help') console.log(HELP)
else if (name === 'try') await import('./try.ts')
else if (Object.hasOwn(RUN, name)) {
  inRelease()
  await RUN[name as CommandName]()
} else {
  console.error(`Não há o comando “${name}”. ciranda --help diz quais há.`)
  process.exitCode = 2
}
