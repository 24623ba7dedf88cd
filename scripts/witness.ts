import { parseArgs } from 'node:util'
import { verifierKeyText, parseVerifierKey } from '#circle/ledger/checkpoint.ts'
import { sha256Bytes } from '#server/lib/signing.ts'
import { listen } from './witness/listen.ts'
import { openMemory } from './witness/memory.ts'
import { ownPlace } from './witness/place.ts'
import { lookAtPages, OtherPages } from './witness/pages.ts'
import { Alarm, look, Unreachable } from './witness/watch.ts'
import type { Watch } from './witness/watch.ts'
import { typed } from '#server/lib/typed-command.ts'

// `npm run witness`: watches a circle's ledger from another machine, cosigns what continues what it cosigned before, and
// shouts when the past changed; and looks at the pages as any visitor does. docs/how-to/run-a-witness.md says why and how.

const HELP = `Uso: ${typed('witness', 'ENDEREÇO [opções]')}

Testemunha o livro de um círculo: guarda o que viu, e grita quando o passado muda, quando a chave muda ou quando o livro encolhe.
Olha também as páginas, como quem visita, em horas ao acaso: grita quando não são as da versão que dizem ser.
ENDEREÇO está na página do livro, em “Testemunhas”: https://…/api/logs/…

  --file ARQUIVO   onde ficam a chave dela e o que já assinou (padrão: ~/.local/state/ciranda/testemunha.json, ou um
                   testemunha.json que já esteja na pasta de onde se chama). Perdido o arquivo, começa outra testemunha
  --name NOME      o nome da chave, na primeira vez (padrão: testemunha)
  --key CHAVE      a chave do livro, recebida por outro caminho; sem ela, vale a primeira que o servidor mostrar
  --release-key CHAVE  a chave que assina as versões, recebida por outro caminho; sem ela, vale a primeira que o servidor mostrar
  --every MINUTOS  de quanto em quanto tempo olha (padrão: 60)
  --once           olha uma vez e termina
  --listen PORTA   também responde a quem pede assinaturas (C2SP tlog-witness, POST /add-checkpoint), e diz que páginas viu
  --host NOME      em que endereço escuta (padrão: 127.0.0.1)

Termina com 0 se tudo continua, com 1 se gritou, e com 2 se não pôde olhar ou se foi chamada errado.
Com SMTP_URL e WITNESS_MAIL_TO no ambiente (e MAIL_FROM), grita também por e-mail. Depois de gritar, não assina mais nada desse livro.
`

const MINUTE_MS = 60_000

/** A mistake in the command line, in words for the person who typed it. */
class Misuse extends Error {}

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

function readArguments() {
  const keys = { key: text, 'release-key': text } as const
  const options = { file: text, name: text, ...keys, every: text, listen: text, host: text, once: flag } as const
  const { values, positionals } = parseArgs({
    options: { ...options, help: { ...flag, short: 'h' } },
    allowPositionals: true,
  })
  if (values.help === true) return null
  const [url, ...more] = positionals
  if (!url || more.length > 0) throw new Misuse('Diga um endereço, e um só.')
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new Misuse(`“${url}” não é um endereço.`)
  const trusted = values.key === undefined ? null : parseVerifierKey(sha256Bytes, values.key)
  if (values.key !== undefined && !trusted) throw new Misuse('A chave de --key não é uma chave de livro.')
  const releaseKey = values['release-key'] ?? null
  if (releaseKey !== null && !parseVerifierKey(sha256Bytes, releaseKey))
    throw new Misuse('A chave de --release-key não é uma chave de versões.')
  return {
    releaseKey,
    url: url.replace(/\/+$/, ''),
    file: values.file ?? null,
    name: values.name ?? 'testemunha',
    trusted,
    everyMs: numberOf('every', values.every ?? '60', 1, 10_080) * MINUTE_MS,
    port: values.listen === undefined ? null : numberOf('listen', values.listen, 0, 65_535),
    host: values.host ?? '127.0.0.1',
    isOnce: values.once === true,
  }
}

function numberOf(option: string, given: string, min: number, max: number): number {
  const value = Number(given)
  if (!/^\d+$/.test(given) || value < min || value > max)
    throw new Misuse(`--${option} deve ser um número de ${min} a ${max}.`)
  return value
}

/** Answers how the process ends. */
async function main(): Promise<number> {
  const asked = readArguments()
  if (!asked) {
    console.log(HELP)
    return 0
  }
  const { file, said } = asked.file === null ? ownPlace() : { file: asked.file, said: null }
  if (said !== null) console.log(said)
  const memory = await openMemory(file, asked.name)
  const watch: Watch = { ...asked, memory, now: () => Date.now() }
  console.log(`Chave desta testemunha: ${verifierKeyText(memory.key)}`)
  for (const origin of memory.origins()) {
    const alarm = memory.find(origin)?.alarm
    if (alarm) return shout(`${alarm.why} (visto em ${alarm.at})`, alarm.evidence, origin)
  }
  if (asked.isOnce) return (await lookOnce(watch)) || (await lookAtPagesOnce(watch, asked.releaseKey))
  return await keepWatching(watch, asked)
}

async function lookOnce(watch: Watch): Promise<number> {
  try {
    const { checkpoint, isNew } = await look(watch)
    const what = isNew ? 'assinado' : 'nada de novo'
    console.log(`${new Date().toISOString()} ${checkpoint.origin}: ${checkpoint.size} lançamentos, ${what}.`)
    return 0
  } catch (error) {
    if (error instanceof Alarm) return shout(error.message, error.evidence, watch.url)
    if (!(error instanceof Unreachable)) throw error
    console.error(`${new Date().toISOString()} ${error.message}`)
    return 2
  }
}

let lastShout = ''

/** Looks at the pages; the same difference is shouted once. */
async function lookAtPagesOnce(watch: Watch, releaseKey: string | null): Promise<number> {
  const { origin } = new URL(watch.url)
  try {
    console.log(`${new Date().toISOString()} ${origin}: ${await lookAtPages(watch, { releaseKey })}.`)
    lastShout = ''
    return 0
  } catch (error) {
    if (error instanceof OtherPages) {
      const words = `AS PÁGINAS DE ${origin} NÃO SÃO AS DE UMA VERSÃO PUBLICADA\n\n${error.message}\n`
      if (words !== lastShout) await shoutWords(words, 'As páginas que você testemunha não são as de uma versão')
      lastShout = words
      return 1
    }
    if (!(error instanceof Unreachable)) throw error
    console.error(`${new Date().toISOString()} ${error.message}`)
    return 2
  }
}

/** Looks again and again, and answers requests, until it has to shout about the ledger or is told to end. */
async function keepWatching(watch: Watch, asked: NonNullable<ReturnType<typeof readArguments>>) {
  const { everyMs, host, port, releaseKey } = asked
  const over = Promise.withResolvers<number>()
  if (port !== null) {
    // Known before the first request, whose log would not be found otherwise.
    if ((await lookOnce(watch)) === 1) return 1
    const listening = await listen(watch, { host, port }, (alarm) => {
      void shout(alarm.message, alarm.evidence, watch.url).then(over.resolve)
    })
    console.log(`Escutando em http://${host}:${listening.port}`)
  }
  const turn = async () => {
    const code = await lookOnce(watch)
    if (code === 1) over.resolve(1)
    else timer = setTimeout(() => void turn().catch(over.reject), everyMs)
  }
  let timer = setTimeout(() => void turn().catch(over.reject), port === null ? 0 : everyMs)
  // At times that nobody can foresee, so that no server knows when to behave.
  const visits = async () => {
    await lookAtPagesOnce(watch, releaseKey)
    visitTimer = setTimeout(() => void visits().catch(over.reject), 2 * everyMs * Math.random())
  }
  let visitTimer = setTimeout(() => void visits().catch(over.reject), Math.min(everyMs, MINUTE_MS) * Math.random())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => over.resolve(0))
  return await over.promise.finally(() => {
    clearTimeout(timer)
    clearTimeout(visitTimer)
  })
}

async function shout(why: string, evidence: string, where: string): Promise<1> {
  const words = `O LIVRO DE ${where} NÃO É MAIS O MESMO\n\n${why}\n\n${evidence}\n
Guarde o arquivo desta testemunha: com ele, qualquer pessoa confere o que foi assinado antes e o que é mostrado agora.`
  await shoutWords(words, 'O livro que você testemunha não é mais o mesmo')
  return 1
}

async function shoutWords(words: string, subject: string): Promise<void> {
  console.error(words)
  await mail(words, subject).catch((error: unknown) => console.error(`O e-mail não saiu: ${(error as Error).message}`))
}

async function mail(words: string, subject: string): Promise<void> {
  const { SMTP_URL: url, WITNESS_MAIL_TO: to, MAIL_FROM: from } = process.env
  if (!url || !to) return
  const { createTransport } = await import('nodemailer')
  const options = { url, connectionTimeout: 10_000, socketTimeout: 20_000 } as Parameters<typeof createTransport>[0]
  await createTransport(options).sendMail({
    from: from ?? 'Testemunha da Ciranda <nao-responda@ciranda.local>',
    to,
    subject,
    text: words,
  })
}

try {
  process.exit(await main())
} catch (error) {
  console.error((error as Error).message)
  const isMisuse = error instanceof Misuse || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true
  if (isMisuse) console.error(`Veja as opções com: ${typed('witness', '--help')}`)
  process.exit(2)
}
