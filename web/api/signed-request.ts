import { shapeOf } from '#circle/ledger/act-kinds.ts'
import type { Command } from '#circle/circle.ts'
import type { DecidedRecord } from '#circle/ledger/decided-records.ts'
import { DECISIONS } from '#circle/ledger/deeds.ts'
import type { Act } from '#circle/ledger/signed-act.ts'
import { CHANGED_NOTHING } from '#contracts/call.ts'
import type { AnswerOf, CallName } from '#contracts/contract.ts'
import { ApiError, request } from '#web/api/client.ts'
import type { RequestOptions, Sent } from '#web/api/client.ts'
import type { WhyNot } from '#web/api/device-key.ts'
import type { Said, ShownDebt } from '#web/api/sign-act.ts'
import { circleOf, holderHere } from '#web/api/holder.ts'
import { queryClient } from '#web/api/query.ts'
import { quietly } from '#web/api/quietly.ts'
import { readHelper, readStored } from '#web/api/storage.ts'
import { momentText } from '#web/text/dates.ts'

/** The act that a call is; a receipt's picture, words and a decision are hashed here, and `hash` is that of the terms accepted. */
export type CallAct = Pick<Act, 'act'> &
  Partial<Pick<Act, 'donationId' | 'level' | 'cents' | 'part'>> & {
    readonly picture?: string
    readonly hash?: string
    readonly command?: Command | DecidedRecord
    /** The words that go with it, tidied as the server does it; `picture` in base64. */
    readonly words?: Said
  }

/**
 * Makes a call that is a decision of the administration's. The device signs the command that the ledger will have, or `hash`, of what
 * it will have where no command follows.
 */
export async function requestDecided<N extends CallName>(
  name: N,
  sent: Sent<N>,
  decision: Command | DecidedRecord | { readonly hash: string } | null,
  { isEverywhere = false }: { readonly isEverywhere?: boolean } = {},
): Promise<AnswerOf<N>> {
  const { user } = readStored()
  const send = request as (name: N, sent: Sent<N>, options?: RequestOptions) => Promise<AnswerOf<N>>
  if (decision === null || !user || readHelper()) return send(name, sent)
  const holder = await holderHere(user)
  if (!(await isDecider(holder))) {
    const signatures = isEverywhere ? await signElsewhere(user.id, decision) : []
    try {
      return await send(name, sent, signatures.length > 0 ? { signature: signatures.join(', ') } : {})
    } catch (error) {
      // Another device of theirs signs here: so does this one, once they say who they are.
      if (holder === null || !isDemanded(error)) throw error
    }
  }
  if ('hash' in decision) return requestSigned(name, sent, { act: 'administer', ...decision }, { isEverywhere })
  const decided = shownOfDecision(decision)
  if (decided) await (await import('#web/api/sign-act.ts')).holdDecision(holder!, decided.about, decided.shown)
  return requestSigned(name, sent, { act: 'administer', command: decision }, { isEverywhere })
}

/** Whether who is signed in decides by the signature of this device. */
export const decidesHere = async (): Promise<boolean> => !readHelper() && isDecider(await holderHere(readStored().user))

/** A person who takes part signs what they decide, too; one who only administers does once this device signs by 'Minha conta'. */
async function isDecider(holder: string | null): Promise<boolean> {
  if (holder === null || circleOf(holder) === null) return holder !== null
  const { addedIn } = await import('#web/api/device-key.ts')
  return (await addedIn(holder)) !== null
}

/** Whether a call was refused for want of a device's signature. */
export const isDemanded = (error: unknown): boolean => error instanceof ApiError && error.code === 'signature.needed'

/** The query that holds what is to be said about the last signature; null for nothing. */
export const signingNoteKey = ['notice', 'signing'] as const

/**
 * Makes a call that is an act of the member's own, signed by this device. Where it cannot sign, or the server does not take
 * the signature even when it is made anew, the act is done without one, and a note says so: an act that is one's own is
 * never stopped by a lost key.
 */
export async function requestSigned<N extends CallName>(
  name: N,
  sent: Sent<N>,
  { picture, hash, command, words: said, ...act }: CallAct,
  { isEverywhere = false, ...options }: Pick<RequestOptions, 'onProgress'> & { readonly isEverywhere?: boolean } = {},
): Promise<AnswerOf<N>> {
  const { user } = readStored()
  const helper = readHelper()
  // A helper signs with their own key, for the person on the screen.
  const holder = helper?.id ?? (await holderHere(user))
  const helped = helper && user ? user.id : null
  const [{ checkDevice }, { pictureHash }, signer, { noteAct }] = await signing()
  const { decisionHash, didBefore, signAct, speak, proveDone } = signer
  const words = said ? await speak(act.donationId!, said) : null
  const { body = {} } = sent as { readonly body?: object }
  const toSend = words ? { ...sent, body: { ...body, words_salt: words.spoken.salt } } : sent
  let changedNothing = false
  const onAnswered = (headers: Headers) => {
    changedNothing = headers.has(CHANGED_NOTHING)
  }
  const send = (signature?: string) =>
    (request as (name: N, sent: Sent<N>, options: RequestOptions) => Promise<AnswerOf<N>>)(name, toSend, {
      ...options,
      ...(signature ? { signature, onAnswered } : {}),
    })
  queryClient.setQueryData(signingNoteKey, null)
  if (!holder) return send()
  const told = command ? decisionHash(command) : (hash ?? words?.hash ?? null)
  const image = picture === undefined ? told : await pictureHash(picture)
  const whole: Act = { donationId: null, level: null, ...act, image }
  for (let tries = 0; tries < 2; tries += 1) {
    const signed = await signAct(holder, whole, shownDebt(whole.donationId), { helped, words: words?.spoken })
    if (typeof signed === 'string') {
      // A decision should not stand unsigned: its person is asked who they are before it, not after a refusal.
      if (tries === 0 && DECISIONS.includes(whole.act) && (await signFromNowOn(holder, signed))) continue
      try {
        return await sendUnsigned(send, { holder, act: whole, why: signed })
      } catch (error) {
        // Where a signature is demanded, its person is asked who they are, and this device signs from then on.
        const canSign = isDemanded(error) && tries === 0 && (await signFromNowOn(holder, signed))
        if (!canSign) throw error
        continue
      }
    }
    try {
      const others = isEverywhere ? await signEverywhere(holder, whole) : []
      const answer = await send([signed.header, ...others].join(', '))
      // A member's act says so of itself alone: that it was done before is not the server's word, but what this device proves.
      if (changedNothing && (whole.act === 'administer' || (await didBefore(holder, signed)))) {
        await noteAct(holder, signed.count, { state: 'refused' })
        if (whole.act === 'administer') say('Já estava assim: nada mudou, e nada novo está no livro.')
        return answer
      }
      // A person who left has no more to ask, and none who asks for them.
      const isProven = name === 'DELETE /me' || (await proveDone(holder, signed))
      if (isProven !== true) say(isProven === false ? NOT_THERE : NOT_YET)
      else if (signed.isClockOff) say(CLOCK_OFF)
      return answer
    } catch (error) {
      if (isRefused(error)) await noteAct(holder, signed.count, { state: 'refused' })
      const code = error instanceof ApiError ? error.code : null
      // A new device waits for what weighs, never for what protects its person, who may just have lost the older one.
      if (code === 'device.waits' && !shapeOf(whole.act).isDemanded)
        return sendUnsigned(send, { holder, act: whole, why: 'waits' })
      if (code === 'ledger.ahead' && !shapeOf(whole.act).isDemanded)
        return sendUnsigned(send, { holder, act: whole, why: 'refused' })
      if (code !== 'signature.invalid') throw error
      await checkDevice(holder)
    }
  }
  return sendUnsigned(send, { holder, act: whole, why: 'refused' })
}

/** A decision about who administers stands in the ledger of every circle: this device signs it in each in which it can. */
async function signEverywhere(holder: string, act: Act): Promise<string[]> {
  const [{ signsElsewhere }, , { signAct }] = await signing()
  const headers: string[] = []
  for (const { holder: other, circleId } of await signsElsewhere(holder)) {
    const signed = await signAct(other, act, null, { circleId }).catch(() => null)
    if (signed !== null && typeof signed !== 'string') headers.push(signed.header)
  }
  return headers
}

/** The same where nothing is signed in the circle on screen. */
async function signElsewhere(
  userId: string,
  decision: Command | DecidedRecord | { readonly hash: string },
): Promise<string[]> {
  const { decisionHash } = await import('#web/api/sign-act.ts')
  const image = 'hash' in decision ? String(decision.hash) : decisionHash(decision)
  return signEverywhere(`${userId} `, { act: 'administer', donationId: null, level: null, image })
}

/** Adds this device's key with its person looking on, where that was all that was missing. */
async function signFromNowOn(holder: string, why: WhyNot): Promise<boolean> {
  const { addDevice, renewDevice } = await import('#web/api/device-key.ts')
  if (why === 'not_added') return (await addDevice(holder, { isQuiet: false })).why === null
  return why === 'removed' && (await renewDevice(holder)).why === null
}

/** Its own part of the download: the pages that sign bring it along when they need it. */
const signing = () =>
  Promise.all([
    import('#web/api/device-key.ts'),
    import('#web/api/hash-text.ts'),
    import('#web/api/sign-act.ts'),
    import('#web/api/journal.ts'),
  ])

type ShownDonation = { id: string; amount: number; donorId: string; receiverId: string | null }

/** A donation as the lists that were read show it; null where none of them does. */
function shownDebt(donationId: string | null): ShownDebt | null {
  const lists = queryClient.getQueriesData<unknown>({ queryKey: ['donations'] }).map(([, data]) => data)
  const shown = lists.flatMap((data) => (Array.isArray(data) ? (data as ShownDonation[]) : []))
  const found = shown.find(({ id }) => id === donationId)
  return found ? debtOf(found) : null
}

function debtOf({ amount, donorId, receiverId }: ShownDonation): ShownDebt {
  return { amountCents: Math.round(amount * 100), donorId, receiverId }
}

type ShownReport = {
  id: string
  donationId: string
  amount: number
  donor: { id: string }
  receiver: { id: string | null }
}

/** The donation of a decision as the pages on screen show it, each of them; null for a decision that is of none. */
function shownOfDecision(command: Command | DecidedRecord) {
  const reportId = ('reportId' in command && command.reportId) || undefined
  const id = reportId ?? ('donationId' in command ? command.donationId : null)
  if (id === null) return null
  const onScreen = [['admin'], ['donations']]
    .flatMap((queryKey) => queryClient.getQueryCache().findAll({ queryKey, type: 'active' }))
    .flatMap(({ state: { data } }) => {
      const { data: rows } = (data ?? {}) as { data?: unknown }
      return [data ?? {}, ...(Array.isArray(rows) ? rows : [])] as Partial<ShownDonation & ShownReport>[]
    })
  const found = onScreen.filter((one) => one.id === id && (reportId ? one.donor?.id : one.donorId) !== undefined)
  const shown = found.map((one) => {
    const parties = reportId ? { donorId: one.donor!.id, receiverId: one.receiver!.id } : {}
    return debtOf({ ...one, ...parties } as ShownDonation)
  })
  const donationId = reportId ? found[0]?.donationId : id
  return donationId ? { about: { donationId, reportId }, shown } : null
}

async function sendUnsigned<T>(
  send: () => Promise<T>,
  { holder, act: { act, donationId: about }, why }: { holder: string; act: Act; why: WhyNot },
): Promise<T> {
  const { noteUnsigned, noteUnsignedDone } = await import('#web/api/journal.ts')
  // A window that keeps nothing has no journal either.
  const note = (isDone: boolean) =>
    why === 'no_store' ? undefined : quietly(() => noteUnsigned(holder, { act, about }, isDone))
  await note(true)
  try {
    const answer = await send()
    // In the name of whom a helper helps it stands, and not in theirs.
    if (why !== 'no_store' && !readHelper()) await quietly(() => noteUnsignedDone(holder, { act, about }))
    say(`Feito, sem a assinatura deste aparelho: ${reasons[why]} Vale do mesmo jeito, e no livro fica anotado.`)
    return answer
  } catch (error) {
    if (isRefused(error)) await note(false)
    throw error
  }
}

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500

const CLOCK_OFF =
  'Feito e assinado. A hora deste aparelho não é a do servidor: acerte-a. Se ela está certa, conte ao grupo.'

const NOT_YET =
  'O servidor recebeu o que você fez. Este aparelho ainda não pôde conferir que está no livro, e olha de novo na próxima visita.'

const NOT_THERE =
  'Atenção: o servidor respondeu que recebeu, mas o livro não tem o que você fez. Mostre isto ao grupo e não pague nem confirme mais nada até entender o que houve.'

const reasons: Readonly<Record<WhyNot, string>> = {
  no_store: 'esta janela não guarda chaves, como acontece numa janela anônima ou sem conexão segura.',
  not_added: 'ele ainda não assina por você (Meus aparelhos).',
  removed: 'ele foi retirado dos seus aparelhos (Meus aparelhos).',
  refused: 'o servidor não a aceitou.',
  waits: 'ele é novo e ainda espera (Meus aparelhos).',
  clock: 'a hora do servidor e a deste aparelho diferem em mais de um dia.',
}

/** A device that was added just now signs nothing that weighs until then: said before anything is tried on it. */
export function sayItWaits(until: string): void {
  say(
    `Este aparelho é novo. Comprovantes e confirmações vão por ele a partir de ${momentText(until)}, ou logo que outro aparelho seu o aceitar (Meus aparelhos).`,
  )
}

function say(text: string): void {
  queryClient.setQueryData(signingNoteKey, text)
}
