import { inRelease } from '#server/lib/typed-command.ts'
import { VERSION } from '#server/lib/version.ts'

// `ciranda`, the one program of a release: what package.json's commands do in a clone, without npm.

type Command = { readonly says: string; readonly run: () => Promise<unknown> }

const COMMANDS: Readonly<Record<string, Command>> = {
  start: { says: 'começa o servidor, com os dados em DATA_DIR (padrão: ./data)', run: () => import('#server/main.ts') },
  backup: { says: 'guarda tudo num arquivo só, cifrado com uma senha', run: () => import('./backup.ts') },
  restore: { says: 'traz de volta o que está num desses arquivos, ou num momento', run: () => import('./restore.ts') },
  move: { says: 'leva os dados para um servidor PostgreSQL', run: () => import('./move.ts') },
  'rotate-secret': { says: 'troca o segredo que cifra os dados', run: () => import('./rotate-secret.ts') },
  'verify-ledger': {
    says: 'confere o livro de um círculo, em qualquer máquina',
    run: async () => {
      const { main } = await import('./verifier/verify-ledger.ts')
      process.exitCode = await main(process.argv.slice(2))
    },
  },
  witness: { says: 'testemunha o livro de um círculo de outra máquina', run: () => import('./witness.ts') },
}

const HELP = `Uso: ciranda COMANDO [argumentos]

${Object.entries(COMMANDS)
  .map(([name, { says }]) => `  ${name.padEnd(14)} ${says}`)
  .join('\n')}

  --version      diz a versão
  --help         diz isto

As variáveis de ambiente estão em README.md.
`

const [name = '--help'] = process.argv.splice(2, 1)
const command = COMMANDS[name]
if (name === '--version') console.log(`ciranda ${VERSION}`)
else if (name === '--help' || name === 'help') console.log(HELP)
else if (command) {
  inRelease()
  await command.run()
} else {
  console.error(`Não há o comando “${name}”. ciranda --help diz quais há.`)
  process.exitCode = 2
}
