import { parseArgs } from 'node:util'
import { typed } from '#server/lib/typed-command.ts'

// The commands and their help, of which the Debian package's manual is made too.

type Command = {
  readonly says: string
  /** The arguments, as its help shows them. */
  readonly args?: string
  readonly more?: string
}

const OWN_HELP = 'Tem opções: veja o --help dele.'
const PASSPHRASE = 'A senha da cópia vem de BACKUP_PASSPHRASE, da entrada padrão ou de uma pergunta.'

export const COMMANDS = {
  start: { says: 'começa o servidor, com os dados em DATA_DIR (padrão: ./data)' },
  setup: {
    says: 'prepara um servidor: endereço, correio, cópias, HTTPS; chamada de novo, muda o que se pede',
    args: '[opções]',
    more: `Sem opções, pergunta. Só no pacote do Debian, como root.
  --address ENDEREÇO   https://roda.exemplo.org.br; o nome já deve levar a esta máquina
  --admin E-MAIL       a primeira pessoa da administração
  --password SENHA     a dela; sem isto é inventada e mostrada no fim
  --mail SERVIDOR      smtps://usuario:senha@servidor; vazio: sem correio
  --backups PASTA      a das cópias de cada noite (padrão: /var/backups/ciranda); vazio: sem cópias
  --passphrase SENHA   a que as cifra; sem isto é inventada e mostrada no fim
  --push on|off        avisos com o aplicativo fechado
Uma resposta @ARQUIVO está nesse arquivo, que outros na máquina não leem.`,
  },
  doctor: {
    says: 'olha vinte e seis coisas que podem dar errado, e diz a linha que conserta cada uma',
    more: 'Restaura também a última cópia, de ensaio, numa pasta que apaga depois. Nada muda.',
  },
  backup: { says: 'guarda tudo num arquivo só, cifrado com uma senha', args: 'ARQUIVO', more: PASSPHRASE },
  restore: {
    says: 'traz de volta o que está num desses arquivos, ou num momento',
    args: 'ARQUIVO',
    more: `Para um momento: --at 2026-11-22T14:05:00-03:00 PASTA, a de ARCHIVE_DIR; --at last: até o fim.
Só restaura num lugar vazio. ${PASSPHRASE}`,
  },
  move: {
    says: 'leva os dados para um servidor PostgreSQL',
    args: '[ENDEREÇO [ENDEREÇO-DO-DONO]]',
    more: `Sem endereços valem DATABASE_URL e MIGRATION_DATABASE_URL.
  --files   leva só as imagens, da pasta files para o banco; com FILES=folder, de volta para ela`,
  },
  update: {
    says: 'põe uma versão nova no lugar desta; se ela não ficar pronta, esta volta, com os dados de antes',
    args: 'ARQUIVO',
    more: `ARQUIVO é o .deb ou o .tar.gz, com SHA256SUMS e SHA256SUMS.minisig ao lado. Antes é feita uma cópia.
  --key ARQUIVO.pub   a chave de quem fez a versão nova, onde esta não a traz`,
  },
  passwd: {
    says: 'dá uma senha provisória a quem administra e não consegue entrar',
    args: '[E-MAIL]',
    more: 'As sessões dessa conta terminam, e todos são avisados: o livro conta, e a administração recebe uma carta.',
  },
  'rotate-secret': { says: 'troca o segredo que cifra os dados', more: 'Vale a partir do próximo começo.' },
  'verify-ledger': { says: 'confere o livro de um círculo, em qualquer máquina', args: 'LIVRO', more: OWN_HELP },
  witness: { says: 'testemunha o livro de um círculo de outra máquina', args: 'ENDEREÇO', more: OWN_HELP },
} satisfies Readonly<Record<string, Command>>

export type CommandName = keyof typeof COMMANDS

export const ENDS = 'Termina com 0 se deu certo, com 1 se não deu, e diz por quê, e com 2 se foi chamado errado.'

/** A mistake in the command line. */
export class Misuse extends Error {}

type Options = NonNullable<Parameters<typeof parseArgs>[0]>['options']
type Given<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>

/**
 * Runs a command with its arguments. `--help` is answered here; an error becomes one sentence and an exit code.
 */
export async function asCommand<O extends Options>(
  name: CommandName,
  options: O,
  run: (given: Given<O>) => Promise<unknown>,
): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) return console.log(helpOf(name))
  try {
    await run(parseArgs({ args, options, allowPositionals: true }) as Given<O>)
  } catch (error) {
    const isMisuse = error instanceof Misuse || codeOf(error).startsWith('ERR_PARSE_ARGS')
    const said = isMisuse && error instanceof Misuse && error.message !== '' ? `${error.message}\n` : ''
    console.error(isMisuse ? `${said}Uso: ${usageOf(name)}` : sentenceOf(error))
    process.exitCode = isMisuse ? 2 : 1
  }
}

export function helpOf(name: CommandName): string {
  const { says, more }: Command = COMMANDS[name]
  const sentence = `${says.charAt(0).toUpperCase()}${says.slice(1)}.`
  return [`Uso: ${usageOf(name)}\n`, sentence, ...(more ? [more] : []), ENDS].join('\n')
}

function usageOf(name: CommandName): string {
  return typed(name, (COMMANDS[name] as Command).args)
}

const SYSTEM: Readonly<Record<string, string>> = {
  ENOENT: 'não existe',
  EACCES: 'não pode ser lido nem escrito por quem chamou',
  EPERM: 'não pode ser mudado por quem chamou',
  EROFS: 'está num disco só de leitura',
  ENOSPC: 'não cabe: o disco está cheio',
  EDQUOT: 'não cabe: a cota do disco acabou',
  EISDIR: 'é uma pasta',
  ENOTDIR: 'não é uma pasta',
}

/** The sentence for an error; those of the operating system are told in Portuguese, with their file. */
export function sentenceOf(error: unknown): string {
  const what = SYSTEM[codeOf(error)]
  if (what === undefined) return (error as Error).message
  const { path: file } = error as NodeJS.ErrnoException
  return file === undefined ? `Um arquivo ${what}.` : `${file} ${what}.`
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | null)?.code ?? ''
}
