import { sha256 } from '@noble/hashes/sha2.js'
import { areEqual, toHex } from '#circle/bytes.ts'
import { parseCheckpoint, parseNote, parseVerifierKey } from '#circle/ledger/checkpoint.ts'
import { isOneHistory, proofBetween } from '#circle/ledger/known-log.ts'
import { APP_FILE, hashOfPages, parsePagesList } from '#circle/pages/pages-list.ts'
import type { PagesList } from '#circle/pages/pages-list.ts'
import { readRelease } from '#circle/pages/release-log.ts'
import { isEd25519 } from '#web/api/checkpoint.ts'

// The checks of `conferir.html`, a file that is opened on a second device and comes from anywhere but the server that it looks
// at: docs/decisions/078-pages-prove-themselves.md.

/** An answer of the server, and whether it is no refusal; null where none came, or the server failed or was asked too much. */
export type Look = (address: string) => Promise<Answer | null>
type Answer = { readonly isOk: boolean; readonly bytes: Uint8Array; readonly headers: Headers }

export type Verdict = { readonly is: 'good' | 'bad' | 'unknown'; readonly sentences: readonly string[] }

const OPENED = ['', 'login', 'home', 'donations', 'ledger']
const FAULTS_SHOWN = 3
const AT_ONCE = 4

/**
 * Holds every file that a server shows to the list of its release. `list`: the release's own `pages.json`, where the reader has it;
 * else the one that the server shows counts, if `releaseKey` signed it.
 */
export async function checkPages(
  origin: string,
  { list, releaseKey }: { readonly list: string | null; readonly releaseKey: string | null },
  look: Look,
): Promise<Verdict> {
  const shown = textOf(await look(`${origin}/pages.json`))
  // Where nobody signed there is none, which a browser does not tell from one that did not come.
  const log = textOf(await look(`${origin}/pages.log`))
  if (shown === null)
    return unknown('O servidor não respondeu, ou é de uma versão que ainda não lista as suas páginas.')
  if (list !== null && !parsePagesList(list)) return unknown('O arquivo escolhido não é um pages.json.')
  if (list !== null && list !== shown) return bad('O servidor diz ter páginas de outra versão que a do seu arquivo.')
  const parsed = parsePagesList(shown)
  if (!parsed) return bad('A lista de páginas do servidor está estragada.')
  const { faults, missing } = await differences(origin, parsed, look)
  if (faults.length > 0)
    return bad('O servidor mostra páginas que não são as da sua lista:', ...faults.slice(0, FAULTS_SHOWN))
  if (missing.length > 0)
    return unknown(
      'Nem tudo veio do servidor. Tente outra vez; se faltar sempre o mesmo, mostre isto no grupo:',
      ...missing.slice(0, FAULTS_SHOWN),
    )
  const every = `Todos os ${Object.keys(parsed.files).length} arquivos são os da versão ${parsed.version}.`
  if (list !== null) return { is: 'good', sentences: [every, 'A lista é a do seu arquivo.'] }
  const release = await readRelease({ sha256, verify: isEd25519 }, { pages: shown, log })
  if (release === 'unknown')
    return unknown(every, 'Este navegador não sabe conferir a assinatura. Escolha o pages.json.')
  const mark = `A marca da lista é ${hashOfPages(sha256, shown).slice(0, 16)}.`
  if (!release)
    return unknown(every, 'São páginas próprias desta instalação: ninguém que publica a Ciranda as assinou.', mark)
  if (releaseKey !== null && release.key !== releaseKey)
    return bad('A versão foi assinada por outra chave.', release.key)
  return releaseKey === null
    ? unknown(every, 'Compare a chave que assinou a versão com a publicada:', release.key)
    : { is: 'good', sentences: [every, 'A versão foi assinada com a chave de quem publica a Ciranda.'] }
}

async function differences(origin: string, list: PagesList, look: Look) {
  const asked = [
    ...OPENED.map((address) => ({ address, file: APP_FILE })),
    ...Object.keys(list.files).map((file) => ({ address: file, file })),
  ]
  const [faults, missing]: [string[], string[]] = [[], []]
  const walk = async () => {
    for (let next = asked.pop(); next; next = asked.pop()) {
      const answer = await look(`${origin}/${next.address}`)
      if (!answer) missing.push(`/${next.address}: não veio.`)
      else if (!answer.isOk) faults.push(`/${next.address}: o servidor não mostra.`)
      else if (toHex(sha256(answer.bytes)) !== list.files[next.file]) faults.push(`/${next.address}: são outros bytes.`)
      else
        for (const [name, value] of Object.entries(list.headers))
          if (answer.headers.get(name) !== value) faults.push(`/${next.address}: veio com outro cabeçalho ${name}.`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, walk))
  return { faults, missing }
}

const textOf = (answer: Answer | null) => (answer?.isOk ? new TextDecoder().decode(answer.bytes) : null)

/**
 * Whether the ledger that the server shows here continues the one of another device, or is as long. `log`: the address for witnesses;
 * `copied`: the code with its signatures, as that device's ledger page copies it.
 */
export async function checkLedger(log: string, copied: string, look: Look): Promise<Verdict> {
  const textAt = async (address: string) => textOf(await look(address))
  const note = parseNote(`${copied.trim()}\n`)
  const other = note && parseCheckpoint(note.text)
  if (!note || !other) return unknown('O texto do outro aparelho não é o código com as assinaturas.')
  const shownText = await textAt(`${log}/checkpoint`)
  const shown = shownText === null ? null : parseNote(shownText)
  const here = shown && parseCheckpoint(shown.text)
  const key = parseVerifierKey(sha256, keyIn(await textAt(log)))
  if (!shown || !here || !key) return unknown('O servidor não mostrou o livro neste endereço.')
  if (here.origin !== other.origin) return bad('O endereço é do livro de outro círculo.')
  for (const { text, signatures } of [note, shown]) {
    const own = signatures.filter(({ name, id }) => name === key.name && areEqual(id, key.id))
    const message = new TextEncoder().encode(text)
    const verified = await Promise.all(own.map(({ signature }) => isEd25519(key.publicKey, message, signature)))
    if (verified.includes(null)) return unknown('Este navegador não sabe conferir assinaturas.')
    if (own.length === 0 || verified.includes(false)) return bad('A chave do livro não é a mesma nos dois aparelhos.')
  }
  const between = proofBetween(here, other)
  const proof = between && (await look(`${log}/consistency?from=${between.from}&to=${between.to}`))
  const isOne = isOneHistory(sha256, here, other, proofIn(textOf(proof)) ?? [])
  // A server that was put back to a backup has no proof of what it lost.
  const isCut = here.size < other.size && (isOne || !proof?.isOk)
  if (between && !proof && !isCut) return unknown('O servidor não respondeu a tudo. Tente outra vez.')
  if (!isOne && !isCut)
    return bad(
      'O servidor mostra aqui outro livro que no outro aparelho.',
      'Guarde o texto copiado: ele e o daqui provam isso.',
    )
  // Two ledgers that part later begin alike, and what was signed once is there for everybody.
  if (isCut)
    return bad(
      `O servidor mostra aqui só ${here.size} dos ${other.size} lançamentos que o outro aparelho tem.`,
      'Um livro só encurta quando uma cópia é restaurada. Pergunte no grupo se isso foi avisado, e guarde o texto copiado.',
    )
  return {
    is: 'good',
    sentences: [`É o mesmo livro: ${other.size} lançamentos no outro aparelho, ${here.size} aqui.`],
  }
}

function keyIn(text: string | null): string {
  return fieldOf(text, 'key', (value) => (typeof value === 'string' ? value : null)) ?? ''
}

function proofIn(text: string | null): string[] {
  const isList = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((one) => typeof one === 'string')
  return fieldOf(text, 'proof', (value) => (isList(value) ? value : null)) ?? []
}

function fieldOf<T>(text: string | null, name: string, read: (value: unknown) => T | null): T | null {
  try {
    return read((JSON.parse(text ?? 'null') as Record<string, unknown> | null)?.[name])
  } catch {
    return null
  }
}

const bad = (...sentences: string[]): Verdict => ({ is: 'bad', sentences })
export const unknown = (...sentences: string[]): Verdict => ({ is: 'unknown', sentences })
