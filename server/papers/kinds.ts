import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { momentText } from '#server/lib/days.ts'
import type { Sheet } from './pdf.ts'
import { shortHash } from './words.ts'
const kinds: Readonly<Record<string, string>> = {
  'donation.matched': 'Doação designada',
  'donation.handed_over': 'Passou a ser entre outras pessoas',
  'donation.receipt_sent': 'Comprovante enviado por quem doa',
  'donation.receipt_replaced': 'Comprovante trocado por quem doa',
  'donation.receipt_rejected': 'Comprovante recusado por quem recebe',
  'donation.part_confirmed': 'Parte confirmada',
  'donation.confirmed': 'Recebimento confirmado',
  'donation.expired': 'Prazo vencido sem pagamento',
  'donation.late': 'Prazo vencido, ainda a pagar',
  'donation.cancelled': 'Doação cancelada',
  'contribution.paused': 'Mês deixado para depois',
  'donation.deadline_moved': 'Prazo mudado',
  'donation.reported': 'Problema avisado',
  'report.status_changed': 'Situação do caso mudada',
  'report.ended': 'Caso decidido',
  'case.appealed': 'Recurso contra a decisão',
  'appeal.decided': 'Recurso decidido',
  'substitute.asked': 'Pedido de quem sai, assinado',
  'substitute.accepted': 'Aceite de quem vem, assinado',
  'place.handed_over': 'Lugar passado',
}

/** An entry of the ledger about a donation, in few words. */
function kindText(kind: string): string {
  return kinds[kind] ?? 'Lançamento'
}

/** The entries of the ledger that a paper is about, in a table under a heading. */
export function sayEntries(sheet: Sheet, heading: string, entries: readonly LedgerEntry[]): void {
  sheet.heading(heading)
  sheet.table(
    [
      { title: 'Nº', share: 1, align: 'right' },
      { title: 'O que houve', share: 5 },
      { title: 'Quando', share: 3 },
      { title: 'Marca', share: 2 },
    ],
    entries.map(({ seq, kind, at, hash }) => [String(seq), kindText(kind), momentText(new Date(at)), shortHash(hash)]),
  )
}
