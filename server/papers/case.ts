import type { CaseItem, ReportCase } from '#contracts/entities/case.ts'
import { donationStatusLabels, donationTypeLabel, memberReportStatusLabels } from '#contracts/labels.ts'
import type { DonationOutcome } from '#contracts/labels.ts'
import { centsText } from '#contracts/money-text.ts'
import { cents } from '#contracts/money.ts'
import type { Context } from '#server/context.ts'
import { fromPixels, readPixels, sequentially } from '#server/files/pixels.ts'
import { signHead } from '#server/ledger/head.ts'
import { listDonationEntries } from '#server/ledger/queries.ts'
import { casePictures, showCase } from '#server/reports/case.ts'
import { sayEntries } from './kinds.ts'
import { ensureUnaltered } from './ledger-part.ts'
import { originOf } from './paper.ts'
import type { PaperFile } from './paper.ts'
import { openSheet, sayHowToVerify } from './pdf.ts'
import type { Sheet } from './pdf.ts'
import { fullMoment, shortHash } from './words.ts'

/** Pictures on the paper, so that a case of many stays a file that a phone can send. */
const PICTURES_MAX = 40
const PICTURE_PIXELS = 520

const sides = {
  donor: 'Quem doa',
  receiver: 'Quem recebe',
  administration: 'A administração',
  fiscal: 'Um fiscal da roda',
} as const
const outcomes: Readonly<Record<DonationOutcome, string>> = {
  keep: 'mantida como estava',
  confirm: 'recebimento confirmado',
  cancel: 'cancelada',
}

/**
 * A whole case on paper, as its reader sees it in the app: a party without the administration's names and notes. Refuses
 * with 404 whoever is neither a party nor an administrator.
 */
export async function makeCasePaper(context: Context, reportId: string): Promise<PaperFile> {
  const found = await showCase(context, reportId)
  const head = await signHead(context)
  const { circleId } = context.actor
  const entries = (await listDonationEntries(context.db, circleId, found.donationId)).filter(
    ({ seq }) => seq <= head.seq,
  )
  ensureUnaltered(circleId, entries)
  const origin = await originOf(context, head)
  const pictures = await smallPictures(context, found.id)
  const sheet = await openSheet('Caso de uma doação', origin)
  sheet.facts([
    ['Doação', `${donationTypeLabel(found.type)}, ${centsText(cents(found.amount))}`],
    ['De', found.donor.name],
    ['Para', found.receiver.name],
    ['Situação da doação', donationStatusLabels[found.donation_status]],
    ['Situação do caso', memberReportStatusLabels[found.status]],
    ['Aberto em', fullMoment(Date.parse(found.reported_at))],
    ['Caso', found.id],
  ])
  sheet.heading('O que aconteceu, na ordem')
  const hashes = new Map(entries.map(({ seq, hash }) => [seq, hash]))
  for (const item of found.timeline) sayItem(sheet, item, { of: found, picture: pictures.get(item.id), hashes })
  sayEntries(
    sheet,
    'A doação no livro',
    entries.filter(({ kind }) => kind !== 'case.words'),
  )
  sayHowToVerify(sheet, origin)
  return { name: `caso-${found.id}.pdf`, type: 'application/pdf', body: await sheet.close() }
}

type Beside = {
  readonly of: ReportCase
  readonly picture: Buffer | undefined
  /** The hashes of the ledger's entries, by their number. */
  readonly hashes: ReadonlyMap<number, string>
}

function sayItem(sheet: Sheet, item: CaseItem, { of, picture, hashes }: Beside): void {
  const { at, text, more, outcome, kind, notes, proof } = item
  sheet.say(headingOf(item, of), { bold: true, gap: 0.1 })
  const entry = proof ? ` · lançamento nº ${proof.seq} (${shortHash(hashes.get(proof.seq) ?? '')})` : ''
  sheet.say(`${fullMoment(Date.parse(at))}${entry}`, { size: 9, gap: 0.3 })
  for (const words of [text, more]) if (words) sheet.say(words, { gap: 0.3 })
  if (outcome && (kind === 'decision' || kind === 'appeal_decision'))
    sheet.say(`Na doação: ${outcomes[outcome as DonationOutcome]}.`, { gap: 0.3 })
  if (item.by_same)
    sheet.say('Decidiu quem já tinha tomado parte na primeira decisão: não havia outra pessoa na administração.', {
      size: 9.5,
      gap: 0.3,
    })
  if (notes) sheet.say(`Nota interna da administração: ${notes}`, { size: 9.5, gap: 0.3 })
  if (picture) sheet.picture(picture)
  sheet.say(' ', { size: 5, gap: 0 })
}

function headingOf(
  { kind, by, of: asked, until, status, author, decision }: CaseItem,
  { donor, receiver }: ReportCase,
): string {
  const name = by === 'donor' ? donor.name : by === 'receiver' ? receiver.name : author
  const who = name === null ? sides[by] : `${sides[by]} (${name})`
  switch (kind) {
    case 'opened':
      return by === 'administration' ? `${who} abriu o caso` : `${who} avisou o problema`
    case 'request':
      return `${who} pediu a ${asked === 'donor' ? donor.name : receiver.name} uma resposta até ${dayText(until!)}`
    case 'status':
      return `${who} mudou a situação: ${memberReportStatusLabels[status!]}`
    case 'decision':
      return `${who} decidiu`
    case 'appeal':
      return `${who} recorreu da decisão`
    case 'appeal_decision':
      return `${who} decidiu o recurso: ${decision === 'UPHELD' ? 'a primeira decisão vale' : 'a decisão muda'}`
    default:
      return `${who} escreveu`
  }
}

/** 2026-11-25 as 25/11/2026. */
function dayText(day: string): string {
  return day.split('-').toReversed().join('/')
}

/** The case's pictures, small and as JPEG, by the id of what they go with; a file that is gone is left out. */
async function smallPictures(context: Context, reportId: string): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>()
  for (const { id, sha256 } of (await casePictures(context, [reportId])).slice(0, PICTURES_MAX)) {
    const bytes = await context.files.read(sha256)
    if (!bytes) continue
    found.set(
      id,
      await sequentially(async () =>
        fromPixels(await readPixels(bytes, PICTURE_PIXELS))
          .jpeg({ quality: 70 })
          .toBuffer(),
      ),
    )
  }
  return found
}
