import { createHash, createPublicKey, pbkdf2Sync, verify as verifySignature } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { wordlist } from '@scure/bip39/wordlists/portuguese.js'
import {
  cosignedAt,
  isSignedBy,
  namedKey,
  NOTE_KEY,
  originOf,
  parseCheckpoint,
  parseVerifierKey,
  checkpointOf,
} from '#circle/ledger/checkpoint.ts'
import type { Checkpoint, Note } from '#circle/ledger/checkpoint.ts'
import { dayMarks, dayWords } from '#circle/ledger/day-code.ts'
import { headText } from '#circle/ledger/entry.ts'
import type { SignedHead } from '#circle/ledger/entry.ts'
import type { Journal } from '#circle/ledger/journal.ts'
import type { IsSigned, Signatures, SignedText } from '#circle/ledger/signatures.ts'
import { chosenWitnesses } from '#circle/ledger/member-words.ts'
import { signedTexts, verifyLedger } from '#circle/ledger/verify.ts'
import type { CheckedCheckpoint, LedgerQuestion, LedgerVerdict, OwnRecords } from '#circle/ledger/verdict.ts'
import { ledgerFaultSentence, ledgerFaultSentences } from '#contracts/ledger-faults.ts'
import { readCheckpoint, readLedger, readOwnData, readProof } from '#contracts/ledger-files.ts'

// The source of the stand-alone verifier: `scripts/build-verifier.ts` bundles it with the very rules of circle/ into
// `scripts/verify-ledger.mjs`, one file that needs only Node.

export type Question = {
  entries: readonly unknown[]
  head: SignedHead
  kept?: readonly SignedHead[] | undefined
  /** Checkpoints kept from earlier, as signed notes. */
  checkpoints?: readonly Note[] | undefined
  own?: OwnRecords | undefined
  /** Other people's own data, of any number of them. */
  others?: readonly OwnRecords[] | undefined
  /** The journals of devices, of any number of them. */
  journals?: readonly Journal[] | undefined
  /** The operator and the words that the circle's terms show. */
  terms?: LedgerQuestion['terms']
  /** The time (epoch ms) of this machine, where the ledger is to be held to it. */
  now?: number
}

export { readCheckpoint, readLedger, readOwnData, readProof }
export const sentences = ledgerFaultSentences
export const sentenceOf = ledgerFaultSentence

/** Whether a head's Ed25519 signature is that of the key it names. */
export function isSigned(head: SignedHead): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: head.key }, format: 'jwk' })
    return verifySignature(null, Buffer.from(headText(head)), key, Buffer.from(head.signature, 'base64url'))
  } catch {
    return false
  }
}

const digest = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()

/**
 * A checkpoint, whether it bears the signature of the key that signed a ledger's end, under the name of its log, and when
 * these witnesses saw it.
 */
function checkedCheckpoint(
  note: Note,
  { circle_id, key }: SignedHead,
  witnesses: readonly string[],
): CheckedCheckpoint {
  const logKey = namedKey(digest, originOf(circle_id), NOTE_KEY, Buffer.from(key, 'base64url'))
  const seenAt = witnesses.flatMap((witness) => {
    const own = parseVerifierKey(digest, witness)
    const seconds = own && cosignedAt(note.text, note.signatures, own, isEd25519)
    return seconds === null ? [] : [seconds * 1_000]
  })
  return { ...parseCheckpoint(note.text)!, isSigned: isSignedBy(note, logKey, isEd25519), seenAt }
}

function isEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    const x = Buffer.from(publicKey).toString('base64url')
    return verifySignature(null, message, { key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }, signature)
  } catch {
    return false
  }
}

/** Verifies ECDSA signatures with P-256 and SHA-256; each key is read once. */
export function actVerifier(): IsSigned {
  const keyOf = keyReader()
  return (signed) => {
    const asked = askedOf(signed, keyOf)
    return asked !== null && verifySignature(...asked)
  }
}

/** As `actVerifier`, for these acts, verified at once on every core before anybody asks. */
async function verifyActs(texts: readonly SignedText[]): Promise<IsSigned> {
  const keyOf = keyReader()
  const verified = await Promise.all(
    texts.map(
      (signed) =>
        new Promise<boolean>((resolve) => {
          const asked = askedOf(signed, keyOf)
          if (asked === null) resolve(false)
          else verifySignature(...asked, (error, holds) => resolve(!error && holds))
        }),
    ),
  )
  const answers = new Map(texts.map(({ seq }, index) => [seq, verified[index]!]))
  return ({ seq }) => answers.get(seq) ?? false
}

/** The arguments with which Node verifies a signature; null where its key is none. */
function askedOf({ publicKey, text, sig }: SignedText, keyOf: (point: string) => KeyObject | null) {
  const key = keyOf(publicKey)
  if (key === null) return null
  const how = { key, dsaEncoding: 'ieee-p1363' } as const
  return ['sha256', Buffer.from(text), how, Buffer.from(sig, 'base64url')] as const
}

/** Reads each key once. */
function keyReader(): (point: string) => KeyObject | null {
  const keys = new Map<string, KeyObject | null>()
  return (point) => {
    const key = keys.get(point) ?? readPoint(point)
    keys.set(point, key)
    return key
  }
}

/** The key of an uncompressed point; null when it is none of the curve. */
function readPoint(point: string): KeyObject | null {
  const bytes = Buffer.from(point, 'base64url')
  if (bytes.length !== 65 || bytes[0] !== 4) return null
  const [x, y] = [bytes.subarray(1, 33).toString('base64url'), bytes.subarray(33).toString('base64url')]
  try {
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  } catch {
    return null
  }
}

/** Verifies everything that is asked, trusting neither the server nor who runs it. */
export function verify(
  { entries, head, kept = [], checkpoints = [], own, others = [], journals = [], terms, now }: Question,
  isActSigned: IsSigned = actVerifier(),
): LedgerVerdict {
  const checked = (one: SignedHead) => ({ ...one, isSigned: isSigned(one) })
  const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
  const readers = [own, ...others].flatMap((one) => (one ? [one.memberId] : []))
  const witnesses = chosenWitnesses(entries, [...readers, ...journals.map(({ memberId }) => memberId)], sha256)
  const question = {
    circleId: head.circle_id,
    entries,
    head: checked(head),
    kept: kept.map(checked),
    checkpoints: { kept: checkpoints.map((note) => checkedCheckpoint(note, head, witnesses)), sha256: digest },
    ...(own ? { own } : {}),
    others,
    journals,
    ...(terms ? { terms } : {}),
    ...(now === undefined ? {} : { now }),
  }
  return verifyLedger(question, { sha256, isActSigned })
}

const reais = (cents: number) => (cents / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' })

const HELP = `Uso: LIVRO [opções], o livro de um círculo como foi baixado

  --guardado ARQUIVO     um livro ou ponto guardado antes, que este tem de continuar, com quem o testemunhou; pode repetir-se
  --prova ARQUIVO        a prova que um aparelho guardou; pode repetir-se
  --meus-dados ARQUIVO   os dados de alguém, baixados em “Meus dados”; pode repetir-se
  --membro ID            quem se é, onde não há esse arquivo
  --dia AAAA-MM-DD       o dia do código (padrão: hoje)
  --numero NÚMERO        o número que o grupo combinou
  --json                 o resultado em JSON

Termina com 0 se tudo confere, com 1 se algo não confere, e com 2 se não pôde ler ou se foi chamado errado.
`

/** Answers how the process ends: 0 when everything holds, 1 when something does not, 2 where a file cannot be read. */
export async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(HELP)
    return 0
  }
  try {
    return await verifyFiles(readArguments(args))
  } catch (error) {
    const { code, message, path } = error as NodeJS.ErrnoException
    console.error(`Não foi possível ler: ${code === 'ENOENT' ? `${path} não existe.` : message}`)
    return 2
  }
}

const text = { type: 'string' } as const

function readArguments(args: readonly string[]) {
  const options = { membro: text, dia: text, numero: text, json: { type: 'boolean' } } as const
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...options,
        guardado: { ...text, multiple: true },
        'meus-dados': { ...text, multiple: true },
        prova: { ...text, multiple: true },
      },
      allowPositionals: true,
    })
  } catch {
    throw new Error('há uma opção que não existe, ou a que falta o valor; --help diz quais há')
  }
}

async function verifyFiles({ values, positionals: [file, ...more] }: ReturnType<typeof readArguments>) {
  if (!file || more.length > 0) throw new Error('diga um arquivo, e um só: o livro; --help diz o resto')
  const kept: SignedHead[] = []
  const checkpoints: Note[] = []
  const journals: Journal[] = []
  for (const name of values.guardado ?? []) {
    const content = readFileSync(name, 'utf8')
    const checkpoint = readCheckpoint(content)
    if (checkpoint) checkpoints.push(checkpoint)
    else kept.push(readLedger(content).head)
  }
  for (const name of values.prova ?? []) {
    const proof = readProof(readFileSync(name, 'utf8'))
    kept.push(...proof.heads)
    checkpoints.push(...proof.checkpoints)
    journals.push(...proof.journals)
  }
  const data = (values['meus-dados'] ?? []).map((name) => readOwnData(readFileSync(name, 'utf8')))
  const [own, ...others] = data.length > 0 || values.membro === undefined ? data : [{ memberId: values.membro }]
  const ledger = readLedger(readFileSync(file, 'utf8'))
  const isActSigned = await verifyActs(signedTexts(ledger.head.circle_id, ledger.entries))
  const verdict = verify({ ...ledger, kept, checkpoints, own, others, journals, now: Date.now() }, isActSigned)
  if (values.json) console.log(JSON.stringify(verdict, null, 2))
  else {
    tell(verdict, ledger.head)
    await tellCodes(ledger, checkpoints, { day: values.dia ?? today(), groupNumber: values.numero ?? '' })
  }
  return verdict.faultsFound === 0 ? 0 : 1
}

/** The code of a day, with the number that a group may have made up. */
type Day = { readonly day: string; readonly groupNumber: string }

function today(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date())
}

/** The day's code of each checkpoint kept, and that of the ledger as it is, to compare with somebody else's. */
async function tellCodes({ head, entries }: ReturnType<typeof readLedger>, checkpoints: readonly Note[], of: Day) {
  for (const note of checkpoints) await tellCode('Guardado: primeiros', parseCheckpoint(note.text)!, of)
  const hashes = entries.map((entry) => ({ hash: String((entry as { hash?: unknown } | null)?.hash) }))
  if (hashes.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash)))
    await tellCode('Este livro:', checkpointOf(digest, head.circle_id, hashes), of)
}

async function tellCode(what: string, checkpoint: Checkpoint, of: Day): Promise<void> {
  const stretch = (password: Uint8Array, salt: Uint8Array, rounds: number) =>
    pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const { code } = await dayMarks(checkpoint, of, stretch)
  const words = dayWords(await dayMarks(checkpoint, { day: of.day }, stretch), wordlist)
  const number = of.groupNumber === '' ? '' : `, com o número ${of.groupNumber}`
  console.log(`${what} ${checkpoint.size} lançamentos. Código de ${of.day}${number}: ${code}. Palavras: ${words}`)
}

function tell(verdict: LedgerVerdict, head: SignedHead): void {
  const { entries, faults, faultsFound, money, own, replayedFrom, consentFrom, administrators, signatures } = verdict
  console.log(`Livro do círculo ${head.circle_id}: ${entries} lançamentos, assinado em ${head.at}`)
  console.log(`Chave de quem assina: ${head.key}`)
  if (money) {
    console.log(
      `Dado ${reais(money.givenCents)} = recebido ${reais(money.receivedCents)} + conta administrativa ${reais(money.administrationCents)}`,
    )
    console.log(`Em aberto ${reais(money.openCents)}; à espera de quem receba ${reais(money.waitingCents)}`)
    console.log(
      replayedFrom === null
        ? 'As regras não foram repetidas: este livro é de antes de os pedidos serem anotados.'
        : `As regras foram repetidas do lançamento ${replayedFrom} em diante.`,
    )
    console.log(
      consentFrom === null
        ? 'O aceite dos termos não foi conferido: este livro é de antes de ele ser anotado.'
        : `O aceite dos termos foi conferido do lançamento ${consentFrom} em diante.`,
    )
    if (administrators)
      console.log(
        administrators.fromSeq === null
          ? 'Quem administra não foi conferido desde o começo: este livro é de antes de isso ser anotado.'
          : `Quem administra foi conferido do lançamento ${administrators.fromSeq} em diante.`,
      )
  }
  if (own)
    console.log(`Você: ${own.entries} lançamentos, deu ${reais(own.givenCents)}, recebeu ${reais(own.receivedCents)}`)
  if (signatures) tellSignatures(signatures)
  for (const fault of faults) console.log(`✗ ${sentenceOf(fault)}`)
  if (faultsFound > faults.length) console.log(`  … e mais ${faultsFound - faults.length}`)
  console.log(faultsFound === 0 ? '✓ Tudo confere.' : `✗ ${faultsFound} ${faultsFound === 1 ? 'falha' : 'falhas'}.`)
}

/** Counts the signed acts, and lists those that a member with a device did not sign: no fault, but worth a question. */
function tellSignatures({ signed, unsigned, unsignedFound }: Signatures): void {
  console.log(`Assinados no aparelho de quem fez: ${signed}; sem assinatura de quem tinha aparelho: ${unsignedFound}`)
  for (const { seq, memberId, act } of unsigned) console.log(`  sem assinatura: lançamento ${seq}, ${act}, ${memberId}`)
  if (unsignedFound > unsigned.length) console.log(`  … e mais ${unsignedFound - unsigned.length}`)
}
