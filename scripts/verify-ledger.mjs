#!/usr/bin/env node
// Verifies a circle's ledger without trusting whoever runs it. One file, nothing but Node 20 or newer: read it, keep it, run it anywhere.
//
//   node verify-ledger.mjs livro.ndjson                              the chain, the signature of its end, the money
//     --guardado livro-antigo.ndjson            … and that it goes on from what was downloaded before (may be repeated)
//     --meus-dados dados.json                                        … and that it holds your own donations (dados.json of 'Meus dados')
//     --membro <id>                                                  … or only your own sums
//     --json                                                         the answer as JSON
//
// Ends with 0 when everything holds, 1 when something does not, 2 when a file cannot be read.
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const GENESIS = '0'.repeat(64)
const FAULTS_SHOWN = 100

export const sentences = {
  'entry.unreadable': 'A posição {line} não é um lançamento que se possa ler.',
  'entry.missing': 'Falta o lançamento {seq}.',
  'entry.repeated': 'O lançamento {seq} aparece mais de uma vez, de novo na posição {line}.',
  'entry.moved': 'O lançamento {seq} está fora do lugar: deveria estar na posição {line}.',
  'entry.altered': 'O lançamento {seq} foi alterado: o conteúdo não é o que a marca dele diz.',
  'entry.unlinked': 'O lançamento {seq} não continua o anterior: o que veio antes dele foi trocado.',
  'head.unsigned': 'A assinatura do fim do livro não confere.',
  'head.differs': 'O livro não termina onde a assinatura diz, no lançamento {seq}.',
  'kept.unsigned': 'A assinatura guardada do lançamento {seq} não confere: o arquivo guardado foi alterado.',
  'kept.other_circle': 'O que foi guardado no lançamento {seq} é de outro círculo.',
  'kept.other_key': 'A chave que assina hoje não é a que assinou o lançamento {seq} guardado.',
  'kept.cut': 'O livro foi encurtado: o que foi guardado chega ao lançamento {seq}.',
  'kept.rewritten': 'O livro foi reescrito: o lançamento {seq} não é o que foi assinado antes.',
  'own.missing': 'A sua doação {id} não está no livro.',
  'own.differs': 'A sua doação {id} está no livro com outro valor ou em outra situação (lançamento {seq}).',
  'books.no_circle': 'O lançamento {seq} não deveria estar aí: um livro começa com a criação do círculo, uma só vez.',
  'books.unreadable': 'O lançamento {seq} fala de dinheiro sem dizer quanto, de quem ou para onde.',
  'books.owed_twice': 'O lançamento {seq} cobra de novo o que já tinha sido cobrado.',
  'books.second_pull': 'O lançamento {seq} cobra uma segunda contribuição da mesma pessoa no mesmo mês.',
  'books.not_owed': 'O lançamento {seq} trata do que ninguém devia.',
  'books.made_twice': 'O lançamento {seq} faz de novo uma doação que já existe.',
  'books.to_oneself': 'O lançamento {seq} é uma doação de alguém para si.',
  'books.not_open': 'O lançamento {seq} muda uma doação que não estava aberta.',
  'books.differs': 'O lançamento {seq} não tem o valor ou as pessoas com que a doação começou.',
  'books.no_receipt': 'O lançamento {seq} confirma uma doação sem comprovante.',
  'books.turn_sum': 'O lançamento {seq} diz que uma vez pagou o que não foi confirmado nela.',
  'books.not_conserved': 'O que foi dado não é o que foi recebido mais a conta administrativa.',
}

/** The sentence of a fault, its numbers filled in. */
export function sentenceOf(fault) {
  return sentences[fault.code].replace(/\{(\w+)\}/g, (_, name) => fault[name] ?? '?')
}

/** JSON with sorted keys and no spaces: the text that hashes and signatures are of. */
function canonical(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return '[' + value.map(canonical).join(',') + ']'
  const keys = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
  return '{' + keys.map((key) => JSON.stringify(key) + ':' + canonical(value[key])).join(',') + '}'
}

const sha256 = (text) => createHash('sha256').update(text, 'utf8').digest('hex')

function hashOf(circleId, entry) {
  const { seq, at, actor_id, kind, payload, previous_hash } = entry
  return sha256(canonical({ circle_id: circleId, seq, at, actor_id, kind, payload, previous_hash }))
}

/** Whether a head's Ed25519 signature is that of the key it names. */
export function isSigned(head) {
  try {
    const { circle_id, seq, hash, at } = head
    const text = 'ciranda ledger head v1\n' + canonical({ circle_id, seq, hash, at })
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: head.key }, format: 'jwk' })
    return verifySignature(null, Buffer.from(text), key, Buffer.from(head.signature, 'base64url'))
  } catch {
    return false
  }
}

/** Verifies everything that is asked: { entries, head, kept: [heads], own: { memberId, donations: [{ id, amountCents, status }] } }. */
export function verify({ entries: given, head, kept = [], own }) {
  const faults = []
  const fault = (code, seq = null, line = null, id = null) => faults.push({ code, seq, line, id })

  // 1. Every entry there, once, in its place.
  const read = new Map()
  for (let i = 0; i < given.length; i += 1) {
    const entry = given[i]
    if (!looksLikeEntry(entry)) fault('entry.unreadable', null, i + 1)
    else if (read.has(entry.seq)) fault('entry.repeated', entry.seq, i + 1)
    else read.set(entry.seq, entry)
  }
  const arrived = [...read.keys()]
  const sorted = [...arrived].sort((a, b) => a - b)
  let next = 1
  for (const seq of sorted) {
    if (seq !== next) fault('entry.missing', next)
    next = seq + 1
  }
  if (next <= head.seq) fault('entry.missing', next)
  for (let i = 0; i < sorted.length; i += 1) {
    if (sorted[i] === arrived[i]) continue
    fault('entry.moved', sorted[i], i + 1)
    break
  }

  // 2. Every entry is what its hash says, and goes on from the one before.
  let previous = { seq: 0, hash: GENESIS, real: GENESIS }
  for (const seq of sorted) {
    const entry = read.get(seq)
    const real = hashOf(head.circle_id, entry)
    if (real !== entry.hash) fault('entry.altered', seq)
    else if (seq === previous.seq + 1 && entry.previous_hash !== previous.hash && entry.previous_hash !== previous.real)
      fault('entry.unlinked', seq)
    previous = { seq, hash: entry.hash, real }
  }

  // 3. It ends where the signature says, and goes on from every end kept before.
  if (!isSigned(head)) fault('head.unsigned', head.seq)
  if (head.seq !== previous.seq || head.hash !== previous.hash) fault('head.differs', head.seq)
  for (const old of [...kept].sort((a, b) => a.seq - b.seq)) {
    if (!isSigned(old)) fault('kept.unsigned', old.seq)
    else if (old.circle_id !== head.circle_id) fault('kept.other_circle', old.seq)
    else if (old.seq > previous.seq) fault('kept.cut', old.seq)
    else if (old.seq > 0 && read.get(old.seq)?.hash !== old.hash) fault('kept.rewritten', old.seq)
    else if (old.key !== head.key) fault('kept.other_key', old.seq)
  }

  // 4. Money: only of a whole chain, because sums over altered entries say nothing.
  let money = null
  let part = null
  if (!faults.some(({ code }) => code.startsWith('entry.'))) {
    const books = keepBooks(
      sorted.map((seq) => read.get(seq)),
      fault,
    )
    money = books.money
    if (own)
      part = ownPart(
        sorted.map((seq) => read.get(seq)),
        books,
        own,
        fault,
      )
  }
  return { entries: given.length, faults: faults.slice(0, FAULTS_SHOWN), faultsFound: faults.length, money, own: part }
}

function looksLikeEntry(entry) {
  const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value)
  if (!isObject(entry)) return false
  if (Object.keys(entry).sort().join() !== 'actor_id,at,hash,kind,payload,previous_hash,seq') return false
  if (!Number.isSafeInteger(entry.seq) || entry.seq < 1 || !isObject(entry.payload)) return false
  if (entry.actor_id !== null && typeof entry.actor_id !== 'string') return false
  return ['at', 'kind', 'previous_hash', 'hash'].every((field) => typeof entry[field] === 'string')
}

const SAME = ['obligationId', 'donorId', 'receiverId', 'turnId', 'type', 'amountCents', 'target']
const isText = (value) => typeof value === 'string' && value !== ''
const isAmount = ({ amountCents, target, type }) =>
  Number.isSafeInteger(amountCents) && amountCents > 0 && [1, 2, 3, 'administration'].includes(target) && isText(type)
const isOwed = (p) => isText(p.obligationId) && isText(p.memberId) && isAmount(p)
const isDonation = (p) =>
  isText(p.donationId) &&
  isText(p.obligationId) &&
  isText(p.donorId) &&
  (p.receiverId === null || isText(p.receiverId)) &&
  (p.turnId === null || isText(p.turnId)) &&
  isAmount(p)

/** Replays the money alone: what is owed, given, received. A faulty entry is named and changes nothing. */
function keepBooks(entries, fault) {
  const owed = new Map()
  const seen = new Set()
  const pulls = new Set()
  const donations = new Map()
  const turns = new Map()
  const given = new Map()
  const received = new Map()
  let administrationCents = 0
  let created = false
  const add = (totals, id, cents) => totals.set(id, (totals.get(id) ?? 0) + cents)
  const owedFault = (p, memberId) => {
    const debt = owed.get(p.obligationId)
    if (!debt) return 'books.not_owed'
    return debt.memberId === memberId &&
      debt.type === p.type &&
      debt.amountCents === p.amountCents &&
      debt.target === p.target
      ? null
      : 'books.differs'
  }
  const openOf = (id) => {
    const donation = donations.get(id)
    return donation && (donation.status === 'open' || donation.status === 'receipt_sent') ? donation : null
  }

  const rules = {
    'obligation.owed'(p) {
      if (!isOwed(p)) return 'books.unreadable'
      if (seen.has(p.obligationId)) return 'books.owed_twice'
      const pull = `${p.period}:${p.target}:${p.memberId}`
      if (p.type === 'PULL' && pulls.has(pull)) return 'books.second_pull'
      if (p.type === 'PULL') pulls.add(pull)
      seen.add(p.obligationId)
      owed.set(p.obligationId, {
        memberId: p.memberId,
        type: p.type,
        amountCents: p.amountCents,
        target: p.target,
        isOpen: false,
      })
    },
    'obligation.void'(p) {
      if (!isOwed(p)) return 'books.unreadable'
      const wrong = owedFault(p, p.memberId)
      if (wrong) return wrong
      if (owed.get(p.obligationId).isOpen) return 'books.not_owed'
      owed.delete(p.obligationId)
    },
    'donation.matched'(p, seq) {
      if (!isDonation(p)) return 'books.unreadable'
      if (donations.has(p.donationId)) return 'books.made_twice'
      if (p.donorId === p.receiverId) return 'books.to_oneself'
      if ((p.receiverId === null) !== (p.target === 'administration')) return 'books.differs'
      const wrong = owedFault(p, p.donorId)
      if (wrong) return wrong
      if (owed.get(p.obligationId).isOpen) return 'books.made_twice'
      owed.get(p.obligationId).isOpen = true
      donations.set(p.donationId, { status: 'open', seq, facts: p })
    },
    'donation.receipt_sent'(p, seq) {
      if (!isText(p.donationId)) return 'books.unreadable'
      const donation = openOf(p.donationId)
      if (!donation) return 'books.not_open'
      if (donation.facts.donorId !== p.donorId) return 'books.differs'
      Object.assign(donation, { status: 'receipt_sent', seq })
    },
    'donation.confirmed'(p, seq) {
      const donation = ends(p)
      if (typeof donation === 'string') return donation
      if (donation.status !== 'receipt_sent') return 'books.no_receipt'
      Object.assign(donation, { status: 'confirmed', seq })
      owed.delete(p.obligationId)
      add(given, p.donorId, p.amountCents)
      if (p.receiverId === null) administrationCents += p.amountCents
      else add(received, p.receiverId, p.amountCents)
      if (p.turnId !== null) add(turns, p.turnId, p.amountCents)
    },
    'donation.expired': (p, seq) => endUnpaid(p, seq, 'expired'),
    'donation.cancelled': (p, seq) => endUnpaid(p, seq, 'cancelled'),
    'turn.completed': (p) => turnPaid(p, p.receivedCents),
    'upgrade.accepted': (p) => turnPaid(p, p.balanceCents),
  }

  function ends(p) {
    if (!isDonation(p)) return 'books.unreadable'
    const donation = openOf(p.donationId)
    if (!donation) return 'books.not_open'
    return SAME.every((field) => donation.facts[field] === p[field]) ? donation : 'books.differs'
  }

  function endUnpaid(p, seq, status) {
    const donation = ends(p)
    if (typeof donation === 'string') return donation
    Object.assign(donation, { status, seq })
    owed.get(p.obligationId).isOpen = false
  }

  function turnPaid(p, cents) {
    if (!isText(p.turnId)) return 'books.unreadable'
    if (cents !== (turns.get(p.turnId) ?? 0)) return 'books.turn_sum'
  }

  for (const { seq, kind, payload } of entries) {
    const misplaced = (kind === 'circle.created') === created
    const wrong = misplaced ? 'books.no_circle' : Object.hasOwn(rules, kind) ? rules[kind](payload, seq) : null
    if (!misplaced) created = true
    if (wrong) fault(wrong, seq)
  }

  const sum = (totals) => [...totals.values()].reduce((all, cents) => all + cents, 0)
  const open = [...donations.values()].filter(({ status }) => status === 'open' || status === 'receipt_sent')
  const waiting = [...owed.values()].filter(({ isOpen }) => !isOpen)
  const money = {
    givenCents: sum(given),
    receivedCents: sum(received),
    administrationCents,
    openCents: open.reduce((all, { facts }) => all + facts.amountCents, 0),
    waitingCents: waiting.reduce((all, { amountCents }) => all + amountCents, 0),
  }
  if (money.givenCents !== money.receivedCents + money.administrationCents) fault('books.not_conserved')
  return { money, donations, given, received }
}

const STATUS = {
  PENDING_PAYMENT: 'open',
  PENDING_CONFIRMATION: 'receipt_sent',
  CONFIRMED: 'confirmed',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
}

/** One member's sums and donations, and whether those that the member knows of are in the ledger as they know them. */
function ownPart(entries, { donations, given, received }, { memberId, donations: known = [] }, fault) {
  const isMine = (donation) =>
    donation !== undefined && (donation.facts.donorId === memberId || donation.facts.receiverId === memberId)
  const mine = [...donations.values()].filter(isMine)
  for (const { id, amountCents, status } of known) {
    const found = isMine(donations.get(id)) ? donations.get(id) : null
    if (!found) fault('own.missing', null, null, id)
    else if (found.facts.amountCents !== amountCents || found.status !== (STATUS[status] ?? status))
      fault('own.differs', found.seq, null, id)
  }
  const names = (value) =>
    value === memberId || (value !== null && typeof value === 'object' && Object.values(value).some(names))
  return {
    entries: entries.filter((entry) => entry.actor_id === memberId || names(entry.payload)).length,
    givenCents: given.get(memberId) ?? 0,
    receivedCents: received.get(memberId) ?? 0,
    donations: mine.map(({ status, seq, facts: { donationId, donorId, receiverId, amountCents } }) => ({
      donationId,
      donorId,
      receiverId,
      amountCents,
      status,
      seq,
    })),
  }
}

/** A downloaded ledger, as JSON lines or as one JSON document: its signed end and its entries, unreadable ones as null. */
export function readLedger(text) {
  const whole = parse(text)
  if (whole?.head) return { head: whole.head, entries: Array.isArray(whole.entries) ? whole.entries : [] }
  const [first, ...lines] = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parse)
  if (!first?.head) throw new Error('não é um livro baixado da Ciranda')
  return { head: first.head, entries: lines }
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The donations that 'Meus dados' lists as one's own. */
export function readOwnData(text) {
  const data = JSON.parse(text)
  const donations = data.donations
    .filter(({ waiting }) => !waiting)
    .map(({ id, amount, status }) => ({ id, amountCents: Math.round(amount * 100), status }))
  return { memberId: data.user.id, donations }
}

const reais = (cents) => (cents / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' })

function main(args) {
  const kept = []
  let file, own, asJson
  for (let i = 0; i < args.length; i += 1) {
    if (args[i] === '--guardado') kept.push(readLedger(readFileSync(args[(i += 1)], 'utf8')).head)
    else if (args[i] === '--meus-dados') own = readOwnData(readFileSync(args[(i += 1)], 'utf8'))
    else if (args[i] === '--membro') own = { memberId: args[(i += 1)] }
    else if (args[i] === '--json') asJson = true
    else file = args[i]
  }
  if (!file) throw new Error('diga qual arquivo: node verify-ledger.mjs livro.ndjson')
  const ledger = readLedger(readFileSync(file, 'utf8'))
  const verdict = verify({ ...ledger, kept, own })
  if (asJson) console.log(JSON.stringify(verdict, null, 2))
  else tell(verdict, ledger.head)
  return verdict.faultsFound === 0 ? 0 : 1
}

function tell({ entries, faults, faultsFound, money, own }, head) {
  console.log(`Livro do círculo ${head.circle_id}: ${entries} lançamentos, assinado em ${head.at}`)
  console.log(`Chave de quem assina: ${head.key}`)
  if (money) {
    console.log(
      `Dado ${reais(money.givenCents)} = recebido ${reais(money.receivedCents)} + conta administrativa ${reais(money.administrationCents)}`,
    )
    console.log(`Em aberto ${reais(money.openCents)}; à espera de quem receba ${reais(money.waitingCents)}`)
  }
  if (own)
    console.log(`Você: ${own.entries} lançamentos, deu ${reais(own.givenCents)}, recebeu ${reais(own.receivedCents)}`)
  for (const fault of faults) console.log(`✗ ${sentenceOf(fault)}`)
  if (faultsFound > faults.length) console.log(`  … e mais ${faultsFound - faults.length}`)
  console.log(faultsFound === 0 ? '✓ Tudo confere.' : `✗ ${faultsFound} ${faultsFound === 1 ? 'falha' : 'falhas'}.`)
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = main(process.argv.slice(2))
  } catch (error) {
    console.error(`Não foi possível ler: ${error.message}`)
    process.exitCode = 2
  }
}
