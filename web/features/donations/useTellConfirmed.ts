import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { moneyText } from '#contracts/money-text.ts'
import { eachOf } from '#web/api/together.ts'
import type { Donation } from '#web/api/together.ts'
import { toReceiveQuery } from './api.ts'
import { tell } from './notice.ts'

type Now = {
  /** No own confirmation is on its way or done. */
  readonly isIdle: boolean
  /** The answer to one was lost. */
  readonly isTried: boolean
  /** Closes the dialog. */
  readonly onOver: () => void
}

/** For a dialog that confirms, and that goes with its card: says what happened where it is confirmed, or over, without it. */
export function useTellConfirmed(donation: Donation, { isIdle, isTried, onOver }: Now): void {
  const client = useQueryClient()
  const isOver = isIdle && !donation.allowed.includes('confirm')
  const shown = useRef({ donation, isIdle, isTried })
  useEffect(() => {
    // One that is over is still said with the sum that was to be confirmed.
    shown.current = { donation: isOver ? shown.current.donation : donation, isIdle, isTried }
    if (isOver) onOver()
  })
  useEffect(
    () => () => {
      const last = shown.current
      if (last.isIdle && !isAwaited(client, last.donation)) tellOver(client, last.donation, last.isTried)
    },
    [client],
  )
}

/** Says it of a confirmation whose answer was lost after its dialog had gone. */
export function tellLost(client: QueryClient, donation: Donation): void {
  if (!isAwaited(client, donation)) tellOver(client, donation, true)
}

/** Whether the donation waits to be confirmed, as the list was read last. */
function isAwaited(client: QueryClient, donation: Donation): boolean {
  const ids = new Set(eachOf(donation).map(({ id }) => id))
  const listed = client.getQueryData(toReceiveQuery.queryKey)
  return listed?.some(({ id, allowed }) => ids.has(id) && allowed.includes('confirm')) ?? true
}

function tellOver(client: QueryClient, { donor, amount, receipt_amount: part }: Donation, isTried: boolean): void {
  const sum = `${moneyText(part ?? amount)} de ${donor.name}`
  const text = isTried
    ? `A sua confirmação de ${sum} chegou: só a resposta se perdeu. Não é preciso confirmar de novo.`
    : `${sum}: a sua confirmação já não é esperada. Foi dada em outro aparelho, ou a doação mudou.`
  tell(client, { text, isGood: true })
}
